/* Generated from messages/sign-in.fr.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const signInFr = (harbour: string) => ({
  title: `Se connecter à ${harbour}`,
  toContinue: (app: string, host: string) => html`pour continuer vers <b>${app}</b> (${host})`,
  email: "Adresse courriel",
  password: "Mot de passe",
  show: "Afficher",
  hide: "Masquer",
  button: "Se connecter",
  passwordAgain: (email: string) => html`Compte déconnecté. Entrez le mot de passe de <b>${email}</b>.`,
  enterEmail: "Entrez votre adresse courriel",
  enterPassword: "Entrez votre mot de passe",
  noMatch: "L’adresse courriel ou le mot de passe est incorrect.",
  tooMany: {
    title: "Trop d’essais",
    body: (clock: HtmlValue) => html`Trop d’essais. Vous pourrez réessayer à ${clock}.`,
    safe: "Votre mot de passe n’a pas changé. La demande qui vous a amené ici est conservée.",
    mailed: "Ce compte est le vôtre\u00a0? Demandez un lien par courriel et ouvrez-le dans ce navigateur\u00a0: votre mot de passe y fonctionnera aussitôt.",
    again: "Retour à la connexion",
  },
  which: "Quel compte\u00a0?",
  businesses: (count: number) => count === 0 ? "Aucune entreprise" : count < 2 ? `${count} entreprise` : `${count} entreprises`,
  signedOutAccount: "Compte déconnecté – entrez le mot de passe",
  another: "Utiliser un autre compte",
  signOut: {
    title: `Se déconnecter de ${harbour}\u00a0?`,
    separate: "Les applications que vous avez connectées le restent.",
    all: "Déconnecter tous les comptes",
    stay: "Rester connecté",
  },
  signedOut: {
    title: `Vous êtes déconnecté de ${harbour}.`,
    body: (app: string | null | undefined) => `${app == null ? "Une application que vous avez connectée" : `${app}`} est peut-être encore connectée\u00a0; c’est indépendant.`,
  },
  confirm: {
    title: "Entrez votre mot de passe pour continuer.",
    body: (email: string) => html`Connecté en tant que <b>${email}</b>.`,
    button: "Continuer",
    wrong: "Ce mot de passe est incorrect.",
    keep: "Revenir en arrière",
  },
})
