import type { ConnectResult, Intent } from '@counterfoil/bff-api/connect-result'
import type { ConnectionId, PrincipalId, SessionId, UserWireId } from '@counterfoil/oauth/ids'
import { missingScopes } from '@counterfoil/oauth/scope'
import { businessKeyOf } from '#connections/business-key.ts'
import { connectionIdOf } from '#connections/connection-id.ts'
import type { ConnectionStore } from '#connections/connection-store.ts'
import { applyEvent, buildConnection, type Identity } from '#connections/connection.ts'
import type { Owner } from '#principals/own-people.ts'
import type { Person, PrincipalStore } from '#principals/principal-store.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { reservationIdOf } from '#session/session.ts'
import { chooseOutcome } from './result/connect-outcome.ts'
import {
  buildConnectResult,
  type ConnectResultFrame,
  type Replaced,
  type StoredConnectResult,
} from './result/connect-result.ts'
import { replacedTokens, type TokenSet } from '#connections/token-set.ts'
import { returnToBusiness } from './attempt/return-to.ts'

/** Who is signed in when an attempt has ended well. */
export interface SignIn {
  readonly principalId: PrincipalId
  readonly person: Person
  readonly connectionId: ConnectionId
  /** Represents the session until it is saved. */
  readonly reservationId: SessionId
}

/** Tokens and identity that an attempt returned, once they match what was asked for. */
export interface Arrival {
  readonly identity: Identity
  readonly tokens: TokenSet
  readonly intent: Intent
  /** Scope values that were asked for. */
  readonly asked: readonly string[]
  readonly isPlanInactive: boolean
  readonly replaces: Replaced | null
  /** The person of an app with its own sign-in, whose connection it becomes. */
  readonly owner: Owner | undefined
}

export interface OpenConnectionPorts {
  readonly connections: Pick<ConnectionStore, 'save'>
  readonly addConnection: PrincipalStore['addConnection']
  readonly announce: SessionChanges['announce']
  readonly principalIdOf: (userId: UserWireId) => PrincipalId
  /** Disconnects what is replaced. Null when it is not there any more. */
  readonly replace: (replaced: Replaced) => Promise<ConnectResult['replaced']>
  /** Do pages of the app have a business in their address? Else people return to the page they began at. */
  readonly hasBusinessPages: boolean
  readonly clock: () => number
  /** The store's clock. */
  readonly storeTime: () => Promise<number>
}

export interface OpenedConnection {
  readonly connectResult: StoredConnectResult
  readonly signIn: SignIn
}

export type OpenConnection = (arrival: Arrival, frame: ConnectResultFrame) => Promise<OpenedConnection>

/** Stores the connection; only then may a session point at it. The caller saves the result, after the session. */
export function createOpenConnection(ports: OpenConnectionPorts): OpenConnection {
  const { clock } = ports

  function holderOf({ identity, owner }: Arrival): Owner & { readonly connectionId: ConnectionId } {
    const { userId, businessId, email } = identity
    if (owner !== undefined)
      return { ...owner, connectionId: connectionIdOf(owner.principalId, businessId, userId) }
    const principalId = ports.principalIdOf(userId)
    return { principalId, person: { userId, email }, connectionId: connectionIdOf(principalId, businessId) }
  }

  function buildRecord(arrival: Arrival, frame: ConnectResultFrame, usedAtMs: number) {
    const { identity, tokens, isPlanInactive } = arrival
    const { principalId, connectionId } = holderOf(arrival)
    const fresh = {
      ...identity,
      ...{ principalId, tokens, usedAtMs, scopes: tokens.scopes, dayOffsetMs: frame.dayOffsetMs },
      id: connectionId,
      isAnswered: identity.email !== null || identity.businessName !== null,
    }
    return (previous: Parameters<typeof buildConnection>[1]) => {
      const record = buildConnection(fresh, previous, clock())
      return isPlanInactive ? applyEvent(record, { kind: 'plan_inactive' }, clock()) : record
    }
  }

  return async (arrival, frame) => {
    const { identity, tokens, asked, isPlanInactive, replaces } = arrival
    const { principalId, person, connectionId } = holderOf(arrival)
    const reservationId = reservationIdOf(frame.id)
    const usedAtMs = await ports.storeTime()
    await ports.announce(principalId, person, reservationId)
    await ports.addConnection(principalId, connectionId)
    const saved = await ports.connections.save(
      connectionId,
      buildRecord(arrival, frame, usedAtMs),
      (previous) => replacedTokens(previous?.tokens ?? null, tokens),
    )
    // Not for a business that cannot be read yet: the other one may be all that works.
    const isReplacing = replaces !== null && replaces.connectionId !== connectionId && !isPlanInactive
    const replaced = isReplacing ? await ports.replace(replaces) : null
    const outcome = chooseOutcome({
      ...{ intent: arrival.intent, asked, granted: tokens.scopes, isPlanInactive },
      isReplacing: replaced !== null,
      previous: saved.previous && { state: saved.previous.health.state, scopes: saved.previous.scopes },
    })
    const key = businessKeyOf(identity.businessId)
    const returnTo = ports.hasBusinessPages
      ? returnToBusiness({ returnTo: frame.returnTo, key, intent: arrival.intent })
      : frame.returnTo
    const connectResult = buildConnectResult({ ...frame, principalId, returnTo }, outcome, clock(), {
      ...{ connectionId, replaced, businessName: saved.current.businessName },
      missing: [...missingScopes(asked, tokens.scopes)],
      granted: [...tokens.scopes],
    })
    return { connectResult, signIn: { principalId, person, connectionId, reservationId } }
  }
}
