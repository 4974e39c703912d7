import type { DayOutcome } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'

interface DaysWords {
  readonly title: string
  readonly read: (count: number) => string
  readonly failed: (count: number, date: string) => string
  readonly key: string
  readonly day: (date: string, outcome: string) => string
  readonly outcome: Readonly<Record<DayOutcome, string>>
  readonly today: string
}

/** Words of the last thirty days: beside the catalogues, because the first page of the app does without them. */
export const DAYS_WORDS: Readonly<Record<Locale, DaysWords>> = {
  en: {
    title: 'Last 30 days',
    read: (count) =>
      count === 0
        ? 'Counterfoil has read nothing in the last 30 days.'
        : `Counterfoil read on ${count} of the last 30 days.`,
    failed: (count, date) =>
      count === 1
        ? `On ${date} it tried and got nothing.`
        : `On ${count} days it tried and got nothing, last on ${date}.`,
    key: 'One square a day: empty is quiet, filled is read, striped is failed. A day begins at midnight UTC.',
    day: (date, outcome) => `${date}: ${outcome}`,
    outcome: { read: 'read', failed: 'failed', quiet: 'quiet' },
    today: 'Today',
  },
  fr: {
    title: 'Les 30 derniers jours',
    read: (count) =>
      count === 0
        ? 'Counterfoil n’a rien lu au cours des 30 derniers jours.'
        : `Counterfoil a lu ${count} ${count === 1 ? 'jour' : 'jours'} sur les 30 derniers.`,
    failed: (count, date) =>
      count === 1
        ? `Le ${date}, il a essayé sans rien obtenir.`
        : `Pendant ${count} jours, il a essayé sans rien obtenir, la dernière fois le ${date}.`,
    key: 'Un carré par jour\u00a0: vide veut dire calme, plein veut dire lu, rayé veut dire sans succès. Un jour commence à minuit UTC.',
    day: (date, outcome) => `${date}\u00a0: ${outcome}`,
    outcome: { read: 'lu', failed: 'sans succès', quiet: 'calme' },
    today: 'Aujourd’hui',
  },
}
