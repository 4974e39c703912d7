import { useState, type RefObject } from 'react'
import type { Locale } from '@counterfoil/bff-api/session'
import type { Request } from '#forms/command-client.ts'
import { useReader } from '#forms/use-reading.ts'
import type { LateInvoicesQuery } from '#generated/operations.ts'
import { createFormat } from '#words/format.ts'
import { languageLoaders } from '#words/languages.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { findHindrance, findLate, toneFor, writeReminder, type Tone } from './reminder.ts'

type Business = NonNullable<LateInvoicesQuery['business']>

/** Whom a reminder is for, what was read for it, and how to read that again. */
export interface Reminded {
  readonly business: Business
  readonly customer: { readonly name: string }
  readonly request: Request
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
  const [style, setStyle] = useState({ tone: toneFor(late), language: locale, words: words.mail })

  const mailOf = (of: Business, { tone, language, words: mailWords }: typeof style) =>
    writeReminder({
      ...{ tone, words: mailWords, customer: reminded.customer.name, business: of.name },
      invoices: findLate(of, openedAtMs),
      format: createFormat(language === locale ? spelling : language, of.timezone ?? undefined, openedAtMs),
    })
  const [initial] = useState(() => {
    const email = business.customer?.email
    return { ...mailOf(business, style), ...(email == null ? {} : { to: email }) }
  })

  /** Replaces the subject and the message, and reports it to the form as typing does. */
  function write(of: Business, next: typeof style): void {
    setStyle(next)
    for (const [name, text] of Object.entries(mailOf(of, next))) {
      const field = fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (!field) continue
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }

  return {
    ...{ late, initial, hindrance, tone: style.tone, language: style.language },
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
