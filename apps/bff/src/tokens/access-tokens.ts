import type { ConnectionRecord } from '#connections/connection.ts'
import { applyEvent, renewRecord } from '#connections/connection.ts'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import { CLOSED, enterCircuit, noteFailure } from './circuit.ts'
import { decideTokenUse } from './token-lifecycle.ts'
import { eventOfOutcome, type TokenOutcome } from './token-outcome.ts'
import { buildTokenSet, type TokenSet } from './token-set.ts'

/** What a caller who wants to talk to the provider gets. */
export type AccessTokenResult =
  | { readonly kind: 'use'; readonly accessToken: string; readonly connection: ConnectionRecord }
  | {
      readonly kind: 'ended'
      readonly state: 'reconnect' | 'plan_ended' | 'disconnected'
      readonly connection: ConnectionRecord
    }
  | {
      readonly kind: 'unavailable'
      readonly reason: 'provider_down' | 'rate_limited' | 'misconfigured'
      readonly retryAtMs: number
    }
  | { readonly kind: 'missing' }

export interface AccessTokens {
  /**
   * A token that may be used now; refreshes it first when it is old.
   * A connection of another principal is `missing`, and nothing is done for it.
   * @param principalId May still be on its way: both are read at the same time. Undefined: nobody, so `missing`.
   */
  get(connectionId: string, principalId: string | Promise<string | undefined>): Promise<AccessTokenResult>
  /**
   * After the provider refused `refusedToken`: another token, if there can be one.
   * The caller may replay once; a second refusal is not answered with another refresh.
   */
  renew(connectionId: string, refusedToken: string): Promise<AccessTokenResult>
  /** Resolves when no refresh is under way: tokens that were asked for are stored. */
  settle(): Promise<void>
}

/** The moments of a refresh, in order. A test may stop the process at each. */
export const REFRESH_STEPS = ['locked', 'intent-stored', 'spent', 'stored', 'released'] as const
export type RefreshStep = (typeof REFRESH_STEPS)[number]

/** How one refresh ended, for logs and metrics. */
export interface RefreshReport {
  readonly connectionId: string
  readonly outcome: TokenOutcome['kind'] | 'lost_to_newer' | 'store_failed' | 'circuit_open'
  readonly cause?: string | undefined
  readonly tookMs: number
}

/** What {@link createAccessTokens} needs of the world. */
export interface AccessTokensPorts {
  readonly connections: {
    find(connectionId: string): Promise<ConnectionRecord | undefined>
    update(
      connectionId: string,
      change: (current: ConnectionRecord) => ConnectionRecord | undefined,
      doomed?: (current: ConnectionRecord) => readonly TokenSet[],
    ): Promise<
      | { readonly kind: 'updated'; readonly after: ConnectionRecord }
      | { readonly kind: 'unchanged'; readonly current: ConnectionRecord }
      | { readonly kind: 'missing' }
    >
  }
  readonly locks: {
    readonly leaseMs: number
    tryAcquire(
      connectionId: string,
    ): Promise<{ extend(): Promise<boolean>; release(): Promise<void> } | undefined>
  }
  readonly endpoint: {
    refresh(refreshToken: string): Promise<TokenOutcome>
    revoke(token: string): Promise<unknown>
  }
  /** The outbox. */
  readonly doomed: { add(holderId: string, tokens: readonly TokenSet[], dueAtMs: number): Promise<void> }
  readonly clock: () => number
  /** From 0 up to 1. */
  readonly dice: () => number
  readonly newId: () => string
  readonly wait: (ms: number) => Promise<void>
  readonly onRefresh?: (report: RefreshReport) => void
  /** Told how long a caller stood in line behind another process. */
  readonly onLockWait?: (ms: number) => void
  readonly onStep?: (step: RefreshStep, connectionId: string) => void | Promise<void>
}

/** Longest a caller stands in line for another process's refresh. */
export const LONGEST_LINE_MS = 15_000
const LOOK_AGAIN_MS = 40
/** A token that is refused this soon after it came is not the token's fault. */
export const FORCED_REFRESH_PAUSE_MS = 2000
/** Between two tries to refresh a token that still lives. */
export const EARLY_RETRY_MS = 5000
/** How long tokens that came while the store was away are held in memory. */
const RESCUE_WAITS_MS = [50, 200, 500, 1000, 2000, 4000, 8000, 8000] as const

/**
 * Access tokens for callers: decide, collapse within the process, lock across processes, read again, note the intent,
 * refresh, save by version. A caller that goes away never stops a refresh: nothing here knows about callers.
 */
export function createAccessTokens(ports: AccessTokensPorts): AccessTokens {
  const running = new Map<string, Promise<AccessTokenResult>>()
  const forcedAtMs = new Map<string, number>()
  const rescues = new Set<Promise<void>>()
  const earlyWaitUntilMs = new Map<string, number>()
  let circuit = CLOSED

  async function act(record: ConnectionRecord, refusedToken: string | undefined): Promise<AccessTokenResult> {
    const connectionId = record.id
    const decision = decideTokenUse(record, ports.clock(), refusedToken)
    switch (decision.kind) {
      case 'use':
        return { kind: 'use', accessToken: decision.tokens.accessToken, connection: record }
      case 'ended':
        return endedResult(record, decision.state)
      case 'wait':
        return { kind: 'unavailable', reason: decision.reason, retryAtMs: decision.retryAtMs }
      case 'refresh':
        break
    }
    if (decision.fallback !== undefined && ports.clock() < (earlyWaitUntilMs.get(connectionId) ?? 0)) {
      return { kind: 'use', accessToken: decision.fallback.accessToken, connection: record }
    }
    if (refusedToken !== undefined && !mayForce(connectionId)) {
      return {
        kind: 'unavailable',
        reason: 'provider_down',
        retryAtMs: ports.clock() + FORCED_REFRESH_PAUSE_MS,
      }
    }
    return collapse(connectionId, refusedToken)
  }

  /** One forced refresh per connection and pause: a provider that refuses every token is not asked for ever more. */
  function mayForce(connectionId: string): boolean {
    if (running.has(connectionId)) return true
    const nowMs = ports.clock()
    const lastMs = forcedAtMs.get(connectionId)
    if (lastMs !== undefined && nowMs - lastMs < FORCED_REFRESH_PAUSE_MS) return false
    if (forcedAtMs.size > 10_000) forcedAtMs.clear()
    forcedAtMs.set(connectionId, nowMs)
    return true
  }

  function collapse(connectionId: string, refusedToken: string | undefined): Promise<AccessTokenResult> {
    const found = running.get(connectionId)
    if (found !== undefined) return found
    const started = standInLine(connectionId, refusedToken)
      .catch((error: unknown) => {
        // The store was away and nothing was asked: the next caller may ask at once.
        forcedAtMs.delete(connectionId)
        throw error
      })
      .finally(() => running.delete(connectionId))
    running.set(connectionId, started)
    return started
  }

  /** Until we hold the lock, or someone else's refresh has made it unnecessary. */
  async function standInLine(
    connectionId: string,
    refusedToken: string | undefined,
  ): Promise<AccessTokenResult> {
    const beganAtMs = ports.clock()
    for (;;) {
      const lock = await ports.locks.tryAcquire(connectionId)
      if (lock !== undefined) {
        ports.onLockWait?.(ports.clock() - beganAtMs)
        return holdAndRefresh(connectionId, refusedToken, lock)
      }
      await ports.wait(LOOK_AGAIN_MS)
      const record = await ports.connections.find(connectionId)
      if (record === undefined) return { kind: 'missing' }
      const decision = decideTokenUse(record, ports.clock(), refusedToken)
      const waitedMs = ports.clock() - beganAtMs
      if (decision.kind === 'refresh' && waitedMs < LONGEST_LINE_MS) continue
      ports.onLockWait?.(waitedMs)
      switch (decision.kind) {
        case 'use':
          return { kind: 'use', accessToken: decision.tokens.accessToken, connection: record }
        case 'ended':
          return endedResult(record, decision.state)
        case 'wait':
          return { kind: 'unavailable', reason: decision.reason, retryAtMs: decision.retryAtMs }
        case 'refresh':
          return fallBack(record, decision.fallback, 'provider_down', ports.clock() + 1000)
      }
    }
  }

  async function holdAndRefresh(
    connectionId: string,
    refusedToken: string | undefined,
    lock: { extend(): Promise<boolean>; release(): Promise<void> },
  ): Promise<AccessTokenResult> {
    let isHeld = true
    const renewal = (async () => {
      while (isHeld) {
        await ports.wait(ports.locks.leaseMs / 3)
        // A lease that is lost stays lost: whoever has it now is protected from us by the tokens' id.
        if (isHeld && !(await lock.extend().catch(() => true))) return
      }
    })()
    renewal.catch(() => undefined)
    try {
      await ports.onStep?.('locked', connectionId)
      return await refresh(connectionId, refusedToken)
    } finally {
      isHeld = false
      // An expired lease says the same, only later.
      await lock.release().catch(() => undefined)
      await ports.onStep?.('released', connectionId)
    }
  }

  async function refresh(connectionId: string, refusedToken: string | undefined): Promise<AccessTokenResult> {
    const beganAtMs = ports.clock()
    const report = (outcome: RefreshReport['outcome'], cause?: string) =>
      ports.onRefresh?.({ connectionId, outcome, cause, tookMs: ports.clock() - beganAtMs })

    // Read again under the lock: whoever held it before us may have done the work.
    const record = await ports.connections.find(connectionId)
    if (record === undefined) return { kind: 'missing' }
    const decision = decideTokenUse(record, ports.clock(), refusedToken)
    switch (decision.kind) {
      case 'use':
        return { kind: 'use', accessToken: decision.tokens.accessToken, connection: record }
      case 'ended':
        return endedResult(record, decision.state)
      case 'wait':
        return { kind: 'unavailable', reason: decision.reason, retryAtMs: decision.retryAtMs }
      case 'refresh':
        break
    }
    const entry = enterCircuit(circuit, ports.clock())
    if (entry.kind === 'wait') {
      report('circuit_open')
      return fallBack(record, decision.fallback, 'provider_down', entry.retryAtMs)
    }
    circuit = entry.circuit

    const spent = decision.tokens
    // The intent: proves that the store takes writes before anything is spent, and remembers the spending if we die.
    const wasSpending = record.spending?.tokensId === spent.id
    const intent = await ports.connections.update(connectionId, (current) =>
      current.tokens?.id === spent.id
        ? { ...current, spending: current.spending ?? { atMs: ports.clock(), tokensId: spent.id } }
        : undefined,
    )
    if (intent.kind === 'missing') return { kind: 'missing' }
    if (intent.kind === 'unchanged' && intent.current.tokens?.id !== spent.id) {
      report('lost_to_newer')
      return readOutcome(connectionId, refusedToken)
    }
    await ports.onStep?.('intent-stored', connectionId)

    const askedAtMs = ports.clock()
    const outcome = await ports.endpoint.refresh(spent.refreshToken)
    await ports.onStep?.('spent', connectionId)
    if (outcome.kind === 'provider_down' || outcome.kind === 'rate_limited' || outcome.kind === 'unusable') {
      circuit = noteFailure(circuit, ports.clock(), ports.dice())
    } else {
      circuit = CLOSED
    }

    if (outcome.kind === 'tokens') {
      const fresh = buildTokenSet(outcome.response, { id: ports.newId(), askedAtMs, dice: ports.dice() })
      return storeFresh(connectionId, spent, fresh, report)
    }
    report(outcome.kind, 'cause' in outcome ? outcome.cause : undefined)
    if (outcome.kind === 'unusable') await revokeLeftovers(outcome.leftovers, spent)
    const event: ConnectionEvent =
      outcome.kind === 'grant_refused' && wasSpending ? { kind: 'grant_lost' } : eventOfOutcome(outcome)
    if (decision.fallback !== undefined && isTransient(outcome)) {
      // The present token lives on and the person notices nothing: neither state nor wait is worth a write.
      if (earlyWaitUntilMs.size > 10_000) earlyWaitUntilMs.clear()
      earlyWaitUntilMs.set(connectionId, ports.clock() + EARLY_RETRY_MS)
      return { kind: 'use', accessToken: decision.fallback.accessToken, connection: record }
    }
    const mayBeSpent =
      outcome.kind === 'unusable' || (outcome.kind === 'provider_down' && !outcome.isAnswered)
    return noteRefusal(connectionId, spent, event, mayBeSpent)
  }

  /** Writes new tokens if the old ones are still what is stored; else the new ones must not stay alive unknown. */
  async function storeFresh(
    connectionId: string,
    spent: TokenSet,
    fresh: TokenSet,
    report: (outcome: RefreshReport['outcome'], cause?: string) => void,
  ): Promise<AccessTokenResult> {
    const write = () =>
      ports.connections.update(connectionId, (current) =>
        current.tokens?.id === spent.id ? renewRecord(current, fresh, ports.clock()) : undefined,
      )
    let written: Awaited<ReturnType<typeof write>>
    try {
      written = await write()
    } catch (error) {
      report('store_failed')
      const rescued = rescue(connectionId, spent, fresh, write).finally(() => rescues.delete(rescued))
      rescues.add(rescued)
      throw error
    }
    if (written.kind === 'updated') {
      report('tokens')
      await ports.onStep?.('stored', connectionId)
      return { kind: 'use', accessToken: fresh.accessToken, connection: written.after }
    }
    report('lost_to_newer')
    await discard(connectionId, written.kind === 'unchanged' ? written.current : undefined, fresh)
    return readOutcome(connectionId, undefined)
  }

  /** The store went away between proving and writing: keep trying, and revoke what cannot be stored. */
  async function rescue(
    connectionId: string,
    spent: TokenSet,
    fresh: TokenSet,
    write: () => Promise<{ readonly kind: 'updated' | 'unchanged' | 'missing' }>,
  ): Promise<void> {
    for (const waitMs of RESCUE_WAITS_MS) {
      await ports.wait(waitMs)
      try {
        const written = await write()
        if (written.kind === 'updated') return
        const current = await ports.connections.find(connectionId)
        // A lost answer to a write that was done looks like this too.
        if (current?.tokens?.id !== fresh.id) await discard(connectionId, current, fresh)
        return
      } catch {
        // Still away.
      }
    }
    await revokeLeftovers([fresh.refreshToken, fresh.accessToken], spent)
  }

  /** Tokens that lost the race: dead soon, through the outbox. What the stored record still uses stays alive. */
  async function discard(
    connectionId: string,
    current: ConnectionRecord | undefined,
    fresh: TokenSet,
  ): Promise<void> {
    const kept = current?.tokens
    if (kept?.id === fresh.id) return
    // Killing a refresh token may kill its whole family: a shared one must live.
    const refreshToken = kept?.refreshToken === fresh.refreshToken ? '' : fresh.refreshToken
    await ports.doomed.add(connectionId, [{ ...fresh, refreshToken }], ports.clock())
  }

  async function revokeLeftovers(leftovers: readonly string[], spent: TokenSet): Promise<void> {
    for (const token of leftovers) {
      if (token !== spent.refreshToken && token !== spent.accessToken) await ports.endpoint.revoke(token)
    }
  }

  /** The provider gave no tokens. Only if ours are still the stored ones does that say anything. */
  async function noteRefusal(
    connectionId: string,
    spent: TokenSet,
    event: ConnectionEvent,
    mayBeSpent: boolean,
  ): Promise<AccessTokenResult> {
    const isFinal = event.kind === 'grant_refused' || event.kind === 'grant_lost'
    const noted = await ports.connections.update(
      connectionId,
      (current) => {
        if (current.tokens?.id !== spent.id) return undefined
        const applied = applyEvent(current, event, ports.clock())
        const after = mayBeSpent || current.spending === null ? applied : { ...applied, spending: null }
        // A refused grant ends its whole family at the provider too: an answer we never saw may have made tokens.
        return isFinal ? { ...after, tokens: null, spending: null } : after
      },
      () => (isFinal ? [spent] : []),
    )
    if (noted.kind === 'missing') return { kind: 'missing' }
    return readOutcome(connectionId, undefined, spent)
  }

  /** What the stored record says now, without asking the provider once more. */
  async function readOutcome(
    connectionId: string,
    refusedToken: string | undefined,
    failed?: TokenSet,
  ): Promise<AccessTokenResult> {
    const record = await ports.connections.find(connectionId)
    if (record === undefined) return { kind: 'missing' }
    const decision = decideTokenUse(record, ports.clock(), refusedToken)
    switch (decision.kind) {
      case 'use':
        return { kind: 'use', accessToken: decision.tokens.accessToken, connection: record }
      case 'ended':
        return endedResult(record, decision.state)
      case 'wait':
        return { kind: 'unavailable', reason: decision.reason, retryAtMs: decision.retryAtMs }
      case 'refresh': {
        const fallback = failed?.id === decision.tokens.id ? decision.fallback : undefined
        return fallBack(record, fallback, 'provider_down', ports.clock() + 1000)
      }
    }
  }

  return {
    async get(connectionId, principalId) {
      const [record, owner] = await Promise.all([ports.connections.find(connectionId), principalId])
      return record === undefined || record.principalId !== owner
        ? { kind: 'missing' }
        : act(record, undefined)
    },
    async renew(connectionId, refusedToken) {
      const record = await ports.connections.find(connectionId)
      return record === undefined ? { kind: 'missing' } : act(record, refusedToken)
    },
    async settle() {
      await Promise.allSettled([...running.values(), ...rescues])
    },
  }
}

function isTransient(outcome: TokenOutcome): boolean {
  return (
    outcome.kind === 'provider_down' || outcome.kind === 'rate_limited' || outcome.kind === 'misconfigured'
  )
}

function endedResult(
  connection: ConnectionRecord,
  state: 'reconnect' | 'plan_ended' | 'disconnected',
): AccessTokenResult {
  return { kind: 'ended', state, connection }
}

function fallBack(
  connection: ConnectionRecord,
  fallback: TokenSet | undefined,
  reason: 'provider_down' | 'rate_limited' | 'misconfigured',
  retryAtMs: number,
): AccessTokenResult {
  if (fallback !== undefined) return { kind: 'use', accessToken: fallback.accessToken, connection }
  return { kind: 'unavailable', reason, retryAtMs }
}
