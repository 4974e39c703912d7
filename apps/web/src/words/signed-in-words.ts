import type { Locale } from '@counterfoil/bff-api/session'

/** Words of the list of sign-ins: beside the catalogues, because the first page of the app does without them. */
const en = {
  lede: 'Every browser that is signed in to Counterfoil as you.',
  current: 'This browser',
  started: (date: string) => `Signed in ${date}`,
  seen: (ago: string) => `Last used ${ago}`,
  end: 'Sign out there',
  endOn: (device: string) => `Sign out there: ${device}`,
  device: (device: string) => device,
  ended: (device: string) => `Signed out ${device}.`,
  onlyThis: 'You are signed in only here.',
  getting: 'Getting the list',
}

const fr: typeof en = {
  lede: 'Tous les navigateurs connectés à votre compte dans Counterfoil.',
  current: 'Ce navigateur',
  started: (date) => `Connecté le ${date}`,
  seen: (ago) => `Dernière utilisation\u00a0: ${ago}`,
  end: 'Le déconnecter',
  endOn: (device) => `Le déconnecter\u00a0: ${device}`,
  device: (device) =>
    device
      .replace(' on ', ' sur ')
      .replace('A browser', 'Un navigateur')
      .replace('Unknown browser', 'Navigateur inconnu'),
  ended: (device) => `${device} est déconnecté.`,
  onlyThis: 'Votre compte n’est connecté qu’ici.',
  getting: 'Lecture de la liste',
}

export const SIGNED_IN_WORDS: Readonly<Record<Locale, typeof en>> = { en, fr }
