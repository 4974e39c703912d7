import type { ConnectResult, Intent } from '@counterfoil/bff-api/connect-result'
import type { ConnectionId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import { missingScopes } from '@counterfoil/oauth/scope'
import { businessKeyOf } from '#connections/business-key.ts'
import { connectionIdOf } from '#connections/connection-id.ts'
import { type Identity, applyEvent, buildConnection } from '#connections/connection.ts'
import { principalIdOf } from '#principals/principal-id.ts'
import type { Owner } from '#principals/own-people.ts'
import type { Person } from '#principals/principal-store.ts'
import { reservationIdOf } from '#session/session.ts'
import { chooseOutcome } from './connect-outcome.ts'
import type { ConnectPorts } from './connect-ports.ts'
import {
  type ConnectResultFrame,
  type Replaced,
  type StoredConnectResult,
  buildConnectResult,
} from './connect-result.ts'
import { type TokenSet, replacedTokens } from '#connections/token-set.ts'
import { returnToBusiness } from './return-to.ts'

/** The person to sign in after a successful attempt, and the connection to select. */
interface SignIn {
  readonly principalId: PrincipalId
  readonly person: Person
  readonly connectionId: ConnectionId
  /** The id that represents the session until the session is saved. */
  readonly reservationId: SessionId
}

/** The tokens and the identity that an attempt returned, once they match the expected ones. */
export interface Arrival {
  readonly identity: Identity
  readonly tokens: TokenSet
  readonly intent: Intent
  /** The requested scopes. */
  readonly asked: readonly string[]
  readonly isPlanInactive: boolean
  readonly replaces: Replaced | null
  /** The person of an app with its own sign-in, who will own the connection. */
  readonly owner: Owner | undefined
}

export interface OpenedConnection {
  readonly connectResult: StoredConnectResult
  readonly signIn: SignIn
}

export type OpenConnection = ReturnType<typeof createOpenConnection>

/** Creates the function that stores a connection; only then may a session refer to it. The caller saves the result later. */
export function createOpenConnection(ports: ConnectPorts) {
  const { clock } = ports

  function buildRecord(arrival: Arrival, frame: ConnectResultFrame, usedAtMs: number) {
    const { identity, tokens, isPlanInactive } = arrival
    const { principalId, connectionId } = holderOf(arrival, ports.provider)
    const fresh = {
      ...identity,
      principalId,
      tokens,
      usedAtMs,
      scopes: tokens.scopes,
      dayOffsetMs: frame.dayOffsetMs,
      id: connectionId,
      isAnswered: identity.email !== null || identity.businessName !== null,
    }
    return (previous: Parameters<typeof buildConnection>[1]) => {
      const record = buildConnection(fresh, previous, clock())
      return isPlanInactive ? applyEvent(record, { kind: 'plan_inactive' }, clock()) : record
    }
  }

  return async (arrival: Arrival, frame: ConnectResultFrame): Promise<OpenedConnection> => {
    const { identity, tokens, asked, isPlanInactive, replaces } = arrival
    const { principalId, person, connectionId } = holderOf(arrival, ports.provider)
    const reservationId = reservationIdOf(frame.id)
    const usedAtMs = await ports.storeTime()
    await ports.changes.announce(principalId, person, reservationId)
    await ports.principals.addConnection(principalId, connectionId)
    const saved = await ports.connectionStore.save(
      connectionId,
      buildRecord(arrival, frame, usedAtMs),
      (previous) => replacedTokens(previous?.tokens ?? null, tokens),
    )
    // A business that cannot be read yet replaces nothing: the other connection may be the only one that works.
    const isReplacing = replaces !== null && replaces.connectionId !== connectionId && !isPlanInactive
    const replaced = isReplacing ? await replaceConnection(ports, replaces) : null
    const outcome = chooseOutcome({
      intent: arrival.intent,
      asked,
      granted: tokens.scopes,
      isPlanInactive,
      isReplacing: replaced !== null,
      previous: saved.previous && { state: saved.previous.health.state, scopes: saved.previous.scopes },
    })
    const key = businessKeyOf(identity.businessId)
    const returnTo = ports.hasBusinessPages
      ? returnToBusiness({ returnTo: frame.returnTo, key, intent: arrival.intent })
      : frame.returnTo
    const connectResult = buildConnectResult({ ...frame, principalId, returnTo }, outcome, clock(), {
      connectionId,
      replaced,
      businessName: saved.current.businessName,
      missing: [...missingScopes(asked, tokens.scopes)],
      granted: [...tokens.scopes],
    })
    return { connectResult, signIn: { principalId, person, connectionId, reservationId } }
  }
}

/** The maximum time in milliseconds that a person waits for a confirmed revocation; it goes on in the background. */
const PATIENCE_MS = 3000

/** Returns the owner of the new connection, and its id. */
function holderOf(
  { identity, owner }: Arrival,
  { realm }: ConnectPorts['provider'],
): Owner & { readonly connectionId: ConnectionId } {
  const { userId, businessId, email } = identity
  if (owner !== undefined)
    return { ...owner, connectionId: connectionIdOf(owner.principalId, businessId, userId) }
  const principalId = principalIdOf(realm, userId)
  return { principalId, person: { userId, email }, connectionId: connectionIdOf(principalId, businessId) }
}

/** Disconnects a connection that a stored one replaces. Returns null if it no longer exists. */
async function replaceConnection(
  { revocation, wait }: Pick<ConnectPorts, 'revocation' | 'wait'>,
  replaced: Replaced,
): Promise<ConnectResult['replaced']> {
  const disconnecting = revocation.disconnect(replaced.connectionId)
  disconnecting.catch(() => undefined)
  const outcome = await Promise.race([disconnecting, wait(PATIENCE_MS).then(() => 'slow' as const)])
  if (outcome === undefined) return null
  const isConfirmed = outcome !== 'slow' && outcome.revocation === 'confirmed'
  return { ...replaced, revocation: isConfirmed ? 'confirmed' : 'confirming' }
}
