import type { CONNECT_WITHIN_MINUTES as PROMISED_MINUTES } from '@counterfoil/bff-api/connect-result'
import type { Locale } from '@counterfoil/bff-api/session'
import type { Catalogue } from './en.ts'

/** Written out here: the file of the promise brings a validator that the browser does not need. */
const CONNECT_WITHIN_MINUTES: typeof PROMISED_MINUTES = 15

/** The rules of each language for one and several. */
const RULES = {
  en: new Intl.PluralRules('en'),
  fr: new Intl.PluralRules('fr'),
}
const many = (rules: Intl.PluralRules, n: number, one: string, other: string) =>
  `${n} ${rules.select(n) === 'one' ? one : other}`

const en = {
  result: {
    seeOverview: 'See overview',
    goOn: 'Continue',
    notNow: 'Not now',
    back: 'Go back',
    connected: {
      title: (b: string) => `Connected to ${b}`,
      body: (p: string) => `Check that it is the one you meant. This is what ${p} says about it.`,
      receipt: (count: number, things: string, date: string, reference: string) =>
        `Allowed on ${date}, ${many(RULES.en, count, 'thing', 'things')}: ${things}. Reference ${reference}.`,
      save: 'Save a copy',
      switch: 'Not this one? Switch',
    },
    connected_less: {
      body: (b: string, things: string) => `${b} is connected. You didn’t allow ${things}.`,
    },
    still_connected: {
      title: (b: string) => `Still connected to ${b}`,
      body: 'Nothing changed. Access was renewed.',
    },
    switched: {
      title: (b: string) => `Switched to ${b}`,
      confirmed: (b: string, p: string) =>
        `Counterfoil no longer reads **${b}**, and ${p} has confirmed it. Check that this is the one you meant.`,
      confirming: (b: string, p: string) =>
        `Counterfoil no longer reads **${b}**. ${p} hasn’t confirmed yet; we keep asking. Check that this is the one you meant.`,
    },
    declined: {
      title: 'You didn’t connect',
      titleStill: 'Nothing changed',
      titleMore: 'Still off',
      titleSignIn: 'You didn’t sign in',
      body: 'Nothing was shared with Counterfoil.',
      bodySignIn: 'What is connected stays connected.',
      bodyMore: 'Nothing else changed.',
      bodyStill: (b: string) => `${b} stays as it was.`,
    },
    no_business: {
      title: 'No business to connect yet',
      body: (p: string) =>
        `${p} told us that none of your businesses can be connected. You can see why in ${p}, change it there and come back.`,
      plans: (p: string) => `See plans in ${p}`,
      other: 'Use another account',
    },
    expired: {
      title: 'That took a little too long',
      body: `For safety, connecting has to finish within ${CONNECT_WITHIN_MINUTES} minutes. Nothing was shared.`,
    },
    mismatch: {
      title: 'We stopped that to keep you safe',
      body: (p: string) =>
        `The answer from ${p} didn’t match a request from this browser. This happens if you started in another browser or opened an old link. Nothing was shared.`,
      action: 'Start again here',
    },
    other_business: {
      title: 'You chose a different business',
      body: (expected: string, received: string) =>
        `You were reconnecting **${expected}**, but picked **${received}**. Nothing has changed yet.`,
      keep: (expected: string) => `Keep ${expected}`,
      switch: (received: string) => `Connect ${received}`,
    },
    other_account: {
      title: (p: string) => `You have another ${p} account here`,
      body: (expected: string, received: string) =>
        `You were signed in as **${expected}**, and came back as **${received}**. Nothing has changed yet.`,
      bodyUnknown: (b: string, received: string) =>
        `This device knows **${b}** of another account. You came back as **${received}**. Nothing has changed yet.`,
      stay: (count: number, expected: string) =>
        RULES.en.select(count) === 'one'
          ? `Whatever you choose, the one business of **${expected}** stays connected: sign in as ${expected} to see it.`
          : `Whatever you choose, the ${count} businesses of **${expected}** stay connected: sign in as ${expected} to see them.`,
      stop: (b: string) => `With it, Counterfoil stops seeing **${b}**.`,
      keep: (expected: string) => `Stay with ${expected}`,
      keepUnknown: 'Not this account',
      switch: (received: string) => `Go on as ${received}`,
    },
    other_person: {
      title: (p: string) => `That’s a different ${p} account`,
      body: (b: string, expected: string, received: string) =>
        `**${b}** was connected by **${expected}**. You signed in as **${received}**. If ${received} should look after it from now on, continue.`,
      keep: (expected: string) => `Use ${expected}`,
      switch: (received: string) => `Continue as ${received}`,
    },
    decided: {
      kept: (b: string) => `${b} is kept`,
      keptBody: 'Nothing has changed. You can reconnect it now, and choose it again.',
      keptAccount: 'The other account was not taken',
      keptAccountBody: (received: string) => `Nothing of ${received} was connected.`,
      closed:
        'This question has been answered already, or no longer waits. There is nothing more to do here.',
      switching: 'Switching…',
    },
    plan_ended: {
      title: (b: string) => `${b}’s plan ended`,
      body: (p: string) =>
        `Connected apps need an active plan that includes them, so ${p} didn’t connect it. Nothing was shared with Counterfoil.`,
      bodyStill:
        'Connected apps need an active plan that includes them, so Counterfoil can’t read new figures. The connection is kept, and can be read again once the plan is active.',
    },
    provider_failed: {
      title: (p: string) => `${p} couldn’t finish that`,
      body: 'It isn’t something you did. Nothing has changed here.',
      action: 'Try again in a minute',
    },
    misconfigured: {
      body: 'Connecting won’t work until we fix it. It isn’t something you did, and nothing has changed here. It is noted in our log.',
    },
    rate_limited: {
      title: 'That’s a lot of tries',
      body: (time: string) => `Nothing has changed. You can start again at ${time}.`,
      bodySoon: 'Nothing has changed. You can start again in a few minutes.',
    },
    again: {
      title: 'It ended the same way twice',
      body: (p: string) =>
        `Trying once more is unlikely to help. Check in ${p} that the business and its plan are there, or wait a little and come back.`,
      link: (p: string) => `Open ${p}`,
    },
  },
}

type Words = typeof en

const fr: Words = {
  result: {
    seeOverview: 'Voir la vue d’ensemble',
    goOn: 'Continuer',
    notNow: 'Pas maintenant',
    back: 'Revenir',
    connected: {
      title: (b) => `${b} est connectée`,
      body: (p) => `Vérifiez que c’est bien celle que vous vouliez. Voici ce que ${p} en dit.`,
      receipt: (count, things, date, reference) =>
        `Autorisé le ${date}, ${many(RULES.fr, count, 'chose', 'choses')}\u00a0: ${things}. Référence ${reference}.`,
      save: 'Garder une copie',
      switch: 'Pas la bonne\u00a0? En changer',
    },
    connected_less: {
      body: (b, things) => `${b} est connectée. Vous n’avez pas autorisé\u00a0: ${things}.`,
    },
    still_connected: {
      title: (b) => `${b} est toujours connectée`,
      body: 'Rien n’a changé. L’accès a été renouvelé.',
    },
    switched: {
      title: (b) => `${b} remplace la précédente`,
      confirmed: (b, p) =>
        `Counterfoil ne lit plus **${b}**, et ${p} l’a confirmé. Vérifiez que c’est bien celle que vous vouliez.`,
      confirming: (b, p) =>
        `Counterfoil ne lit plus **${b}**. ${p} ne l’a pas encore confirmé\u00a0; nous continuons de le lui demander. Vérifiez que c’est bien celle que vous vouliez.`,
    },
    declined: {
      title: 'Rien n’a été connecté',
      titleStill: 'Rien n’a changé',
      titleMore: 'Toujours non autorisé',
      titleSignIn: 'Vous ne vous êtes pas connecté',
      body: 'Rien n’a été transmis à Counterfoil.',
      bodySignIn: 'Ce qui est connecté le reste.',
      bodyMore: 'Rien d’autre n’a changé.',
      bodyStill: (b) => `${b} reste comme avant.`,
    },
    no_business: {
      title: 'Pas encore d’entreprise à connecter',
      body: (p) =>
        `${p} nous a répondu qu’aucune de vos entreprises ne peut être connectée. Regardez pourquoi dans ${p}, changez-le là-bas, puis revenez.`,
      plans: (p) => `Voir les forfaits dans ${p}`,
      other: 'Utiliser un autre compte',
    },
    expired: {
      title: 'Cela a pris un peu trop de temps',
      body: `Par sécurité, la connexion doit se terminer en ${CONNECT_WITHIN_MINUTES} minutes. Rien n’a été transmis.`,
    },
    mismatch: {
      title: 'Nous avons tout arrêté, pour votre sécurité',
      body: (p) =>
        `La réponse de ${p} ne correspondait à aucune demande de ce navigateur. Cela arrive quand on a commencé dans un autre navigateur ou suivi un ancien lien. Rien n’a été transmis.`,
      action: 'Recommencer ici',
    },
    other_business: {
      title: 'Vous avez choisi une autre entreprise',
      body: (expected, received) =>
        `Vous reconnectiez **${expected}**, mais vous avez choisi **${received}**. Rien n’a encore changé.`,
      keep: (expected) => `Garder ${expected}`,
      switch: (received) => `Connecter ${received}`,
    },
    other_account: {
      title: (p) => `Vous avez un autre compte ${p} ici`,
      body: (expected, received) =>
        `Vous étiez connecté avec **${expected}**, et vous revenez avec **${received}**. Rien n’a encore changé.`,
      bodyUnknown: (b, received) =>
        `Cet appareil connaît **${b}**, d’un autre compte. Vous revenez avec **${received}**. Rien n’a encore changé.`,
      stay: (count, expected) =>
        RULES.fr.select(count) === 'one'
          ? `Quel que soit votre choix, l’entreprise de **${expected}** reste connectée\u00a0: connectez-vous avec ${expected} pour la voir.`
          : `Quel que soit votre choix, les ${count} entreprises de **${expected}** restent connectées\u00a0: connectez-vous avec ${expected} pour les voir.`,
      stop: (b) => `Counterfoil cesse alors de voir **${b}**.`,
      keep: (expected) => `Rester avec ${expected}`,
      keepUnknown: 'Pas ce compte',
      switch: (received) => `Continuer avec ${received}`,
    },
    other_person: {
      title: (p) => `C’est un autre compte ${p}`,
      body: (b, expected, received) =>
        `**${b}** a été connectée par **${expected}**. Vous revenez avec **${received}**. Si ${received} doit s’en occuper désormais, continuez.`,
      keep: (expected) => `Utiliser ${expected}`,
      switch: (received) => `Continuer avec ${received}`,
    },
    decided: {
      kept: (b) => `${b} est gardée`,
      keptBody: 'Rien n’a changé. Vous pouvez la reconnecter maintenant, et la choisir de nouveau.',
      keptAccount: 'L’autre compte n’a pas été retenu',
      keptAccountBody: (received) => `Rien de ${received} n’a été connecté.`,
      closed: 'Cette question a déjà reçu une réponse, ou n’en attend plus. Il n’y a plus rien à faire ici.',
      switching: 'Un instant…',
    },
    plan_ended: {
      title: (b) => `Forfait terminé\u00a0: ${b}`,
      body: (p) =>
        `Les applications connectées demandent un forfait actif qui les prévoit\u00a0: ${p} ne l’a pas connectée. Rien n’a été transmis à Counterfoil.`,
      bodyStill:
        'Les applications connectées demandent un forfait actif qui les prévoit\u00a0: Counterfoil ne peut pas lire de nouveaux chiffres. La connexion est conservée et pourra de nouveau être lue dès que le forfait sera actif.',
    },
    provider_failed: {
      title: (p) => `${p} n’a pas pu terminer`,
      body: 'Vous n’y êtes pour rien. Rien n’a changé ici.',
      action: 'Réessayer dans une minute',
    },
    misconfigured: {
      body: 'La connexion ne fonctionnera pas tant que nous n’aurons pas réglé le problème. Vous n’y êtes pour rien, et rien n’a changé ici. C’est noté dans notre journal.',
    },
    rate_limited: {
      title: 'Cela fait beaucoup d’essais',
      body: (time) => `Rien n’a changé. Vous pourrez recommencer à ${time}.`,
      bodySoon: 'Rien n’a changé. Vous pourrez recommencer dans quelques minutes.',
    },
    again: {
      title: 'Deux fois le même résultat',
      body: (p) =>
        `Un essai de plus a peu de chances d’aboutir. Vérifiez dans ${p} que l’entreprise et son forfait y sont, ou attendez un peu et revenez.`,
      link: (p) => `Ouvrir ${p}`,
    },
  },
}

/** The catalogue together with the words of results. */
export type ResultCatalogue = Catalogue & Words

/** Words of how an attempt ended: beside the catalogues, because the first page of the app does without them. */
export function withResultWords(t: Catalogue, locale: Locale): ResultCatalogue {
  return { ...t, ...(locale === 'fr' ? fr : en) }
}
