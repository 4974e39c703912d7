import { useState, type RefObject } from 'react'
import type { Notes } from '@counterfoil/bff-api/notes'
import type { Locale } from '@counterfoil/bff-api/session'
import type { Request } from '#forms/command-client.ts'
import { useReader } from '#forms/use-reading.ts'
import type { LateInvoicesQuery } from '#generated/operations.ts'
import { createFormat } from '#words/format.ts'
import { languageLoaders } from '#words/languages.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { textKey, type Tone, toTemplate } from '#forms/reminders/reminder-notes.ts'
import { findHindrance, findLate, toneFor, writeReminder } from './reminder.ts'

type Business = NonNullable<LateInvoicesQuery['business']>

/** Whom a reminder is for, what was read for it, and how to read that again. */
export interface Reminded {
  /** How many days late the customer usually pays, where that is known. */
  readonly usual: number | undefined
  readonly business: Business
  readonly customer: { readonly name: string }
  readonly request: Request
  /** What its owner keeps beside the connection. */
  readonly notes: Notes
}

/**
 * The mail of a reminder: written for a tone and a language, and again when the invoices have changed.
 * @param fields Around the fields `subject` and `message`; they are not controlled.
 */
export function useReminder(reminded: Reminded, fields: RefObject<HTMLElement | null>) {
  const { locale, spelling, clock, nowMs } = useWords()
  const words = usePartWords('reminders')
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

  /** Replaces the subject and the message. */
  function write(of: Business, next: typeof style, kept = notes): void {
    setStyle(next)
    const { subject, message } = mailOf(of, next, kept)
    fill(fields.current, { subject, message })
  }

  return {
    ...{ late, initial, hindrance, tone: style.tone, language: style.language },
    /** The text that is written now as one to be kept; undefined where the lines of the invoices were changed. */
    templateOf(message: string): string | undefined {
      const { lines } = mailOf(business, style)
      return toTemplate(message, { lines, customer: customer.name, business: business.name })
    },
    /** Writes our own text again. */
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

/** Replaces the values of fields by name, and reports it to their form as typing does. */
function fill(form: HTMLElement | null, values: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(values)) {
    const field = form?.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (!field) continue
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
