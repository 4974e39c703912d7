/* Generated from messages/password-reset.fr.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const passwordResetFr = (harbour: string) => ({
  forgot: {
    link: "Mot de passe oublié\u00a0?",
    title: "Recevoir un lien pour choisir un nouveau mot de passe",
    body: `Entrez l’adresse courriel avec laquelle vous vous connectez à ${harbour}.`,
    button: "Envoyer le lien",
    back: "Retour à la connexion",
  },
  noMail: {
    title: "Quelqu’un doit choisir un nouveau mot de passe pour vous",
    body: `${harbour} ne peut pas vous envoyer de lien par courriel. Demandez à la personne qui s’en occupe pour vous de choisir un nouveau mot de passe.`,
  },
  sent: {
    title: "Consultez vos courriels",
    body: (email: string) => html`Si <b>${email}</b> est l’adresse d’un compte ${harbour}, nous y envoyons un lien maintenant.`,
    works: "Le lien fonctionne une seule fois, pendant 30 minutes. En demander un autre y met fin. Tant qu’il n’a pas servi, votre mot de passe reste le même.",
    nothing: "Rien après quelques minutes\u00a0? Cherchez parmi les courriels indésirables, et vérifiez l’adresse ci-dessus.",
    again: "Utiliser une autre adresse",
  },
  tooMany: {
    title: "Trop de liens",
    body: (clock: HtmlValue) => html`Vous pourrez demander un autre lien à ${clock}.`,
    newest: "Si un lien a déjà été envoyé, le plus récent fonctionne pendant 30 minutes.",
  },
  set: {
    title: "Choisir un nouveau mot de passe",
    forAccount: (email: string) => html`Pour le compte <b>${email}</b>.`,
    label: "Nouveau mot de passe",
    hint: "Au moins 8 caractères.",
    ends: "Vous serez déconnecté partout. Les applications que vous avez autorisées gardent leur accès.",
    tokens: (count: number) => `Mettre fin aussi à l’accès de ${count < 2 ? "mon script" : `mes ${count} scripts`}. Il cesse aussitôt de fonctionner.`,
    button: "Enregistrer le mot de passe",
    known: "Si vous connaissez encore votre mot de passe, vous pouvez l’utiliser ici pour vous connecter.",
    fault: {
      blank: "Entrez un nouveau mot de passe",
      too_short: "Entrez au moins 8 caractères",
      too_long: "Entrez au plus 1024 caractères",
      common: "Choisissez un mot de passe moins courant",
      like_address: "Choisissez un mot de passe moins proche de votre adresse courriel",
    },
    change: "Changer de mot de passe",
    keep: "Garder mon mot de passe",
  },
  dead: {
    title: "Ce lien ne fonctionne plus",
    body: "Un lien pour choisir un mot de passe fonctionne une seule fois, pendant 30 minutes, dans un navigateur qui accepte les cookies. Il prend fin plus tôt si un autre est demandé ou si le mot de passe est changé.",
    again: "Demander un nouveau lien",
  },
  done: {
    title: "Votre nouveau mot de passe est enregistré",
    body: (email: string) => html`<b>${email}</b> est déconnecté dans tous les navigateurs. Connectez-vous avec le nouveau mot de passe.`,
    nothing: "Rien d’autre n’a accès à ce compte.",
    left: "Ce qui garde un accès",
    leftBody: "Rien de tout cela ne demande votre mot de passe. Si quelqu’un d’autre a pu le connaître, regardez chaque date et mettez fin à ce que vous ne reconnaissez pas. Il faudra d’abord vous connecter.",
    application: "Enregistrée par ce compte",
    secret: (app: string, hint: string) => `Secret de ${app}, finit par ${hint}`,
    link: (business: string) => `Lien vers un document de ${business}, envoyé ou créé en votre nom`,
    change: "Vérifier",
  },
})
