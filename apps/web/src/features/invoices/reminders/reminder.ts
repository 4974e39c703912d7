import { dayIn, daysBetween } from '#figures/day.ts'
import type { LateInvoicesQuery } from '#generated/operations.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'

type Business = NonNullable<LateInvoicesQuery['business']>

/** An invoice that is past its due day, with a part that is not paid. Amounts are decimal text. */
export interface LateInvoice {
  readonly id: string
  readonly number: string
  readonly dueDate: string
  readonly daysLate: number
  readonly amount: string
  readonly currency: string
}

export type Tone = 'friendly' | 'firm' | 'final'

const FRIENDLY_DAYS = 14
const FIRM_DAYS = 45

/** Returns the late invoices of a customer, the oldest first. @param nowMs The instant that decides which day it is. */
export function findLate(
  business: Pick<Business, 'timezone' | 'invoices'>,
  nowMs: number,
): readonly LateInvoice[] {
  const today = dayIn({ zone: business.timezone, instant: new Date(nowMs).toISOString() })
  return (business.invoices?.edges ?? [])
    .flatMap(({ node }) => node ?? [])
    .filter(({ dueDate, amountDue }) => dueDate < today && BigInt(amountDue.minorUnitValue) > 0n)
    .map(({ id, invoiceNumber: number, dueDate, amountDue }) => ({
      ...{ id, number, dueDate, daysLate: daysBetween({ from: dueDate, to: today }) },
      ...{ amount: amountDue.value, currency: amountDue.currency.code },
    }))
    .toSorted((one, other) => other.daysLate - one.daysLate)
}

/** Returns the tone that fits the oldest of the invoices. */
export function toneFor(invoices: readonly LateInvoice[]): Tone {
  const days = Math.max(0, ...invoices.map(({ daysLate }) => daysLate))
  return days <= FRIENDLY_DAYS ? 'friendly' : days <= FIRM_DAYS ? 'firm' : 'final'
}

/**
 * Returns why a reminder must not be sent, from what was read right before: nothing is late, the customer was written to today, or
 * the message speaks of other invoices or amounts. Undefined if it can be sent.
 * @param shown The invoices that the message names.
 */
export function findHindrance(
  business: Pick<Business, 'timezone' | 'invoices' | 'recent'>,
  { shown, nowMs }: { readonly shown: readonly LateInvoice[]; readonly nowMs: number },
): 'paid' | 'sent_today' | 'changed' | undefined {
  const late = findLate(business, nowMs)
  if (late.length === 0) return 'paid'
  const dayOf = (instant: string) => dayIn({ zone: business.timezone, instant })
  const today = dayOf(new Date(nowMs).toISOString())
  // A mail of today may have been about an invoice that is paid meanwhile.
  const sent = (business.recent?.edges ?? []).flatMap(({ node }) => node?.lastSentAt ?? [])
  if (sent.some((instant) => dayOf(instant) === today)) return 'sent_today'
  const named = (invoices: readonly LateInvoice[]) =>
    invoices.map(({ id, amount, dueDate }) => `${id} ${amount} ${dueDate}`).join('\n')
  return named(late) === named(shown) ? undefined : 'changed'
}

/** Writes the mail in the language of `words` and `format`: one for all late invoices. */
export function writeReminder(about: {
  readonly tone: Tone
  readonly invoices: readonly LateInvoice[]
  readonly customer: string
  readonly business: string
  readonly words: PartWords['reminders']['mail']
  readonly format: Format
}): { readonly subject: string; readonly message: string } {
  const { tone, invoices, words, format } = about
  const count = invoices.length
  const lines = invoices.map(({ number, amount, currency, dueDate, daysLate }) =>
    words.line({ number, amount: format.amount(amount, currency), day: format.day(dueDate), days: daysLate }),
  )
  return {
    subject: words.subject({ count, number: invoices[0]?.number ?? '' }),
    message: [
      `${words.greeting(about.customer)}\n`,
      `${words.lead[tone](count)}\n`,
      ...lines,
      `\n${words.close[tone]}\n`,
      about.business,
    ].join('\n'),
  }
}
