import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { BrowserId, ConnectionId, LeaveId, PrincipalId } from '@counterfoil/oauth/ids'
import { type ConnectionRecord, isLiving } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import type { Revocation } from '#revocation/revocation.ts'
import type { SessionLifecycle } from '#session/session-lifecycle-store.ts'
import type { Request } from 'express'
import { browserDigestOf } from '#browser/browser-id.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import type { LeaveStore, StoredLeave } from './leave-store.ts'

interface LeavingPorts {
  readonly connections: Pick<Connections, 'list'>
  readonly revocation: Pick<Revocation, 'disconnectAll' | 'forgetPrincipal'>
  readonly pendingRevocations: Pick<RevocationStore, 'stateOf'>
  readonly changes: Pick<SessionLifecycle, 'end' | 'endEntry' | 'list' | 'endForgotten'>
  readonly principals: Pick<PrincipalStore, 'schedule'>
  readonly leaves: LeaveStore
  readonly metadata: Pick<ProviderMetadata, 'abilities'>
  readonly provider: Pick<ProviderProfile, 'clientId'>
  /** The address to which the provider redirects after it has ended its own session. */
  readonly signedOutUri: string
  readonly newId: () => LeaveId
  readonly clock: () => number
}

/** The members that every result of leaving has. */
export interface LeaveFrame {
  /** The new id of the browser; only this browser may read the result. */
  readonly browserId: BrowserId
  readonly reference: string
}

export interface SignOutChoice {
  readonly everywhere: boolean
  readonly disconnectAll: boolean
}

export type Leaving = ReturnType<typeof createLeaving>

type Facts = Pick<LeaveResult, 'kind'> & Partial<Omit<LeaveResult, 'id' | 'reference' | 'finishedAt'>>

/**
 * Creates the functions to disconnect, to sign out and to be forgotten. Ending sessions never changes a connection. If both are
 * asked for, disconnecting comes first, so that a person who is interrupted is still signed in and can ask again.
 */
export function createLeaving(ports: LeavingPorts) {
  const countKept = async (principalId: PrincipalId) => {
    const kept = (await ports.connections.list(principalId)).filter(isLiving)
    const needReconnect = kept.filter(({ health }) => health.state === 'reconnect').length
    return { stayConnected: kept.length - needReconnect, needReconnect }
  }
  return {
    async noteDisconnected(frame: LeaveFrame, record: ConnectionRecord): Promise<LeaveResult> {
      const facts = {
        kind: 'disconnected',
        connectionId: record.id,
        businessName: record.businessName,
        ...(await countKept(record.principalId)),
      } as const
      return conclude(ports, frame, facts, [record.id])
    },

    async signOut(
      req: Request,
      principalId: PrincipalId,
      choice: SignOutChoice,
      frame: LeaveFrame,
    ): Promise<LeaveResult> {
      const ended = choice.disconnectAll ? await ports.revocation.disconnectAll(principalId) : []
      const kept = await countKept(principalId)
      await ports.changes.end(req)
      if (choice.everywhere) {
        for (const { sessionId } of await ports.changes.list(principalId))
          await ports.changes.endEntry(principalId, sessionId)
      }
      // The sweeper checks the person now: perhaps no reason is left to remember them.
      if (kept.stayConnected + kept.needReconnect === 0) await ports.principals.schedule(principalId, 0)
      const kind = choice.everywhere ? 'signed_out_everywhere' : 'signed_out'
      return conclude(ports, frame, { kind, ...kept }, idsOf(ended))
    },

    async forgetMe(req: Request, principalId: PrincipalId, frame: LeaveFrame): Promise<LeaveResult> {
      const ended = await ports.revocation.disconnectAll(principalId)
      await ports.revocation.forgetPrincipal(principalId, 'anyone')
      await ports.changes.end(req)
      await ports.changes.endForgotten(principalId)
      // A connection that is left was made in another window while the others were forgotten.
      const kept = await countKept(principalId)
      return conclude(ports, frame, { kind: 'forgotten', ...kept }, idsOf(ended))
    },

    noteDeviceForgotten: (frame: LeaveFrame) => conclude(ports, frame, { kind: 'device_forgotten' }, []),

    /** Returns the present result; undefined if this browser has none of this id. */
    async find(leaveId: LeaveId, browserId: BrowserId | undefined): Promise<LeaveResult | undefined> {
      const found = await findOwn(ports, leaveId, browserId)
      if (found === undefined) return undefined
      const { result, connectionIds } = found
      if (result.revocation !== 'confirming') return result
      return { ...result, revocation: await ports.pendingRevocations.stateOf(connectionIds) }
    },

    /** Notes that the person returned from ending their session at the provider; undefined for another browser. */
    async noteEndedAtProvider(leaveId: LeaveId, browserId: BrowserId | undefined) {
      const found = await findOwn(ports, leaveId, browserId)
      if (found === undefined) return undefined
      const result: LeaveResult = { ...found.result, atProvider: 'ended', endSessionUrl: null }
      await ports.leaves.save({ ...found, result })
      return result
    },
  }
}

async function findOwn(
  { leaves }: LeavingPorts,
  leaveId: LeaveId,
  browserId: BrowserId | undefined,
): Promise<StoredLeave | undefined> {
  const found = await leaves.find(leaveId)
  return browserId !== undefined && found?.browser === browserDigestOf(browserId) ? found : undefined
}

const NO_SESSION = { asksPassword: false, atProvider: null, endSessionUrl: null }

/** Returns what is known of a session that the person may have at the provider in this browser. */
async function viewProviderSession(
  { metadata, provider, signedOutUri }: LeavingPorts,
  id: LeaveId,
): Promise<Pick<LeaveResult, 'asksPassword' | 'atProvider' | 'endSessionUrl'>> {
  const { takesLoginPrompt, endSessionUrl } = await metadata.abilities()
  const url = endSessionUrl === undefined ? undefined : new URL(endSessionUrl)
  url?.searchParams.set('client_id', provider.clientId)
  url?.searchParams.set('post_logout_redirect_uri', signedOutUri)
  url?.searchParams.set('state', id)
  return { asksPassword: takesLoginPrompt === true, atProvider: 'open', endSessionUrl: url?.href ?? null }
}

const idsOf = (records: readonly ConnectionRecord[]) => records.map(({ id }) => id)

/** Stores the result of leaving for the page that is shown next. */
async function conclude(
  ports: LeavingPorts,
  { browserId, reference }: LeaveFrame,
  facts: Facts,
  connectionIds: readonly ConnectionId[],
): Promise<LeaveResult> {
  const id = ports.newId()
  const wasSignedOut = facts.kind !== 'disconnected' && facts.kind !== 'device_forgotten'
  const result: LeaveResult = {
    ...(wasSignedOut ? await viewProviderSession(ports, id) : NO_SESSION),
    connectionId: null,
    businessName: null,
    stayConnected: 0,
    needReconnect: 0,
    disconnected: connectionIds.length,
    revocation: connectionIds.length === 0 ? null : await ports.pendingRevocations.stateOf(connectionIds),
    ...facts,
    id,
    finishedAt: new Date(ports.clock()).toISOString(),
    reference,
  }
  await ports.leaves.save({ result, browser: browserDigestOf(browserId), connectionIds })
  return result
}
