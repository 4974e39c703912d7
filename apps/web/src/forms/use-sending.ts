import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { UserWireId } from '@counterfoil/oauth/ids'
import { allowsScope } from '@counterfoil/oauth/scope'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#data/failure.ts'
import { noteBooksChanged } from '#data/live-updates.ts'
import { useSession } from '#data/session/session.tsx'
import { useWords } from '#words/words.tsx'
import { type CommandOutcome, newCommandKey } from './command-client.ts'
import type { InputError, ReadForm } from './input-faults.ts'
import { type DoneRecord, isFormVerb, isOpen, type SentCommand, type Verb, VERBS } from './sent-command.ts'
import { sentCommands, type SentEntry, useSentCommands } from './sent-commands-client.ts'

/** The reason why a change was not sent or not made after the button was pressed. */
export type Hindrance =
  | { readonly kind: 'refused'; readonly errors: readonly InputError[] }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'asking' }
  | { readonly kind: 'later' }
  | { readonly kind: 'offline' }

interface Sending {
  /** The change that this form sent and that is not settled, also from before a reload. */
  readonly entry: SentEntry | undefined
  readonly isBusy: boolean
  readonly hindrance: Hindrance | undefined
  readonly send: (read: ReadForm, label: string) => void
  /** Declines the request for one more permission. */
  readonly notNow: () => void
}

/**
 * Sends a change of one record, once even if the button is pressed repeatedly.
 * @param onDone Called when the provider has confirmed the change or a lookup has found it.
 */
export function useSending(about: {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly recordId: string | null
  readonly onDone: (done: DoneRecord) => void
}): Sending {
  const { connection, verb, recordId, onDone } = about
  const { session, refresh } = useSession()
  const { clock } = useWords()
  const [hindrance, setHindrance] = useState<Hindrance>()
  const userId = session.person?.userId
  const isSending = useRef(false)
  const { entry, follow } = useFollowed({ connection, verb, recordId, userId })
  const reported = useRef<string>(undefined)
  const queryClient = useQueryClient()

  useEffect(() => {
    if (entry?.state.kind !== 'done' || reported.current === entry.command.key) return
    reported.current = entry.command.key
    noteBooksChanged(queryClient, connection.id)
    onDone({ id: entry.state.id, label: entry.command.label })
    // The form itself shows that the change was saved.
    if (isFormVerb(verb)) sentCommands.dismiss(entry.command.key)
  }, [entry, onDone, queryClient, connection.id, verb])

  function note(outcome: CommandOutcome): void {
    if (outcome.kind === 'refused') setHindrance({ kind: 'refused', errors: outcome.errors })
    if (outcome.kind !== 'failed') return
    const { failure } = outcome
    if (failure.kind === 'session_ended' || failure.kind === 'connection_changed') refresh()
    setHindrance(failure.kind === 'not_allowed' ? { kind: 'asking' } : { kind: 'failed', failure })
  }

  return {
    ...{ entry, hindrance, isBusy: entry !== undefined && isOpen(entry.state) },
    notNow: () => setHindrance({ kind: 'later' }),
    send(read, label) {
      const { businessId } = connection
      // A second press may come before the next render.
      if (isSending.current || (entry !== undefined && isOpen(entry.state))) return
      if (userId === undefined || businessId === null) return
      if (read.kind === 'wrong') return setHindrance({ kind: 'refused', errors: read.errors })
      if (!allowsScope(connection.scopes, VERBS[verb].scope)) return setHindrance({ kind: 'asking' })
      if (!navigator.onLine) return setHindrance({ kind: 'offline' })
      setHindrance(undefined)
      const key = newCommandKey()
      const sent = { key, verb, recordId, label, input: read.input, sentAtMs: clock() }
      const command: SentCommand = { ...sent, userId, connectionId: connection.id, businessId }
      isSending.current = true
      follow(key)
      void sentCommands
        .send(command)
        .then(note)
        .finally(() => (isSending.current = false))
    },
  }
}

/** Returns the change of this form: the one it sent, or one from before the page was loaded. */
function useFollowed(about: {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly recordId: string | null
  readonly userId: UserWireId | undefined
}) {
  const { connection, verb, recordId, userId } = about
  const entries = useSentCommands(userId)
  const [key, setKey] = useState<string>()
  const open = entries.find(
    ({ command, state }) =>
      isOpen(state) &&
      command.verb === verb &&
      command.recordId === recordId &&
      command.connectionId === connection.id,
  )
  const openKey = open?.command.key
  useEffect(() => {
    if (openKey !== undefined) setKey(openKey)
  }, [openKey])
  return { entry: entries.find(({ command }) => command.key === key), follow: setKey }
}
