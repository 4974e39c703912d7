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

/** The account and the business that tokens are for. */
export interface Identity {
  readonly userId: UserWireId
  readonly email: string | null
  /** Null if the tokens cover all businesses of the person. */
  readonly businessId: BusinessWireId | null
  readonly businessName: string | null
}

/** Tokens that this process cannot read. See `Opening` for the two reasons. */
interface Unreadable {
  readonly sealed: string
  readonly fault: 'unknown_key' | 'damaged'
}

/** The record of one connection; `tokens` is sealed before it is stored. */
export interface ConnectionRecord extends Identity {
  readonly id: ConnectionId
  readonly principalId: PrincipalId
  /** The granted scopes. */
  readonly scopes: readonly string[]
  readonly connectedAtMs: number
  /** The time of the person's last use by the store's clock, exact to {@link USED_STEP_MS}. */
  readonly lastUsedAtMs: number
  /**
   * Grows if the figures of a page may belong to another grant: allowed again, disconnected, other scopes or business. Trouble, a
   * lapsed plan and a refresh keep the version, so that pages keep their figures.
   */
  readonly version: number
  readonly health: Health
  /** The time of the last good answer of the provider to a query of this connection; null if there was none. */
  readonly lastGoodAtMs: number | null
  /** Empty once the connection is disconnected. */
  readonly activityHistory: ActivityHistory
  readonly tokens: TokenSet | null
  /** The sealed text of tokens that this process cannot decrypt; kept until they are revoked. */
  readonly unreadable?: Unreadable | undefined
  /** Set before a refresh token is sent, removed when the answer is stored. */
  readonly refreshInFlight: { readonly atMs: number; readonly tokensId: TokenSetId } | null
  /** The state of the revocation of a disconnected connection's tokens; null while connected. */
  readonly revocation: 'confirming' | 'confirmed' | null
}

/** Returns true if the connection is not disconnected, whatever its other state. */
export const isLiving = ({ health }: ConnectionRecord): boolean => health.state !== 'disconnected'

/** The minimum time in milliseconds between two writes of `lastGoodAtMs`, which is shown in minutes. */
export const LAST_GOOD_STEP_MS = 60_000

/** The minimum time in milliseconds between two writes of `lastUsedAtMs`, which is counted in days. */
export const USED_STEP_MS = 3_600_000

/** Builds the record for new tokens; it replaces `previous`, the record of the same user and business, if there is one. */
export function buildConnection(
  fresh: Identity & {
    readonly id: ConnectionId
    readonly principalId: PrincipalId
    readonly tokens: TokenSet
    readonly scopes: readonly string[]
    /** True if the provider has answered a query with these tokens. */
    readonly isAnswered: boolean
    /** The present time by the store's clock. */
    readonly usedAtMs: number
    /** The UTC offset in milliseconds of the person who connects; undefined if unknown. */
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
      state: 'connected',
      reason: null,
      canRetryAtMs: null,
      failures: 0,
      sinceMs: unbroken?.health.state === 'connected' ? unbroken.health.sinceMs : nowMs,
    },
    lastGoodAtMs: fresh.isAnswered ? nowMs : (previous?.lastGoodAtMs ?? null),
    activityHistory: fresh.isAnswered ? noteDay(activityHistory, 'read', nowMs) : activityHistory,
    tokens: fresh.tokens,
    refreshInFlight: null,
    revocation: null,
  }
}

/** Returns true if new tokens continue the connection, so that `connectedAtMs` stays as it is. */
function isUnbroken(state: Health['state']): boolean {
  return state === 'connected' || state === 'trouble' || state === 'plan_ended'
}

/** Returns the record after `event`; the same object if nothing needs to be written. */
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
 * Returns the record after a use; the same object if that use is known to {@link USED_STEP_MS}.
 * @param dayOffsetMs The person's UTC offset in milliseconds; undefined if this use does not report it.
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

/** Returns the disconnected record: without tokens, only a memory. */
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
    // Even without own tokens: older ones may still wait for revocation.
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

/** Returns true if a page displays the change. */
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

/** Returns the health to show. Tokens whose key this process lacks are shown as our own misconfiguration; that is not stored. */
function healthToShow({ health, unreadable }: ConnectionRecord): Health {
  return unreadable?.fault === 'unknown_key' && health.state === 'connected'
    ? { ...health, state: 'trouble', reason: 'misconfigured' }
    : health
}

const toIso = (ms: number) => new Date(ms).toISOString()

/** The facts of a view that are not in the record. */
export interface ConnectionViewFacts {
  readonly requestedScopes: readonly string[]
  /** The time in milliseconds after which an unused connection ends. */
  readonly unusedMs: number
}

const endOf = ({ tokens }: ConnectionRecord): string | null =>
  tokens === null || isRefreshable(tokens) ? null : toIso(tokens.expiresAtMs)

/** Returns the view of a connection for a page. */
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
