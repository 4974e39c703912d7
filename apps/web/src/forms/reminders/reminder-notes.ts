import type { Notes } from '@counterfoil/bff-api/notes'
import type { Locale } from '@counterfoil/bff-api/session'

const TONES = ['friendly', 'firm', 'final'] as const
export type Tone = (typeof TONES)[number]

/** No reminder goes to the customer before `until`. */
export interface Pause {
  /** A day; null: until somebody takes it up again. */
  readonly until: string | null
  readonly reason: string
}

interface SentReminder {
  /** An ISO instant. */
  readonly at: string
  readonly tone: Tone
}

/** Of one customer. */
const MAX_SENT = 20
export const MAX_REASON_CHARACTERS = 200

export const pauseKey = (customerId: string) => `pause:${customerId}`
export const sentKey = (customerId: string) => `sent:${customerId}`
export const textKey = (tone: Tone, language: Locale) => `text:${tone}:${language}`

/** Returns the pause of a customer; undefined if there is none, or if its day has come. @param about.today A day. */
export function findPause(
  notes: Notes | undefined,
  { customerId, today }: { readonly customerId: string; readonly today: string },
): Pause | undefined {
  const pause = parse(notes?.[pauseKey(customerId)]) as Pause | undefined
  return pause === undefined || (pause.until !== null && pause.until <= today) ? undefined : pause
}

/** Returns the reminders to a customer, the latest first. */
export function findSent(notes: Notes | undefined, customerId: string): readonly SentReminder[] {
  return (parse(notes?.[sentKey(customerId)]) as readonly SentReminder[] | undefined) ?? []
}

/** Returns the text of {@link findSent} with one more. */
export function addSent(notes: Notes | undefined, customerId: string, sent: SentReminder): string {
  return JSON.stringify([sent, ...findSent(notes, customerId)].slice(0, MAX_SENT))
}

/** Undefined for a text of another version of this app. */
function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What differs from one mail to the next. */
interface MailFacts {
  /** The invoices, a line each. */
  readonly lines: string
  readonly customer: string
  readonly business: string
}

const NAMES = ['customer', 'business'] as const
const PLACES = { lines: '{invoices}', customer: '{customer}', business: '{business}' } as const

/** Returns a message with places for what differs, to be kept; undefined where it does not hold the lines of its invoices as they were written. */
export function toTemplate(message: string, facts: MailFacts): string | undefined {
  if (!message.includes(facts.lines)) return undefined
  // One name after the other, and never within the place of another.
  const named = (text: string, [name, ...others]: readonly ('customer' | 'business')[] = NAMES): string =>
    name === undefined
      ? text
      : (facts[name] === '' ? [text] : text.split(facts[name]))
          .map((part) => named(part, others))
          .join(PLACES[name])
  const [before = '', ...after] = message.split(facts.lines)
  return [before, after.join(facts.lines)].map((text) => named(text)).join(PLACES.lines)
}

/** Returns the message that {@link toTemplate} made the template of, for other invoices and another customer. */
export function fillTemplate(template: string, facts: MailFacts): string {
  return template.replaceAll(
    /\{(invoices|customer|business)\}/g,
    (_, name: 'invoices' | 'customer' | 'business') => facts[name === 'invoices' ? 'lines' : name],
  )
}
