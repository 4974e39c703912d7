/* Generated from messages/letter.fr.arb by packages/messages. Do not edit. */
export const letterFr = {
  subject: (business: string) => `Lettre du lundi\u00a0: ${business}`,
  read: (provider: string, date: string, time: string) => `Lu chez ${provider} le ${date} à ${time}.`,
  open: "Ouvrir l’aperçu",
  why: (provider: string) => `Vous avez activé cette lettre dans Counterfoil. Elle n’est envoyée qu’à l’adresse courriel que ${provider} a vérifiée.`,
  stop: "Ne plus recevoir cette lettre",
}
