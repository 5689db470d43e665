// What the compiler cannot know of the page's scripts: newer parts of browsers, what elements that were queried are, and
// members that `Object.assign` sets.

export {};

declare global {
  interface Element {
    blur; checkVisibility; click; close; content; dataset; focus; hash; hidePopover; media; open; placeholder; requestSubmit;
    role; selectionEnd; selectionStart; setSelectionRange; value;
  }
  interface HTMLElement { checked }
  interface Node { firstElementChild; removeAttribute }
  interface EventTarget { closest; matches }
  // Of AbortSignal, which cannot be extended.
  interface Function { any; timeout }
  interface Navigator { clearAppBadge; connection; setAppBadge; wakeLock }
  interface ServiceWorkerRegistration { sync }
  interface Array<T> { findLast; toSpliced; toSorted; with }
  namespace Intl { interface Locale { getWeekInfo } }
}

declare module "./agenda-moves.js" { interface DayMoves { change; items; show } }
declare module "./api.js" { interface Refusal { errors } interface Unreachable { isForeign } }
declare module "./item-editor.js" { interface ItemEditor { element; id } }
declare module "./items-view.js" { interface ItemsView { element; parts; signal } }
declare module "./suggestions.js" { interface Suggestions { shown; take } }
declare module "./place.js" { interface KeyedChildren { key; make; parent } }
declare module "./windowed-list.js" { interface WindowedList { list; make; nearEnd; scroller } }
