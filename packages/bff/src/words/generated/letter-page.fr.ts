/* Generated from messages/letter-page.fr.arb by packages/messages. Do not edit. */
export const letterPageFr = {
  stop: "Ne plus recevoir cette lettre",
  asks: "Ne plus recevoir la lettre du lundi?",
  asksBody: "Plus aucune lettre ne sera envoyée au sujet de cette entreprise.",
  stopped: "La lettre du lundi est désactivée",
  stoppedBody: "Vous pouvez la réactiver dans Counterfoil, sur la page de connexion de l’entreprise.",
  unknown: "Ce lien ne désactive plus rien",
  unknownBody: "Il vient d’une lettre plus ancienne, ou l’entreprise n’est plus connectée. Dans Counterfoil, la page de connexion d’une entreprise indique si sa lettre est activée.",
  home: "Aller à Counterfoil",
}
