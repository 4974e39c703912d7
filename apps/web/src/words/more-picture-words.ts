import type { Locale } from '@counterfoil/bff-api/session'
import type { JourneyStep } from '#figures/journey.ts'
import type { LadderType } from '#figures/ladder.ts'
import { HABIT_WORDS } from './habit-words.ts'
import { wordOf } from './plural.ts'

/** What the pictures under "More pictures" say. Amounts, days and counts come as texts. */
export interface MorePictureWords {
  readonly others: (text: string, count: number) => string
  readonly total: string
  readonly amount: string
  readonly customer: string
  readonly coming: {
    readonly title: string
    readonly answer: (of: { readonly amount: string; readonly until: string }) => string
    /** `when` is "9 days late". */
    readonly usual: (of: { readonly who: string; readonly when: string }) => string
    readonly empty: string
    readonly due: string
    readonly expected: (day: string) => string
    readonly usually: string
    readonly invoice: (number: string) => string
    readonly today: string
    readonly key: string
    readonly more: (text: string, count: number) => string
  }
  readonly best: {
    readonly title: string
    readonly answer: (of: {
      readonly count: number
      readonly percent: number
      readonly since: string
    }) => string
    readonly few: (of: { readonly names: string; readonly amount: string; readonly since: string }) => string
    readonly empty: (since: string) => string
    readonly half: string
    readonly share: string
    readonly percent: (percent: number) => string
  }
  readonly sells: {
    readonly title: string
    readonly answer: (of: {
      readonly product: string
      readonly percent: number
      readonly since: string
    }) => string
    readonly empty: (since: string) => string
    readonly discounts: (of: {
      readonly text: string
      readonly count: number
      readonly amount: string
    }) => string
    readonly product: string
  }
  readonly habits: {
    readonly title: string
    /** "9 days late", "2 days early", "on the due day" */
    readonly when: (count: number) => string
    readonly late: (of: { readonly who: string; readonly when: string }) => string
    readonly inTime: string
    readonly empty: string
    readonly usual: (when: string) => string
    /** Spoken: "from 2 days early to 21 days late". */
    readonly range: (of: { readonly from: string; readonly to: string }) => string
    readonly half: string
    readonly first: string
    readonly last: string
    readonly paid: string
    readonly axis: (count: number) => string
    readonly more: (text: string, count: number) => string
    readonly key: string
  }
  readonly ladder: {
    readonly title: string
    readonly worth: (of: { readonly has: string; readonly owes: string; readonly worth: string }) => string
    readonly owesMore: (of: { readonly has: string; readonly owes: string; readonly gap: string }) => string
    readonly empty: string
    readonly types: Readonly<Record<LadderType, string>>
    readonly profit: string
    readonly worthRow: string
    readonly equityRow: string
    readonly difference: string
    readonly unknown: (text: string, count: number) => string
    readonly zero: (text: string, count: number) => string
    readonly archived: string
    readonly account: string
    readonly type: string
    readonly noBalance: string
  }
  readonly journey: {
    readonly title: string
    readonly waiting: (text: string, count: number) => string
    readonly noneWaiting: string
    readonly paidUnopened: (text: string, count: number) => string
    readonly empty: string
    readonly steps: Readonly<Record<JourneyStep, string>>
    readonly step: string
    readonly invoices: string
    readonly note: string
  }
}

const en = wordOf('en')
const fr = wordOf('fr')

export const MORE_PICTURE_WORDS: Readonly<Record<Locale, MorePictureWords>> = {
  en: {
    others: (text, count) => `${text} ${en(count, 'other', 'others')}`,
    total: 'Together',
    amount: 'Amount',
    customer: 'Customer',
    coming: {
      title: 'What’s coming',
      answer: ({ amount, until }) => `${amount} is due by ${until}.`,
      usual: ({ who, when }) => `${who} usually pays ${when}.`,
      empty: 'Nothing is due in the next 60 days.',
      due: 'Due',
      expected: (day) => `usually ${day}`,
      usually: 'Usually paid',
      invoice: (number) => `Invoice ${number}`,
      today: 'Today',
      key: 'A dot is an invoice on its due day, a ring the day this customer usually pays.',
      more: (text) => `and ${text} more`,
    },
    best: {
      title: 'Best customers',
      answer: ({ count, percent, since }) =>
        `${count === 1 ? 'One customer brings' : `${count} customers bring`} ${percent}% of what was invoiced since ${since}, before taxes.`,
      few: ({ names, amount, since }) =>
        `Since ${since}, ${amount} was invoiced before taxes, all of it to ${names}.`,
      empty: (since) => `Nothing was invoiced since ${since}.`,
      half: 'Half of it is reached here',
      share: 'Share',
      percent: (percent) => `${percent}%`,
    },
    sells: {
      title: 'What sells',
      answer: ({ product, percent, since }) =>
        `${product} earns most: ${percent}% of what was invoiced since ${since}, before taxes.`,
      empty: (since) => `No product was invoiced since ${since}.`,
      discounts: ({ text, count, amount }) =>
        `Discounts on ${text} whole ${en(count, 'invoice', 'invoices')}, ${amount} together, are not taken off.`,
      product: 'Product',
    },
    habits: {
      title: 'Payment habits',
      when: HABIT_WORDS.en,
      late: ({ who, when }) => `${who} is usually the last to pay: ${when}.`,
      inTime: 'Everyone here usually pays in time.',
      empty: 'This needs three paid invoices of one customer in a year, and nobody has them yet.',
      usual: (when) => `usually ${when}`,
      range: ({ from, to }) => `from ${from} to ${to}`,
      half: 'The middle half',
      first: 'Earliest',
      last: 'Latest',
      paid: 'Paid invoices',
      axis: (count) => (count === 0 ? 'Due day' : `${Math.abs(count)} ${count > 0 ? 'late' : 'early'}`),
      more: (text) => `and ${text} more`,
      key: 'The dot is the usual day, the line the middle half of the payments.',
    },
    ladder: {
      title: 'How it is all spread',
      worth: ({ has, owes, worth }) => `The business has ${has} and owes ${owes}: ${worth} is left.`,
      owesMore: ({ has, owes, gap }) => `The business has ${has} and owes ${owes}: ${gap} more than it has.`,
      empty: 'Nothing stands on any account yet.',
      types: {
        ASSET: 'What it has',
        LIABILITY: 'What it owes',
        EQUITY: 'What its owners put in',
        INCOME: 'Earned',
        EXPENSE: 'Spent',
      },
      profit: 'Earned less spent, all years',
      worthRow: 'What it has less what it owes',
      equityRow: 'What its owners put in, with what was earned',
      difference: 'Difference between the two',
      unknown: (text, count) =>
        `The balance of ${text} ${en(count, 'account is', 'accounts is')} not known and not counted.`,
      zero: (text, count) =>
        `${text} more ${en(count, 'account', 'accounts')} with nothing on ${en(count, 'it', 'them')}`,
      archived: 'put away',
      account: 'Account',
      type: 'Part',
      noBalance: 'not known',
    },
    journey: {
      title: 'Where invoices get stuck',
      waiting: (text, count) =>
        `${text} ${en(count, 'invoice was sent in the last 90 days and has', 'invoices were sent in the last 90 days and have')} not been opened since, nor paid.`,
      noneWaiting: 'Every invoice sent in the last 90 days was opened or paid.',
      paidUnopened: (text, count) => `${text} ${en(count, 'was', 'were')} paid unopened.`,
      empty: 'No invoice was sent in the last 90 days.',
      steps: { sent: 'Sent', opened: 'Opened', due: 'Due by now', paid: 'Paid' },
      step: 'Step',
      invoices: 'Invoices',
      note: 'Each step is counted by itself.',
    },
  },
  fr: {
    others: (text, count) => `${text} ${fr(count, 'autre', 'autres')}`,
    total: 'Ensemble',
    amount: 'Montant',
    customer: 'Client',
    coming: {
      title: 'Ce qui arrive',
      answer: ({ amount, until }) => `${amount} à recevoir d’ici le ${until}.`,
      usual: ({ who, when }) => `${who} paie d’habitude ${when}.`,
      empty: 'Rien n’arrive à échéance dans les 60 prochains jours.',
      due: 'Échéance',
      expected: (day) => `d’habitude le ${day}`,
      usually: 'Paiement habituel',
      invoice: (number) => `Facture ${number}`,
      today: 'Aujourd’hui',
      key: 'Un point est une facture à son échéance, un anneau le jour où ce client paie d’habitude.',
      more: (text, count) => `et ${text} ${fr(count, 'autre', 'autres')}`,
    },
    best: {
      title: 'Meilleurs clients',
      answer: ({ count, percent, since }) =>
        `${count === 1 ? 'Un client apporte' : `${count} clients apportent`} ${percent}\u00a0% de ce qui a été facturé depuis le ${since}, hors taxes.`,
      few: ({ names, amount, since }) =>
        `Depuis le ${since}, ${amount} ont été facturés hors taxes, le tout à ${names}.`,
      empty: (since) => `Rien n’a été facturé depuis le ${since}.`,
      half: 'La moitié est atteinte ici',
      share: 'Part',
      percent: (percent) => `${percent}\u00a0%`,
    },
    sells: {
      title: 'Ce qui se vend',
      answer: ({ product, percent, since }) =>
        `${product} rapporte le plus\u00a0: ${percent}\u00a0% de ce qui a été facturé depuis le ${since}, hors taxes.`,
      empty: (since) => `Aucun produit n’a été facturé depuis le ${since}.`,
      discounts: ({ text, count, amount }) =>
        `Les remises sur ${text} ${fr(count, 'facture entière', 'factures entières')}, ${amount} ensemble, ne sont pas déduites.`,
      product: 'Produit',
    },
    habits: {
      title: 'Habitudes de paiement',
      when: HABIT_WORDS.fr,
      late: ({ who, when }) => `${who} est d’habitude le dernier à payer\u00a0: ${when}.`,
      inTime: 'Tous paient d’habitude à temps.',
      empty: 'Il faut trois factures payées d’un client dans l’année, et personne ne les a encore.',
      // The key says what the day is; with more words a row needs two lines.
      usual: (when) => when,
      range: ({ from, to }) => `de ${from} à ${to}`.replace('de le ', 'du ').replace(' à le ', ' au '),
      half: 'La moitié du milieu',
      first: 'Au plus tôt',
      last: 'Au plus tard',
      paid: 'Factures payées',
      axis: (count) => (count === 0 ? 'Échéance' : `${Math.abs(count)} j ${count > 0 ? 'après' : 'avant'}`),
      more: (text, count) => `et ${text} ${fr(count, 'autre', 'autres')}`,
      key: 'Le point est le jour habituel, le trait la moitié du milieu des paiements.',
    },
    ladder: {
      title: 'Comment tout est réparti',
      worth: ({ has, owes, worth }) => `L’entreprise a ${has} et doit ${owes}\u00a0: il reste ${worth}.`,
      owesMore: ({ has, owes, gap }) =>
        `L’entreprise a ${has} et doit ${owes}\u00a0: ${gap} de plus que ce qu’elle a.`,
      empty: 'Rien ne figure encore sur aucun compte.',
      types: {
        ASSET: 'Ce qu’elle a',
        LIABILITY: 'Ce qu’elle doit',
        EQUITY: 'Ce que ses propriétaires y ont mis',
        INCOME: 'Gagné',
        EXPENSE: 'Dépensé',
      },
      profit: 'Gagné moins dépensé, toutes les années',
      worthRow: 'Ce qu’elle a moins ce qu’elle doit',
      equityRow: 'Ce que ses propriétaires y ont mis, avec ce qui a été gagné',
      difference: 'Écart entre les deux',
      unknown: (text, count) =>
        `Le solde de ${text} ${fr(count, 'compte', 'comptes')} n’est pas connu et n’est pas compté.`,
      zero: (text, count) => `${text} ${fr(count, 'autre compte', 'autres comptes')} sans rien dessus`,
      archived: 'rangé',
      account: 'Compte',
      type: 'Partie',
      noBalance: 'inconnu',
    },
    journey: {
      title: 'Où les factures s’arrêtent',
      waiting: (text, count) =>
        `${text} ${fr(count, 'facture envoyée ces 90 derniers jours n’a', 'factures envoyées ces 90 derniers jours n’ont')} été ni ${fr(count, 'ouverte', 'ouvertes')} depuis, ni ${fr(count, 'payée', 'payées')}.`,
      noneWaiting: 'Chaque facture envoyée ces 90 derniers jours a été ouverte ou payée.',
      paidUnopened: (text, count) =>
        `${text} ${fr(count, 'a été payée', 'ont été payées')} sans avoir été ${fr(count, 'ouverte', 'ouvertes')}.`,
      empty: 'Aucune facture n’a été envoyée ces 90 derniers jours.',
      steps: { sent: 'Envoyées', opened: 'Ouvertes', due: 'Échues à ce jour', paid: 'Payées' },
      step: 'Étape',
      invoices: 'Factures',
      note: 'Chaque étape est comptée à part.',
    },
  },
}
