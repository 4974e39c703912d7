import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { missingScopes } from '@counterfoil/oauth/scope'
import type {
  BusinessWireId,
  ConnectionId,
  PrincipalId,
  TokenSetId,
  UserWireId,
} from '@counterfoil/oauth/ids'
import { businessKeyOf } from './business-key.ts'
import { isRefreshable, type TokenSet } from './token-set.ts'
import { EFFECTS, nextHealth, type ConnectionEvent, type Health } from './connection-state.ts'
import {
  EMPTY_ACTIVITY_HISTORY,
  moveActivityHistory,
  noteDay,
  type ActivityHistory,
} from './activity-history.ts'

/** Who and what tokens are for. */
export interface Identity {
  readonly userId: UserWireId
  readonly email: string | null
  /** Null when the tokens cover all businesses of the person. */
  readonly businessId: BusinessWireId | null
  readonly businessName: string | null
}

/** Tokens that this process cannot read. See `Opening` for what the two reasons mean. */
interface Unreadable {
  readonly sealed: string
  readonly fault: 'unknown_key' | 'damaged'
}

/** One connection as it is stored; `tokens` is sealed on the way to the store. */
export interface ConnectionRecord extends Identity {
  readonly id: ConnectionId
  readonly principalId: PrincipalId
  /** Granted scope values. */
  readonly scopes: readonly string[]
  readonly connectedAtMs: number
  /** When the person last used it, by the store's clock and to {@link USED_STEP_MS}. */
  readonly lastUsedAtMs: number
  /**
   * Grows when the figures a page shows may be of another grant: allowed again, disconnected, other scopes or business.
   * Trouble, a lapsed plan and a refresh keep it, so that pages keep their figures.
   */
  readonly version: number
  readonly health: Health
  /** When the provider last answered a query of this connection well. */
  readonly lastGoodAtMs: number | null
  /** Ends with the connection: a disconnected one has an empty one. */
  readonly activityHistory: ActivityHistory
  readonly tokens: TokenSet | null
  /** The sealed text of tokens that this process cannot open; kept until they are revoked. */
  readonly unreadable?: Unreadable | undefined
  /** Set before a refresh token is spent, removed when its answer is stored. */
  readonly refreshInFlight: { readonly atMs: number; readonly tokensId: TokenSetId } | null
  /** Has the provider confirmed that the tokens of a disconnected connection are revoked? */
  readonly revocation: 'confirming' | 'confirmed' | null
}

/** Has nobody disconnected it, whatever else may be the matter with it? */
export const isLiving = ({ health }: ConnectionRecord): boolean => health.state !== 'disconnected'

/** `lastGoodAtMs` is written no more often than this: it is shown in minutes. */
export const LAST_GOOD_STEP_MS = 60_000

/** `lastUsedAtMs` is written no more often than this: it counts in days. */
export const USED_STEP_MS = 3_600_000

/** The record of tokens that just came, beside or instead of `previous` of the same user and business. */
export function buildConnection(
  fresh: Identity & {
    readonly id: ConnectionId
    readonly principalId: PrincipalId
    readonly tokens: TokenSet
    readonly scopes: readonly string[]
    /** Has the provider answered a query with these tokens? */
    readonly isAnswered: boolean
    /** Now, by the store's clock. */
    readonly usedAtMs: number
    /** How far the clock of the person who connects is ahead of UTC; undefined when it is unknown. */
    readonly dayOffsetMs?: number | undefined
  },
  previous: ConnectionRecord | undefined,
  nowMs: number,
): ConnectionRecord {
  const kept = previous?.activityHistory ?? EMPTY_ACTIVITY_HISTORY
  const activityHistory = moveActivityHistory(kept, fresh.dayOffsetMs ?? kept.offsetMs)
  const unbroken = previous !== undefined && isUnbroken(previous.health.state) ? previous : undefined
  return {
    id: fresh.id,
    principalId: fresh.principalId,
    userId: fresh.userId,
    email: fresh.email ?? previous?.email ?? null,
    businessId: fresh.businessId,
    businessName: fresh.businessName ?? previous?.businessName ?? null,
    scopes: fresh.scopes,
    connectedAtMs: unbroken?.connectedAtMs ?? nowMs,
    lastUsedAtMs: fresh.usedAtMs,
    version: (previous?.version ?? 0) + 1,
    health: {
      ...{ state: 'connected', reason: null, canRetryAtMs: null, failures: 0 },
      sinceMs: unbroken?.health.state === 'connected' ? unbroken.health.sinceMs : nowMs,
    },
    lastGoodAtMs: fresh.isAnswered ? nowMs : (previous?.lastGoodAtMs ?? null),
    activityHistory: fresh.isAnswered ? noteDay(activityHistory, 'read', nowMs) : activityHistory,
    tokens: fresh.tokens,
    refreshInFlight: null,
    revocation: null,
  }
}

/** Does access that is renewed go on from what was there, so that it is connected since then and not since now? */
function isUnbroken(state: Health['state']): boolean {
  return state === 'connected' || state === 'trouble' || state === 'plan_ended'
}

/** The record after `event`; the same object when nothing worth writing changed. */
export function applyEvent(
  record: ConnectionRecord,
  event: ConnectionEvent,
  nowMs: number,
): ConnectionRecord {
  const health = nextHealth(record.health, event, nowMs)
  const { day } = EFFECTS[event.kind]
  const isNoted = day !== null && health.state !== 'disconnected'
  const activityHistory = isNoted ? noteDay(record.activityHistory, day, nowMs) : record.activityHistory
  const isSame = health === record.health && activityHistory === record.activityHistory
  const isGood = event.kind === 'answered' && health.state === 'connected'
  const isDue = record.lastGoodAtMs === null || nowMs - record.lastGoodAtMs >= LAST_GOOD_STEP_MS
  const lastGoodAtMs = isGood && (isDue || !isSame) ? nowMs : record.lastGoodAtMs
  if (isSame && lastGoodAtMs === record.lastGoodAtMs) return record
  return { ...record, health, lastGoodAtMs, activityHistory }
}

/**
 * The record once the person used it; the same object when that is known to {@link USED_STEP_MS}.
 * @param dayOffsetMs How far their clock is ahead of UTC; undefined when this use does not tell.
 */
export function useRecord(
  record: ConnectionRecord,
  { storeNowMs, dayOffsetMs }: { readonly storeNowMs: number; readonly dayOffsetMs: number | undefined },
): ConnectionRecord {
  const activityHistory = moveActivityHistory(
    record.activityHistory,
    dayOffsetMs ?? record.activityHistory.offsetMs,
  )
  const isKnown = storeNowMs - record.lastUsedAtMs < USED_STEP_MS
  if (isKnown && activityHistory === record.activityHistory) return record
  return { ...record, activityHistory, lastUsedAtMs: isKnown ? record.lastUsedAtMs : storeNowMs }
}

/** The record once it is disconnected: no tokens, a memory only. */
export function disconnectRecord(
  record: ConnectionRecord,
  nowMs: number,
  kind: 'disconnected' | 'unused' = 'disconnected',
): ConnectionRecord {
  return {
    ...record,
    version: record.version + 1,
    health: nextHealth(record.health, { kind }, nowMs),
    activityHistory: EMPTY_ACTIVITY_HISTORY,
    tokens: null,
    unreadable: undefined,
    refreshInFlight: null,
    // Also without tokens of its own: older ones may still be waiting to be revoked.
    revocation: 'confirming',
  }
}

export function renewRecord(record: ConnectionRecord, tokens: TokenSet, nowMs: number): ConnectionRecord {
  const scopes = tokens.scopes.length > 0 ? tokens.scopes : record.scopes
  const isSameScope =
    missingScopes(scopes, record.scopes).length + missingScopes(record.scopes, scopes).length === 0
  return {
    ...record,
    tokens,
    unreadable: undefined,
    scopes: isSameScope ? record.scopes : scopes,
    version: isSameScope ? record.version : record.version + 1,
    health: nextHealth(record.health, { kind: 'renewed' }, nowMs),
    refreshInFlight: null,
  }
}

/** Does a page show something else after this change? */
export function isVisibleChange(before: ConnectionRecord, after: ConnectionRecord): boolean {
  return (
    before.version !== after.version ||
    before.health.state !== after.health.state ||
    before.health.reason !== after.health.reason ||
    before.health.canRetryAtMs !== after.health.canRetryAtMs ||
    before.revocation !== after.revocation ||
    before.businessName !== after.businessName ||
    before.email !== after.email
  )
}

/** Tokens whose key is missing here are trouble of ours, whatever the record says; nothing of it is stored. */
function healthToShow({ health, unreadable }: ConnectionRecord): Health {
  return unreadable?.fault === 'unknown_key' && health.state === 'connected'
    ? { ...health, state: 'trouble', reason: 'misconfigured' }
    : health
}

const toIso = (ms: number) => new Date(ms).toISOString()

/** What a view says beside the record. */
export interface ConnectionViewFacts {
  readonly requestedScopes: readonly string[]
  /** How long a connection lives without use. */
  readonly unusedMs: number
}

const endOf = ({ tokens }: ConnectionRecord): string | null =>
  tokens === null || isRefreshable(tokens) ? null : toIso(tokens.expiresAtMs)

/** What a page may know of a connection. */
export function viewConnection(
  record: ConnectionRecord,
  { requestedScopes, unusedMs }: ConnectionViewFacts,
): ConnectionView {
  const health = healthToShow(record)
  const missing = [...missingScopes(requestedScopes, record.scopes)]
  const isLimited = health.state === 'connected' && missing.length > 0
  return {
    id: record.id,
    key: businessKeyOf(record.businessId),
    version: record.version,
    state: isLimited ? 'limited' : health.state,
    reason: isLimited ? 'fewer_permissions' : health.reason,
    since: toIso(health.sinceMs),
    connectedAt: toIso(record.connectedAtMs),
    userId: record.userId,
    email: record.email,
    businessId: record.businessId,
    businessName: record.businessName,
    lastGoodAt: record.lastGoodAtMs === null ? null : toIso(record.lastGoodAtMs),
    lastUsedAt: toIso(record.lastUsedAtMs),
    endsUnusedAt: isLiving(record) ? toIso(record.lastUsedAtMs + unusedMs) : null,
    endsAt: endOf(record),
    canRetryAt: health.canRetryAtMs === null ? null : toIso(health.canRetryAtMs),
    scopes: [...record.scopes],
    missing,
    revocation: isLiving(record) ? null : (record.revocation ?? 'confirmed'),
  }
}
