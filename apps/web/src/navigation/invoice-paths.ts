import type { AgeKey } from '#figures/who-owes-you.ts'
import { PATHS } from './paths.ts'

/** How late an invoice is, as the address of the list says it. */
export const AGE_NAMES = {
  notDue: 'not-late',
  days1To30: '1-30',
  days31To60: '31-60',
  days61To90: '61-90',
  over90: 'over-90',
} as const satisfies Record<AgeKey, string>

/** The list of what is not paid, and of what is late of it. */
export const UNPAID_INVOICES = `${PATHS.invoices}?state=unpaid`
export const LATE_INVOICES = `${PATHS.invoices}?state=late`

/** The list of the invoices of an age. */
export function agePath(key: AgeKey): string {
  return `${key === 'notDue' ? UNPAID_INVOICES : LATE_INVOICES}&age=${AGE_NAMES[key]}`
}
