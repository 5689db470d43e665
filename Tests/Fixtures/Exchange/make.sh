#!/usr/bin/env bash
# Makes the files of this folder with the programs themselves: taskwarrior, todotxt-cli and emacs-nox of Debian, and
# todoman of PyPI. usage: make.sh FOLDER    FOLDER gets the files; their ids and times differ each time.
set -euo pipefail
folder=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work TZ=UTC

# Taskwarrior
printf 'data.location=%s/task\nconfirmation=no\nverbose=nothing\n' "$work" >"$work/.taskrc"
task() { command task rc:"$work/.taskrc" "$@" </dev/null; }
task add "Water plants" project:Home.Garden +garden due:2026-12-24 priority:H
task add "Weekly report" project:Work due:2026-12-04T17:00 recur:weekly
task add "Old"
task 3 done
task 1 annotate "Use the can"
task add "Depends" depends:1 wait:2026-12-20 scheduled:2026-12-22
task list >"$work/list" || true
task export >"$folder/taskwarrior.json"

# todo.txt-cli
mkdir "$work/todo"
printf 'export TODO_DIR=%s/todo\nexport TODO_FILE=$TODO_DIR/todo.txt\nexport DONE_FILE=$TODO_DIR/done.txt\n' \
    "$work" >"$work/todo.cfg"
echo 'export REPORT_FILE=$TODO_DIR/report.txt' >>"$work/todo.cfg"
todo() { todo-txt -d "$work/todo.cfg" "$@"; }
todo -t add "Call Mum @phone +Family due:2026-12-01"
todo -t add "Buy milk +Shop"
todo -t add "Rent rec:+1m due:2026-12-01 +Home"
todo pri 1 A
todo -a do 2
cp "$work/todo/todo.txt" "$folder/todo.txt"

# org-mode
cat >"$work/garden.org" <<'END'
#+TITLE: Garden
* Beds
END
emacs --batch "$work/garden.org" --eval '(progn (require (quote org)) (setq org-log-done (quote time))
    (goto-char (point-max)) (insert "** Water plants\nUse the can.\n- [ ] front\n- [X] back\n** Clean the pots\n")
    (goto-char (point-min)) (re-search-forward "Water") (org-todo "TODO") (org-priority ?A) (org-set-tags "garden")
    (org-deadline nil "2026-12-01 18:00 +1w") (org-schedule nil "2026-11-30")
    (re-search-forward "Clean") (org-todo "TODO") (org-todo "DONE") (save-buffer))'
cp "$work/garden.org" "$folder/garden.org"

# todoman, a folder of calendar objects
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet todoman
mkdir -p "$work/calendars/Home"
cat >"$work/todoman.py" <<END
path = "$work/calendars/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
default_list = "Home"
cache_path = "$work/cache.sqlite3"
END
"$work/python/bin/todo" --config "$work/todoman.py" new -l Home -d 2026-12-24 --priority high "Wrap gifts"
"$work/python/bin/todo" --config "$work/todoman.py" new -l Home -d 2026-12-25 --location Attic "Find box"
cat "$work"/calendars/Home/*.ics >"$folder/todoman.ics"
