/** Japanese, for the bundle `welcome`. */

export default {
  "Apples": "りんご",
  "Bread": "パン",
  "First make a sign-in link, then start the server with {0}: this address works on this computer only.":
    "このアドレスはこのコンピューターでしか使えません。先にサインイン用リンクを作り、サーバーを {0} で起動してください。",
  "First steps": "はじめに",
  "Milk": "牛乳",
  "Next": "次へ",
  "Packing": "荷造り",
  "Passport": "パスポート",
  "Phone charger": "充電器",
  "Press Delete to delete me": "Delete キーで削除",
  "Press Space to check me off": "スペースキーでチェック",
  "Scan a code with the other device to sign in there.":
    "もう一方のデバイスでコードを読み取ると、サインインできます。",
  "Show code": "コードを表示",
  "Show how": "手順を見る",
  "Skip": "スキップ",
  "Start with a list": "リストを選んで始める",
  "Swipe me left to delete me": "左にスワイプして削除",
  "Take out the trash": "ゴミを出す",
  "Tap the circle to check me off": "丸をタップしてチェック",
  "Toothbrush": "歯ブラシ",
  "Use it on your computer": "パソコンで使う",
  "Use it on your phone": "スマートフォンで使う",
  "Vacuum": "掃除機をかける",
  "Water the plants": "植物に水をやる",
  "Welcome to Checklists": "チェックリストへようこそ",
  "Your lists stay on your own server. What should others call you?": "リストはご自身のサーバーに保存されます。表示名を入力してください。",
};
