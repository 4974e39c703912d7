import { html, type HtmlValue } from '#html/html.ts'

/** Asking for a link to set a password, and setting it. */
export function passwordResetEn(harbour: string) {
  return {
    forgot: {
      link: 'Forgot your password?',
      title: 'Get a link to set a new password',
      body: `Enter the email address you sign in to ${harbour} with.`,
      button: 'Send the link',
      back: 'Back to sign in',
    },
    noMail: {
      title: 'A new password has to be set for you',
      body: `This ${harbour} cannot send you a link by email. Whoever looks after it for you can set a new password.`,
    },
    sent: {
      title: 'Look at your email',
      body: (email: string) =>
        html`If <b>${email}</b> is the address of a ${harbour} account, we’re sending a link to it now.`,
      works:
        'The link works once, for 30 minutes. Asking for another one ends it. Until it is used, your password stays as it is.',
      nothing: 'Nothing there after a few minutes? Look among unwanted mail, and check the address above.',
      again: 'Use another address',
    },
    tooMany: {
      title: 'Too many links',
      body: (clock: HtmlValue) => html`You can ask for another link at ${clock}.`,
      newest: 'If a link was sent before, the newest one works for 30 minutes.',
    },
    set: {
      title: 'Set a new password',
      forAccount: (email: string) => html`For the account <b>${email}</b>.`,
      label: 'New password',
      hint: 'At least 8 characters.',
      ends: 'You’ll be signed out everywhere. Apps you let in keep their access.',
      button: 'Set password',
      fault: {
        blank: 'Enter a new password',
        too_short: 'Enter at least 8 characters',
        too_long: 'Enter at most 1024 characters',
      },
    },
    dead: {
      title: 'This link doesn’t work any more',
      body: 'A link to set a password works once, for 30 minutes, in a browser that takes cookies. It ends earlier when another one is asked for, or the password is changed.',
      again: 'Ask for a new link',
    },
    done: {
      title: 'Your new password is set',
      body: (email: string) =>
        html`<b>${email}</b> is signed out in every browser. Sign in with the new password.`,
      apps: `Apps you let in still have access, and so have scripts of your own: that’s separate. If somebody else may have known your password, look at them after signing in.`,
    },
  }
}

export function passwordResetFr(harbour: string): ReturnType<typeof passwordResetEn> {
  return {
    forgot: {
      link: 'Mot de passe oublié ?',
      title: 'Recevoir un lien pour choisir un nouveau mot de passe',
      body: `Entrez l’adresse courriel avec laquelle vous vous connectez à ${harbour}.`,
      button: 'Envoyer le lien',
      back: 'Retour à la connexion',
    },
    noMail: {
      title: 'Quelqu’un doit choisir un nouveau mot de passe pour vous',
      body: `Ce ${harbour} ne peut pas vous envoyer de lien par courriel. La personne qui s’en occupe pour vous peut choisir un nouveau mot de passe.`,
    },
    sent: {
      title: 'Consultez vos courriels',
      body: (email) =>
        html`Si <b>${email}</b> est l’adresse d’un compte ${harbour}, nous y envoyons un lien maintenant.`,
      works:
        'Le lien fonctionne une seule fois, pendant 30 minutes. En demander un autre y met fin. Tant qu’il n’a pas servi, votre mot de passe reste le même.',
      nothing:
        'Rien après quelques minutes ? Cherchez parmi les courriels indésirables, et vérifiez l’adresse ci-dessus.',
      again: 'Utiliser une autre adresse',
    },
    tooMany: {
      title: 'Trop de liens',
      body: (clock) => html`Vous pourrez demander un autre lien à ${clock}.`,
      newest: 'Si un lien a déjà été envoyé, le plus récent fonctionne pendant 30 minutes.',
    },
    set: {
      title: 'Choisir un nouveau mot de passe',
      forAccount: (email) => html`Pour le compte <b>${email}</b>.`,
      label: 'Nouveau mot de passe',
      hint: 'Au moins 8 caractères.',
      ends: 'Vous serez déconnecté partout. Les applications que vous avez autorisées gardent leur accès.',
      button: 'Enregistrer le mot de passe',
      fault: {
        blank: 'Entrez un nouveau mot de passe',
        too_short: 'Entrez au moins 8 caractères',
        too_long: 'Entrez au plus 1024 caractères',
      },
    },
    dead: {
      title: 'Ce lien ne fonctionne plus',
      body: 'Un lien pour choisir un mot de passe fonctionne une seule fois, pendant 30 minutes, dans un navigateur qui accepte les cookies. Il prend fin plus tôt si un autre est demandé ou si le mot de passe est changé.',
      again: 'Demander un nouveau lien',
    },
    done: {
      title: 'Votre nouveau mot de passe est enregistré',
      body: (email) =>
        html`<b>${email}</b> est déconnecté dans tous les navigateurs. Connectez-vous avec le nouveau mot de
          passe.`,
      apps: 'Les applications que vous avez autorisées gardent leur accès, vos propres scripts aussi : c’est indépendant. Si quelqu’un d’autre a pu connaître votre mot de passe, passez-les en revue après vous être connecté.',
    },
  }
}
