/* Generated from messages/letter.de.arb by packages/messages. Do not edit. */
export const letterDe = {
  subject: (business: string) => `Montagsbrief: ${business}`,
  read: (provider: string, date: string, time: string) => `Bei ${provider} gelesen am ${date} um ${time}.`,
  open: "Übersicht öffnen",
  why: (provider: string) => `Sie haben diesen Brief in Counterfoil eingeschaltet. Er geht nur an die E-Mail-Adresse, die ${provider} bestätigt hat.`,
  stop: "Diesen Brief abbestellen",
}
