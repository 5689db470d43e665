/** German, for the bundle `welcome`. */

export default {
  "Apples": "Äpfel",
  "Bread": "Brot",
  "First make a sign-in link, then start the server with {0}: this address works on this computer only.":
    "Erstelle zuerst einen Anmeldelink und starte dann den Server mit {0}: Diese Adresse funktioniert nur auf diesem Computer.",
  "First steps": "Erste Schritte",
  "Milk": "Milch",
  "Next": "Weiter",
  "Packing": "Packliste",
  "Passport": "Reisepass",
  "Phone charger": "Ladegerät",
  "Press Delete to delete me": "Lösche mich mit der Entf-Taste",
  "Press Space to check me off": "Hake mich mit der Leertaste ab",
  "Scan a code with the other device to sign in there.":
    "Scanne einen Code mit dem anderen Gerät, um dich dort anzumelden.",
  "Show code": "Code anzeigen",
  "Show how": "Anleitung anzeigen",
  "Skip": "Überspringen",
  "Start with a list": "Mit einer Liste beginnen",
  "Swipe me left to delete me": "Wische mich zum Löschen nach links",
  "Take out the trash": "Müll rausbringen",
  "Tap the circle to check me off": "Tippe auf den Kreis, um mich abzuhaken",
  "Toothbrush": "Zahnbürste",
  "Use it on your computer": "Auf dem Computer nutzen",
  "Use it on your phone": "Auf dem Handy nutzen",
  "Vacuum": "Staubsaugen",
  "Water the plants": "Blumen gießen",
  "Welcome to Checklists": "Willkommen bei Checklisten",
  "Your lists stay on your own server. What should others call you?":
    "Deine Listen bleiben auf deinem eigenen Server. Wie sollen andere dich nennen?",
};
