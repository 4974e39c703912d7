import type { Notes } from '@counterfoil/bff-api/notes'
import type { Locale } from '@counterfoil/bff-api/session'
import { type RefObject, useState } from 'react'
import { dayIn, daysBetween } from '#figures/day.ts'
import type { Request } from '#forms/request.ts'
import { fillTemplate, textKey, type Tone, toTemplate } from '#forms/reminders/use-notes.ts'
import { useReader } from '#forms/use-reading.ts'
import type { LateInvoicesQuery } from '#generated/operations.ts'
import { createFormat, type Format } from '#words/format.ts'
import { languageLoaders } from '#words/language-loaders.ts'
import type { PartWords } from '#words/part-words.ts'
import { useWords } from '#words/words.tsx'

type Business = NonNullable<LateInvoicesQuery['business']>

/** The data of a reminder: the customer, the data read for it, and the request to read it again. */
export interface Reminded {
  /** The number of days that the customer usually pays late; undefined if unknown. */
  readonly usual: number | undefined
  readonly business: Business
  readonly customer: { readonly name: string }
  readonly request: Request
  /** The notes that the person stored with the connection. */
  readonly notes: Notes
}

/**
 * Returns the mail of a reminder. It is rewritten for another tone or language, and when the invoices have changed.
 * @param fields The element around the uncontrolled fields `subject` and `message`.
 */
export function useReminder(reminded: Reminded, fields: RefObject<HTMLElement | null>) {
  const { locale, spelling, clock, nowMs, words } = useWords('reminders')
  const read = useReader()
  const [business, setBusiness] = useState(reminded.business)
  const [hindrance, setHindrance] = useState<ReturnType<typeof findHindrance> | 'unread'>()
  const [openedAtMs] = useState(nowMs)
  const late = findLate(business, openedAtMs)
  const [style, setStyle] = useState({
    tone: toneFor(late, reminded.usual),
    language: locale,
    words: words.mail,
  })

  const { notes, customer } = reminded
  const mailOf = (of: Business, { tone, language, words: mailWords }: typeof style, kept = notes) =>
    writeReminder({
      ...{ tone, words: mailWords, customer: customer.name, business: of.name },
      kept: kept[textKey(tone, language)],
      invoices: findLate(of, openedAtMs),
      format: createFormat(language === locale ? spelling : language, of.timezone ?? undefined, openedAtMs),
    })
  const [initial] = useState(() => {
    const email = business.customer?.email
    const { subject, message } = mailOf(business, style)
    return { subject, message, ...(email == null ? {} : { to: email }) }
  })

  /** Replaces the subject and the message of the form. */
  function write(of: Business, next: typeof style, kept = notes): void {
    setStyle(next)
    const { subject, message } = mailOf(of, next, kept)
    fill(fields.current, { subject, message })
  }

  return {
    ...{ late, initial, hindrance, tone: style.tone, language: style.language },
    /** Returns the message as a template to be saved; undefined if the lines of the invoices were edited. */
    templateOf(message: string): string | undefined {
      const { lines } = mailOf(business, style)
      return toTemplate(message, { lines, customer: customer.name, business: business.name })
    },
    /** Restores the app's own text. */
    writeOurs: () => write(business, style, {}),
    changeTone: (tone: Tone) => write(business, { ...style, tone }),
    changeLanguage: (language: Locale) => {
      void languageLoaders({})
        [language]()
        .then(({ parts }) => parts.load('reminders'))
        .then(({ mail }) => write(business, { ...style, language, words: mail }))
    },
    /** Reads the invoices again; returns true if the mail may be sent as it is. */
    async check(): Promise<boolean> {
      const reading = await read(reminded.request)
      const now = reading.kind === 'read' ? (reading.data as LateInvoicesQuery).business : undefined
      const found = now == null ? 'unread' : findHindrance(now, { shown: late, nowMs: clock() })
      setHindrance(found)
      if (now != null && found === 'changed') {
        setBusiness(now)
        write(now, style)
      }
      return found === undefined
    },
  }
}

/** Sets the values of fields by name and dispatches an input event, as typing does. */
function fill(form: HTMLElement | null, values: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(values)) {
    const field = form?.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (!field) continue
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** An invoice that is past its due date and not fully paid. The amount is decimal text. */
type LateInvoice = ReturnType<typeof findLate>[number]

const FRIENDLY_DAYS = 14
const FIRM_DAYS = 45

/** Returns the late invoices of a customer, oldest first. @param nowMs The current time, which decides the day. */
export function findLate(business: Pick<Business, 'timezone' | 'invoices'>, nowMs: number) {
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

/**
 * Returns the tone that fits the oldest invoice. If the customer usually pays late, only the days beyond that count.
 * @param usual How many days late the customer usually pays; negative is early, undefined is unknown.
 */
export function toneFor(invoices: readonly LateInvoice[], usual: number | undefined): Tone {
  const days = Math.max(0, ...invoices.map(({ daysLate }) => daysLate)) - Math.max(0, usual ?? 0)
  return days <= FRIENDLY_DAYS ? 'friendly' : days <= FIRM_DAYS ? 'firm' : 'final'
}

/** Returns the day of the latest mail about the unpaid invoices of a customer, late or not; undefined if there was none. */
export function findLastMail(business: Pick<Business, 'timezone' | 'invoices'>): string | undefined {
  const sent = (business.invoices?.edges ?? []).flatMap(({ node }) => node?.lastSentAt ?? [])
  const latest = sent.toSorted().at(-1)
  return latest === undefined ? undefined : dayIn({ zone: business.timezone, instant: latest })
}

/**
 * Returns why a reminder must not be sent, from data read immediately before: nothing is late, a mail was sent to the customer
 * today, or the message names other invoices or amounts. Undefined if it can be sent.
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
  // Today's mail may have been about an invoice that was paid since.
  const sent = (business.recent?.edges ?? []).flatMap(({ node }) => node?.lastSentAt ?? [])
  if (sent.some((instant) => dayOf(instant) === today)) return 'sent_today'
  const named = (invoices: readonly LateInvoice[]) =>
    invoices.map(({ id, amount, dueDate }) => `${id} ${amount} ${dueDate}`).join('\n')
  return named(late) === named(shown) ? undefined : 'changed'
}

/** Writes one mail for all late invoices, in the language of `words` and `format`. */
export function writeReminder(about: {
  readonly tone: Tone
  readonly invoices: readonly LateInvoice[]
  readonly customer: string
  readonly business: string
  /** A text that the person saved, used in place of the app's own. */
  readonly kept?: string | undefined
  readonly words: PartWords['reminders']['mail']
  readonly format: Format
}): { readonly subject: string; readonly message: string; readonly lines: string } {
  const { tone, invoices, words, format, kept, customer, business } = about
  const count = invoices.length
  const rows = invoices.map(({ number, amount, currency, dueDate, daysLate }) =>
    words.line({ number, amount: format.amount(amount, currency), day: format.day(dueDate), days: daysLate }),
  )
  const lines = rows.join('\n')
  return {
    lines,
    subject: words.subject({ count, number: invoices[0]?.number ?? '' }),
    message:
      kept === undefined
        ? [
            `${words.greeting(customer)}\n`,
            `${words.lead[tone](count)}\n`,
            lines,
            `\n${words.close[tone]}\n`,
            business,
          ].join('\n')
        : fillTemplate(kept, { lines, customer, business }),
  }
}
