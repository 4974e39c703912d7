import type { DayOutcome, RECENT_DAYS as PROMISED_DAYS } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'

/** Written out here: the file of the promise brings a validator that the browser does not need. */
const RECENT_DAYS: typeof PROMISED_DAYS = 30

interface DaysWords {
  readonly title: string
  /** `shown` is less than thirty where the connection is younger. */
  readonly read: (days: { readonly count: number; readonly shown: number }) => string
  readonly failed: (count: number, date: string) => string
  readonly key: string
  readonly utc: string
  readonly day: (day: { readonly date: string; readonly outcome: string }) => string
  readonly outcome: Readonly<Record<DayOutcome, string>>
  readonly today: string
}

/** Words of the last thirty days: beside the catalogues, because the first page of the app does without them. */
export const DAYS_WORDS: Readonly<Record<Locale, DaysWords>> = {
  en: {
    title: `Last ${RECENT_DAYS} days`,
    read: ({ count, shown }) => {
      if (shown === 1) return count === 0 ? 'Nothing was read yet today.' : 'Counterfoil read today.'
      const span =
        shown === RECENT_DAYS ? `the last ${shown} days` : `the ${shown} days since it was connected`
      return count === 0
        ? `Counterfoil has read nothing in ${span}.`
        : `Counterfoil read on ${count} of ${span}.`
    },
    failed: (count, date) =>
      count === 1
        ? `On ${date} it tried and got nothing.`
        : `On ${count} days it tried and got nothing, last on ${date}.`,
    key: 'One square a day: empty is quiet, filled is read, striped is failed.',
    utc: 'A day begins at midnight UTC.',
    day: ({ date, outcome }) => `${date}: ${outcome}`,
    outcome: { read: 'read', failed: 'failed', quiet: 'quiet' },
    today: 'Today',
  },
  fr: {
    title: `Les ${RECENT_DAYS} derniers jours`,
    read: ({ count, shown }) => {
      if (shown === 1)
        return count === 0 ? 'Rien n’a encore été lu aujourd’hui.' : 'Counterfoil a lu aujourd’hui.'
      const span = shown === RECENT_DAYS ? `les ${shown} derniers` : `les ${shown} depuis la connexion`
      return count === 0
        ? `Counterfoil n’a rien lu pendant ${shown === RECENT_DAYS ? `les ${shown} derniers jours` : `les ${shown} jours depuis la connexion`}.`
        : `Counterfoil a lu ${count} ${count === 1 ? 'jour' : 'jours'} sur ${span}.`
    },
    failed: (count, date) =>
      count === 1
        ? `Le ${date}, il a essayé sans rien obtenir.`
        : `Pendant ${count} jours, il a essayé sans rien obtenir, la dernière fois le ${date}.`,
    key: 'Un carré par jour\u00a0: vide, rien n’a été demandé\u00a0; plein, la lecture a réussi\u00a0; rayé, elle a échoué.',
    utc: 'Un jour commence à minuit UTC.',
    day: ({ date, outcome }) => `${date}\u00a0: ${outcome}`,
    outcome: { read: 'lecture réussie', failed: 'lecture échouée', quiet: 'rien demandé' },
    today: 'Aujourd’hui',
  },
}
