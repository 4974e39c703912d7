/* Generated from messages/error-page.fr.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const errorPageFr = (harbour: string) => ({
  backToApp: (app: string) => `Retour à ${app}`,
  badLink: {
    title: `Ce lien vers ${harbour} est incorrect`,
    body: "L’application qui vous a envoyé ici doit le corriger. Rien n’a été transmis.",
  },
  expired: {
    title: "Cette demande n’est plus valable",
    body: (app: string) => `Retournez à ${app} et recommencez. Rien n’a été transmis.`,
    someApp: "l’application",
  },
  answered: {
    title: "Vous avez déjà répondu",
    body: "Il n’y a plus rien à faire ici.",
  },
  seeApps: "Voir les applications connectées",
  formTooOld: {
    title: "Il nous manque quelque chose",
    body: (host: string) => `Votre navigateur n’a pas renvoyé ce qu’il nous faut. Acceptez les cookies de ${host} et appuyez sur Réessayer.`,
    again: "Réessayer",
  },
  foreignForm: {
    title: "Nous avons bloqué cette action pour votre sécurité",
    body: "Cette réponse ne venait pas d’une de nos pages. Rien n’a été modifié ni transmis.",
  },
  tooMany: {
    title: "Trop d’essais",
    body: (clock: HtmlValue) => html`Vous pourrez réessayer à ${clock}. Rien n’a été modifié ni transmis.`,
  },
  badRequest: {
    title: "Nous n’avons pas pu lire cela",
    body: "Ce que votre navigateur a envoyé était incomplet. Rien n’a été modifié ni transmis. Revenez en arrière et réessayez.",
  },
  notFound: {
    title: "Page introuvable",
    body: "Vérifiez l’adresse, ou partez d’une de ces pages.",
  },
  linkEnded: {
    title: "Ce lien ne fonctionne plus",
    body: (business: string) => `Demandez un nouveau lien à ${business} pour voir le document.`,
  },
  fault: {
    title: `Désolés, ${harbour} rencontre un problème`,
    body: (app: string | null | undefined) => app == null ? "Réessayez plus tard." : `Rien n’a été transmis à ${app}. Réessayez plus tard.`,
  },
  closed: {
    title: `Désolés, ${harbour} est fermé pour quelques instants`,
    body: "Rien n’a été transmis. Si vous veniez d’appuyer sur un bouton, l’action n’a peut-être pas eu lieu. Réessayez dans quelques minutes.",
    plannedTitle: `Désolés, ${harbour} est fermé`,
    until: (clock: HtmlValue, day: string) => html`Désolés, ${harbour} est fermé jusqu’à ${clock} le ${day}. Rien n’a été transmis. Si vous veniez d’appuyer sur un bouton, l’action n’a peut-être pas eu lieu.`,
  },
  notAllowed: {
    title: "Ce compte ne peut pas être utilisé",
    body: "Rien n’a été transmis. Connectez-vous avec un autre compte, ou demandez à la personne qui s’en occupe.",
  },
  goingBack: {
    title: (app: string) => `Nous vous ramenons à ${app}`,
    link: (host: string) => `Continuer vers ${host}`,
    denied: "Vous n’avez pas autorisé l’accès.",
  },
})
