import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Note, Notes } from '@counterfoil/bff-api/notes'
import { BFF_PATHS, pathFor } from '@counterfoil/bff-api/paths'
import type { Locale } from '@counterfoil/bff-api/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#data/bff-client.ts'
import { useHydrated } from '#data/hydrated.ts'

const TONES = ['friendly', 'firm', 'final'] as const
export type Tone = (typeof TONES)[number]

/** A pause of a customer's reminders: none is sent before `until`. */
export interface Pause {
  /** A day; null if the pause has no end. */
  readonly until: string | null
  readonly reason: string
}

interface SentReminder {
  /** The time of sending as an ISO 8601 instant. */
  readonly at: string
  readonly tone: Tone
}

/** The maximum number of stored reminders per customer. */
const MAX_SENT = 20
export const MAX_REASON_CHARACTERS = 200

export const pauseKey = (customerId: string) => `pause:${customerId}`
export const sentKey = (customerId: string) => `sent:${customerId}`
export const textKey = (tone: Tone, language: Locale) => `text:${tone}:${language}`

/** Returns the pause of a customer; undefined if there is none or it has ended. @param about.today A day. */
export function findPause(
  notes: Notes | undefined,
  { customerId, today }: { readonly customerId: string; readonly today: string },
): Pause | undefined {
  const pause = parse(notes?.[pauseKey(customerId)]) as Pause | undefined
  return pause === undefined || (pause.until !== null && pause.until <= today) ? undefined : pause
}

/** Returns the sent reminders of a customer, latest first. */
export function findSent(notes: Notes | undefined, customerId: string): readonly SentReminder[] {
  return (parse(notes?.[sentKey(customerId)]) as readonly SentReminder[] | undefined) ?? []
}

/** Returns the note to store: the sent reminders of {@link findSent} and one more. */
export function addSent(notes: Notes | undefined, customerId: string, sent: SentReminder): string {
  return JSON.stringify([sent, ...findSent(notes, customerId)].slice(0, MAX_SENT))
}

/** Returns undefined for text that another version of this app stored. */
function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The values of a mail that a template replaces. */
interface MailFacts {
  /** The lines of the invoices, one each. */
  readonly lines: string
  readonly customer: string
  readonly business: string
}

const NAMES = ['customer', 'business'] as const
const PLACES = { lines: '{invoices}', customer: '{customer}', business: '{business}' } as const

/** Returns the message as a template with placeholders; undefined if it does not contain its invoice lines as written. */
export function toTemplate(message: string, facts: MailFacts): string | undefined {
  if (!message.includes(facts.lines)) return undefined
  // Replaces one name after the other, but never inside the placeholder of another name.
  const named = (text: string, [name, ...others]: readonly ('customer' | 'business')[] = NAMES): string =>
    name === undefined
      ? text
      : (facts[name] === '' ? [text] : text.split(facts[name]))
          .map((part) => named(part, others))
          .join(PLACES[name])
  const [before = '', ...after] = message.split(facts.lines)
  return [before, after.join(facts.lines)].map((text) => named(text)).join(PLACES.lines)
}

/** Fills a template of {@link toTemplate} with other invoices and another customer. */
export function fillTemplate(template: string, facts: MailFacts): string {
  return template.replaceAll(
    /\{(invoices|customer|business)\}/g,
    (_, name: 'invoices' | 'customer' | 'business') => facts[name === 'invoices' ? 'lines' : name],
  )
}

/** Returns the notes that a person stored with a connection, and a function that stores one more. */
export function useNotes({ id }: Pick<ConnectionView, 'id'>) {
  const queries = useQueryClient()
  const queryKey = ['notes', id] as const
  const { data: notes, isError } = useQuery({
    queryKey,
    queryFn: () => call<Notes>('GET', pathFor(BFF_PATHS.connectionNotes, id)),
    enabled: useHydrated(),
  })
  return {
    notes,
    isError,
    /** Rejects if the note could not be stored. */
    async keep(note: Note): Promise<void> {
      await call('POST', pathFor(BFF_PATHS.connectionNote, id), note)
      // A read that began earlier would overwrite the new note.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<Notes>(queryKey, (before) => {
        const { [note.key]: _, ...others } = before ?? {}
        return note.text === null ? others : { ...others, [note.key]: note.text }
      })
    },
  }
}
