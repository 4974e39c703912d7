import type { Locale } from '@counterfoil/bff-api/session'
import { wordOf } from './plural.ts'

const en = wordOf('en')
const fr = wordOf('fr')

/** When somebody pays: `count` days after the due day, before it where it is negative. */
export const HABIT_WORDS: Readonly<Record<Locale, (count: number) => string>> = {
  en: (count) => {
    if (count === 0) return 'on the due day'
    const size = Math.abs(count)
    return `${size} ${en(size, 'day', 'days')} ${count > 0 ? 'late' : 'early'}`
  },
  fr: (count) => {
    if (count === 0) return 'le jour de l’échéance'
    const size = Math.abs(count)
    return `${size} ${fr(size, 'jour', 'jours')} ${count > 0 ? 'après' : 'avant'} l’échéance`
  },
}
