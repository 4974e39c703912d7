/* Generated from messages/messages.fr.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const messagesFr = {
  title: "Messages envoyés",
  lede: "Les factures, devis et reçus envoyés à vos clients.",
  limits: (addresses: string, fresh: string, ofApp: string) => `En 24 heures, une entreprise peut écrire à ${addresses} adresses, dont ${fresh} nouvelles, tout comme une personne pour l’ensemble de ses entreprises\u00a0; une application peut écrire à ${ofApp} adresses.`,
  used: (business: HtmlValue, addresses: number, fresh: number) => html`${business}, ces dernières 24 heures\u00a0: ${addresses} adresses, dont ${fresh} nouvelles.`,
  none: "Rien n’a encore été envoyé.",
  newest: (count: number) => `Voici les ${count} plus récents.`,
  business: "Entreprise",
  to: "À",
  copy: "Copie à",
  answers: "Les réponses vont à",
  made: "Créé le",
  text: "Message",
  fault: (code: string, tries: number) => `${tries < 2 ? "Un essai n’a" : `${tries} essais n’ont`} pas abouti (${code}).`,
  download: "Télécharger le PDF",
  back: "Tous les messages",
  states: {
    SENT: "Envoyé",
    WAITING: "En attente",
    FAILED: "Non envoyé",
  },
}
