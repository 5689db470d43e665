/** French, for the bundle `welcome`. */

export default {
  "Apples": "Pommes",
  "Bread": "Pain",
  "First make a sign-in link, then start the server with {0}: this address works on this computer only.":
    "Créez d’abord un lien de connexion, puis lancez le serveur avec {0} : cette adresse ne fonctionne que sur cet ordinateur.",
  "First steps": "Premiers pas",
  "Milk": "Lait",
  "Next": "Suivant",
  "Packing": "Valise",
  "Passport": "Passeport",
  "Phone charger": "Chargeur de téléphone",
  "Press Delete to delete me": "Appuyez sur Suppr pour me supprimer",
  "Press Space to check me off": "Appuyez sur Espace pour me cocher",
  "Scan a code with the other device to sign in there.":
    "Scannez un code avec l’autre appareil pour vous y connecter.",
  "Show code": "Afficher le code",
  "Show how": "Voir comment faire",
  "Skip": "Passer",
  "Start with a list": "Commencer avec une liste",
  "Swipe me left to delete me": "Balayez-moi vers la gauche pour me supprimer",
  "Take out the trash": "Sortir les poubelles",
  "Tap the circle to check me off": "Touchez le cercle pour me cocher",
  "Toothbrush": "Brosse à dents",
  "Use it on your computer": "Utiliser sur votre ordinateur",
  "Use it on your phone": "Utiliser sur votre téléphone",
  "Vacuum": "Passer l’aspirateur",
  "Water the plants": "Arroser les plantes",
  "Welcome to Checklists": "Bienvenue dans Listes",
  "Your lists stay on your own server. What should others call you?":
    "Vos listes restent sur votre propre serveur. Comment les autres doivent-ils vous appeler ?",
};
