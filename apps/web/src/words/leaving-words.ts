import type { Locale } from '@counterfoil/bff-api/session'
import type { Catalogue } from './en.ts'

/** The rules of each language for one and several. */
const RULES = {
  en: new Intl.PluralRules('en'),
  fr: new Intl.PluralRules('fr'),
}
const many = (rules: Intl.PluralRules, n: number, one: string, other: string) =>
  `${n} ${rules.select(n) === 'one' ? one : other}`

const en = {
  leaving: {
    title: 'Sign out',
    here: 'Sign out',
    everywhere: 'Sign out everywhere',
    stays: (count: number, businesses: string) =>
      RULES.en.select(count) === 'one' ? `${businesses} stays connected.` : `${businesses} stay connected.`,
    meanwhile: 'Nothing is read meanwhile, unless you are signed in elsewhere.',
    meanwhileEverywhere: 'Nothing is read meanwhile. This browser is signed out too.',
    none: 'No business is connected.',
    disconnectAll: 'Disconnect all',
    disconnectAllNote: (count: number) =>
      RULES.en.select(count) === 'one'
        ? `${count} business is disconnected at once. To see it again, you connect it again.`
        : `${count} businesses are disconnected at once. To see one again, you connect it again.`,
    disconnectAllHere: 'Disconnect all and sign out',
    disconnectAllEverywhere: 'Disconnect all and sign out everywhere',
    forget: 'Forget me',
    forgetNote: (count: number) =>
      count === 0
        ? 'Deletes what Counterfoil keeps of you, and signs you out everywhere.'
        : `Disconnects ${many(RULES.en, count, 'business', 'businesses')}, deletes what Counterfoil keeps of you, and signs you out everywhere.`,
    forgetYes: 'Disconnect, delete and sign out',
    failed: 'We have no answer yet, so it may not be done. You can try again.',
    working: 'One moment…',
    offline: 'You’re offline. This needs the internet. Nothing has changed.',
  },
  left: {
    signed_out: 'You’re signed out',
    signed_out_everywhere: 'You’re signed out everywhere',
    forgotten: 'Counterfoil has forgotten you',
    device_forgotten: 'This device is forgotten',
    stay: (count: number) => `${many(RULES.en, count, 'business stays', 'businesses stay')} connected.`,
    meanwhile: 'Nothing is read meanwhile, unless you are signed in elsewhere.',
    meanwhileEverywhere: 'Nothing is read meanwhile.',
    ended: (count: number) => `${many(RULES.en, count, 'business is', 'businesses are')} disconnected.`,
    nothingStays: 'Nothing stays connected.',
    deviceBody: 'It no longer names a business here. What is connected stays connected.',
    toStart: 'Go to the start page',
  },
}

type Words = typeof en

const fr: Words = {
  leaving: {
    title: 'Se déconnecter',
    here: 'Se déconnecter',
    everywhere: 'Se déconnecter partout',
    stays: (count, businesses) =>
      RULES.fr.select(count) === 'one'
        ? `${businesses} reste connectée.`
        : `${businesses} restent connectées.`,
    meanwhile: 'Entre-temps rien n’est lu, sauf si votre compte est connecté ailleurs.',
    meanwhileEverywhere: 'Entre-temps rien n’est lu. Ce navigateur est déconnecté aussi.',
    none: 'Aucune entreprise n’est connectée.',
    disconnectAll: 'Tout déconnecter',
    disconnectAllNote: (count) =>
      RULES.fr.select(count) === 'one'
        ? `${count} entreprise est déconnectée aussitôt. Pour la revoir, il faut la connecter de nouveau.`
        : `${count} entreprises sont déconnectées aussitôt. Pour en revoir une, il faut la connecter de nouveau.`,
    disconnectAllHere: 'Tout déconnecter et se déconnecter',
    disconnectAllEverywhere: 'Tout déconnecter et se déconnecter partout',
    forget: 'M’oublier',
    forgetNote: (count) =>
      count === 0
        ? 'Efface ce que Counterfoil garde de vous et déconnecte votre compte partout.'
        : `Déconnecte ${many(RULES.fr, count, 'entreprise', 'entreprises')}, efface ce que Counterfoil garde de vous et déconnecte votre compte partout.`,
    forgetYes: 'Déconnecter, effacer et se déconnecter',
    failed: 'Nous n’avons pas encore de réponse\u00a0: ce n’est peut-être pas fait. Vous pouvez réessayer.',
    working: 'Un instant…',
    offline: 'Vous êtes hors ligne. Il faut être en ligne pour cela. Rien n’a changé.',
  },
  left: {
    signed_out: 'Vous êtes déconnecté',
    signed_out_everywhere: 'Vous êtes déconnecté partout',
    forgotten: 'Counterfoil vous a oublié',
    device_forgotten: 'Cet appareil est oublié',
    stay: (count) =>
      `${many(RULES.fr, count, 'entreprise reste connectée', 'entreprises restent connectées')}.`,
    meanwhile: 'Entre-temps rien n’est lu, sauf si votre compte est connecté ailleurs.',
    meanwhileEverywhere: 'Entre-temps rien n’est lu.',
    ended: (count) =>
      `${many(RULES.fr, count, 'entreprise est déconnectée', 'entreprises sont déconnectées')}.`,
    nothingStays: 'Plus rien n’est connecté.',
    deviceBody: 'Il ne nomme plus d’entreprise ici. Ce qui est connecté le reste.',
    toStart: 'Aller à la page d’accueil',
  },
}

/** The catalogue together with the words of leaving. */
export type LeavingCatalogue = Catalogue & Words

/** Words of signing out and what came of it: beside the catalogues, because the first page of the app does without them. */
export function withLeavingWords(t: Catalogue, locale: Locale): LeavingCatalogue {
  return { ...t, ...(locale === 'fr' ? fr : en) }
}
