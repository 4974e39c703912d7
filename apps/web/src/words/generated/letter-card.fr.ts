/* Generated from messages/letter-card.fr.arb by packages/messages. Do not edit. */
export const letterCardFr = {
  title: "Lettre du lundi",
  what: "Trésorerie, montants dus, bénéfice, 14 prochains jours et choses à faire, par courriel le lundi à 7\u00a0h. Counterfoil lit l’entreprise pour cela en votre absence.",
  next: (provider: string, date: string, time: string) => `La prochaine sera envoyée à votre adresse courriel chez ${provider} le ${date} à ${time}.`,
  off: "Elle est désactivée.",
  waiting: "Vérification de son état\u00a0…",
  unread: "Aucune lettre n’est envoyée tant que la connexion ne peut pas être lue.",
  switchOn: "Recevoir la lettre",
  switchOff: "Ne plus recevoir la lettre",
  trouble: {
    connection: "La dernière n’a pas été envoyée\u00a0: la connexion n’a pas pu être lue ce matin-là.",
    provider: (provider: string) => `La dernière n’a pas été envoyée\u00a0: ${provider} n’a pas répondu ce matin-là.`,
    mail: "La dernière n’a pas été envoyée\u00a0: le serveur de courriel ne l’a pas acceptée.",
    address: (provider: string) => `Votre adresse courriel chez ${provider} a changé ou n’y est pas vérifiée\u00a0; aucune lettre n’est donc envoyée. Réactivez-la pour une adresse vérifiée.`,
  },
  nextRead: (date: string) => `Quand vous ouvrez une page, et pour la lettre le ${date}`,
}
