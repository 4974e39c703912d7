import { html, type HtmlValue } from '#html/html.ts'

/** Signing in, choosing an account, signing out, entering the password again. */
export function signInEn(harbour: string) {
  return {
    title: `Sign in to ${harbour}`,
    toContinue: (app: string, host: string) => html`to continue to <b>${app}</b> (${host})`,
    email: 'Email',
    password: 'Password',
    show: 'Show',
    hide: 'Hide',
    button: 'Sign in',
    passwordAgain: (email: string) => html`Signed out. Enter the password for <b>${email}</b>.`,
    enterEmail: 'Enter your email address',
    enterPassword: 'Enter your password',
    noMatch: 'The email address or password doesn’t match our records.',
    tooMany: {
      title: 'Too many tries',
      body: (clock: HtmlValue) => html`Too many tries. You can try again at ${clock}.`,
      safe: 'Your password has not changed. The request that brought you here is kept.',
      again: 'Back to sign in',
    },
    which: 'Which account?',
    businesses: (count: number) =>
      count === 0 ? 'No businesses' : count === 1 ? '1 business' : `${count} businesses`,
    signedOutAccount: 'Signed out – enter password',
    another: 'Use another account',
    signOut: {
      title: `Sign out of ${harbour}?`,
      separate: 'Apps you connected stay connected; that’s separate.',
      all: 'Sign everyone out',
    },
    signedOut: {
      title: `You’re signed out of ${harbour}.`,
      body: (app: string | undefined) =>
        `${app ?? 'An app you connected'} may still be connected; that’s separate.`,
    },
    confirm: {
      title: 'Enter your password to carry on.',
      body: (email: string) => html`Signed in as <b>${email}</b>.`,
      button: 'Carry on',
      wrong: 'That password doesn’t match our records.',
      keep: 'Go back',
    },
  }
}

export function signInFr(harbour: string): ReturnType<typeof signInEn> {
  return {
    title: `Se connecter à ${harbour}`,
    toContinue: (app, host) => html`pour continuer vers <b>${app}</b> (${host})`,
    email: 'Adresse courriel',
    password: 'Mot de passe',
    show: 'Afficher',
    hide: 'Masquer',
    button: 'Se connecter',
    passwordAgain: (email) => html`Compte déconnecté. Entrez le mot de passe de <b>${email}</b>.`,
    enterEmail: 'Entrez votre adresse courriel',
    enterPassword: 'Entrez votre mot de passe',
    noMatch: 'L’adresse courriel ou le mot de passe est incorrect.',
    tooMany: {
      title: 'Trop d’essais',
      body: (clock) => html`Trop d’essais. Vous pourrez réessayer à ${clock}.`,
      safe: 'Votre mot de passe n’a pas changé. La demande qui vous a amené ici est conservée.',
      again: 'Retour à la connexion',
    },
    which: 'Quel compte ?',
    businesses: (count) =>
      count === 0 ? 'Aucune entreprise' : count === 1 ? '1 entreprise' : `${count} entreprises`,
    signedOutAccount: 'Compte déconnecté – entrez le mot de passe',
    another: 'Utiliser un autre compte',
    signOut: {
      title: `Se déconnecter de ${harbour} ?`,
      separate: 'Les applications que vous avez connectées le restent ; c’est indépendant.',
      all: 'Déconnecter tous les comptes',
    },
    signedOut: {
      title: `Vous êtes déconnecté de ${harbour}.`,
      body: (app) =>
        `${app ?? 'Une application que vous avez connectée'} est peut-être encore connectée ; c’est indépendant.`,
    },
    confirm: {
      title: 'Entrez votre mot de passe pour continuer.',
      body: (email) => html`Connecté en tant que <b>${email}</b>.`,
      button: 'Continuer',
      wrong: 'Ce mot de passe est incorrect.',
      keep: 'Revenir en arrière',
    },
  }
}
