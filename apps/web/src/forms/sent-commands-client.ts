import type { UserWireId } from '@counterfoil/oauth/ids'
import { useEffect, useSyncExternalStore } from 'react'
import { type CommandOutcome, readNow, sendCommand } from './command-client.ts'
import { type DraftPlace, drafts } from './draft-client.ts'
import { isOpen, type SentCommand, type SentState, VERBS } from './sent-command.ts'

/** A sent change and its known state. */
export interface SentEntry {
  readonly command: SentCommand
  readonly state: SentState
}

/** The pauses in milliseconds before each lookup of a change of unknown outcome: three lookups within twenty seconds. */
const LOOK_PAUSES_MS = [0, 6_000, 12_000]

/** The maximum number of settled changes that remain listed. */
const MAX_SETTLED = 3

/** Stores the sent changes among the drafts, and notifies listeners of each update. */
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

  /** Deletes settled entries of the same change: a failed one that is sent again, or an earlier change of the same record. */
  function dropEarlier({ key, connectionId, verb, recordId }: SentCommand): void {
    for (const { command, state } of entries) {
      const isSame =
        command.connectionId === connectionId && command.verb === verb && command.recordId === recordId
      const isReplaced = state.kind === 'failed' || (state.kind === 'done' && recordId !== null)
      if (isSame && isReplaced && command.key !== key) drop(command.key)
    }
  }

  /** Deletes the oldest settled changes. They are stored among the drafts, whose number is limited. */
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

/** Looks up whether a change was made, until it is found or every lookup has failed to find it. */
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
  // A change counts as missing only if every lookup was answered.
  const isMissing = answers === pausesMs.length
  put(command, isMissing ? { kind: 'not-there' } : { kind: 'not-sure', isLooking: false })
}

/** Loaded when the first change is sent: if its response is lost, the network may be down too. */
const loadLook = async () => (await import('./outcome-lookup.ts')).planLookup

type Put = ReturnType<typeof createEntries>['put']

/**
 * Stores the changes sent from this tab and their outcomes, encrypted among the drafts, so that they survive a reload. No change is
 * shown as done before the provider confirms it, and none is sent again automatically.
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
    /** Restores the changes that this person sent before the page was loaded. Those in flight then have an unknown outcome. */
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
    /** Sends a change again at the person's request, with the same key, so that a provider can recognize the duplicate. */
    sendAgain(key: string): Promise<CommandOutcome> | undefined {
      const entry = find(key)
      return entry === undefined ? undefined : send(entry.command, true)
    },
    lookAgain(key: string): void {
      const entry = find(key)
      if (entry !== undefined) look(entry.command)
    },
    /** Settles a change with the record that the person chose among several. */
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

export const sentCommands = createSentCommands()

const NOTHING: readonly SentEntry[] = []

/** Returns the changes that this person sent from this tab, oldest first. */
export function useSentCommands(userId: UserWireId | undefined): readonly SentEntry[] {
  useEffect(() => {
    if (userId !== undefined) void sentCommands.load(userId)
  }, [userId])
  const entries = useSyncExternalStore(sentCommands.subscribe, sentCommands.entries, () => NOTHING)
  return userId === undefined ? NOTHING : entries
}
