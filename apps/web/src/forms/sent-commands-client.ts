import type { UserWireId } from '@counterfoil/oauth/ids'
import { useEffect, useSyncExternalStore } from 'react'
import { type CommandOutcome, readNow, sendCommand } from './command-client.ts'
import { type DraftPlace, drafts } from './draft-client.ts'
import { isOpen, type SentCommand, type SentState, VERBS } from './sent-command.ts'

/** A change that was sent, and what is known of it. */
export interface SentEntry {
  readonly command: SentCommand
  readonly state: SentState
}

/** How long after each other it is looked for what may have been made: three times within twenty seconds. */
const LOOK_PAUSES_MS = [0, 6_000, 12_000]

/** So many of what is settled stay to be seen. */
const MAX_SETTLED = 3

/** The changes that were sent, kept among the drafts, and the listeners that are notified of each change of them. */
function createEntries() {
  let entries: readonly SentEntry[] = []
  const listeners = new Set<() => void>()

  const find = (key: string) => entries.find(({ command }) => command.key === key)

  function put(command: SentCommand, state: SentState): void {
    const entry = { command, state }
    const isKnown = find(command.key) !== undefined
    entries = isKnown
      ? entries.map((other) => (other.command.key === command.key ? entry : other))
      : [...entries, entry]
    keep(entry)
    for (const notify of listeners) notify()
    dropSettled()
  }

  function drop(key: string): void {
    const entry = find(key)
    if (entry === undefined) return
    entries = entries.filter((other) => other !== entry)
    drafts.drop(placeOf(entry.command))
    for (const notify of listeners) notify()
  }

  /** Drops what is settled of the same change: a failure that was sent again, an earlier change of the same record. */
  function dropEarlier({ key, connectionId, verb, recordId }: SentCommand): void {
    for (const { command, state } of entries) {
      const isSame =
        command.connectionId === connectionId && command.verb === verb && command.recordId === recordId
      const isReplaced = state.kind === 'failed' || (state.kind === 'done' && recordId !== null)
      if (isSame && isReplaced && command.key !== key) drop(command.key)
    }
  }

  /** What is settled makes room: it lies among the drafts, of which there are not many. */
  function dropSettled(): void {
    const settled = entries.filter(({ state }) => !isOpen(state))
    for (const { command } of settled.slice(0, -MAX_SETTLED)) drop(command.key)
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return { all: () => entries, find, put, drop, dropEarlier, subscribe }
}

/** Looks for what a command may have made, until it is found or was not there each time. */
async function lookFor(
  command: SentCommand,
  { put, pausesMs }: { readonly put: Put; readonly pausesMs: readonly number[] },
): Promise<void> {
  put(command, { kind: 'not-sure', isLooking: true })
  const plan = await loadLook().catch(() => undefined)
  if (plan === undefined) return put(command, { kind: 'not-sure', isLooking: false })
  const { operationName, variables, find: read } = plan(command)
  let answers = 0
  for (const pauseMs of pausesMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const reading = await readNow({ connectionId: command.connectionId, operationName, variables })
    if (reading.kind === 'failed') continue
    answers += 1
    const finding = read(reading.data)
    if (finding.kind === 'one') return put(command, { kind: 'done', id: finding.id })
    if (finding.kind === 'several') return put(command, finding)
  }
  // "It isn't there" needs an answer to every look.
  const isMissing = answers === pausesMs.length
  put(command, isMissing ? { kind: 'not-there' } : { kind: 'not-sure', isLooking: false })
}

/** Comes with the first change that is sent: when its answer is lost, the network may be too. */
const loadLook = async () => (await import('./outcome-lookup.ts')).planLookup

type Put = ReturnType<typeof createEntries>['put']

/**
 * What was sent and what came of it, for this tab: kept sealed among the drafts, so that it survives a reload. Nothing is shown as
 * done before the provider has said so, and nothing is sent again by itself.
 */
export function createSentCommands({
  pausesMs = LOOK_PAUSES_MS,
}: { readonly pausesMs?: readonly number[] } = {}) {
  const { all, find, put, drop, dropEarlier, subscribe } = createEntries()
  const loaded = new Set<string>()
  const look = (command: SentCommand) => void lookFor(command, { put, pausesMs })

  function settle(command: SentCommand, outcome: CommandOutcome): CommandOutcome {
    if (outcome.kind === 'unsure') look(command)
    else if (outcome.kind === 'done')
      put(command, { kind: 'done', id: idOf(outcome.data) ?? command.recordId })
    else put(command, { kind: 'failed' })
    return outcome
  }

  async function send(command: SentCommand, isAgain: boolean): Promise<CommandOutcome> {
    const { key, connectionId, input } = command
    dropEarlier(command)
    put(command, { kind: 'on-its-way' })
    loadLook().catch(() => undefined)
    window.dispatchEvent(new Event('command-sent'))
    const { operationName } = VERBS[command.verb]
    const sent = { key, connectionId, operationName, variables: { input }, isAgain }
    return settle(command, await sendCommand(sent))
  }

  return {
    subscribe,
    entries: all,
    /** Brings back what this person sent before the page was loaded; what was on its way then is not sure. */
    async load(userId: UserWireId): Promise<void> {
      if (loaded.has(userId)) return
      loaded.add(userId)
      for (const draft of await drafts.list({ userId, form: FORM })) {
        const { command, state } = JSON.parse(draft.values['entry'] ?? '{}') as SentEntry
        if (find(command.key) !== undefined) continue
        put(command, state.kind === 'on-its-way' ? { kind: 'not-sure', isLooking: false } : state)
        if (state.kind === 'on-its-way' || (state.kind === 'not-sure' && state.isLooking)) look(command)
      }
    },
    send: (command: SentCommand) => send(command, false),
    /** Its person says so; under the same key, so that a provider that knows it does nothing twice. */
    sendAgain(key: string): Promise<CommandOutcome> | undefined {
      const entry = find(key)
      return entry === undefined ? undefined : send(entry.command, true)
    },
    lookAgain(key: string): void {
      const entry = find(key)
      if (entry !== undefined) look(entry.command)
    },
    /** Of several, this is the one. */
    choose({ key, id }: { readonly key: string; readonly id: string }): void {
      const entry = find(key)
      if (entry !== undefined) put(entry.command, { kind: 'done', id })
    },
    dismiss: drop,
  }
}

const FORM = 'sent'

function placeOf({ userId, connectionId, key }: SentCommand): DraftPlace {
  return { userId, connectionId, form: FORM, recordId: key }
}

function keep(entry: SentEntry): void {
  const { command } = entry
  const values = { entry: JSON.stringify(entry) }
  void drafts.keep(placeOf(command), { values, savedAtMs: Date.now(), modifiedAt: null })
}

function idOf(data: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(data)) {
    if (name === 'invoiceId') return String(value)
    if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id)
  }
  return undefined
}

/** The changes that were sent from this page. */
export const sentCommands = createSentCommands()

const NOTHING: readonly SentEntry[] = []

/** What this person sent in this tab, oldest first. */
export function useSentCommands(userId: UserWireId | undefined): readonly SentEntry[] {
  useEffect(() => {
    if (userId !== undefined) void sentCommands.load(userId)
  }, [userId])
  const entries = useSyncExternalStore(sentCommands.subscribe, sentCommands.entries, () => NOTHING)
  return userId === undefined ? NOTHING : entries
}
