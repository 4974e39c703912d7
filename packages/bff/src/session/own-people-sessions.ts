import type { PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import type { Request } from 'express'
import { digestOf } from '#crypto/signature.ts'
import type { OwnPeople, Owner } from '#principals/own-people.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { SessionLifecycle } from './session-lifecycle-store.ts'
import type { ReadSession, SessionReader } from './session-reader.ts'

/**
 * Creates the sessions of an app with its own sign-in. Nothing is stored: the session is the person that the app names for the
 * request, and ends when the app names nobody.
 */
export function createOwnPeopleSessions(deps: {
  readonly people: Pick<OwnPeople, 'find'>
  readonly principals: Pick<PrincipalStore, 'select' | 'selected'>
  readonly onChange: (principalId: PrincipalId) => void
}): {
  readonly reader: SessionReader
  readonly openSession: (req: Request) => Promise<ReadSession | undefined>
  readonly changes: Pick<SessionLifecycle, 'begin' | 'select' | 'end'>
} {
  const { people, principals } = deps

  async function read(request: object): Promise<ReadSession | undefined> {
    const owner = people.find(request)
    if (owner === undefined) return undefined
    const { principalId } = owner
    const selectedConnectionId = await principals.selected(principalId)
    const id = sessionIdOf(owner)
    return { principalId, startedAtMs: 0, selectedConnectionId, id, sessionDigest: digestOf(id), owner }
  }

  return {
    reader: {
      read,
      touch: async () => undefined,
      idleEndsAtMs: async () => undefined,
      wasLeft: async () => false,
      sessionDigestOf(request) {
        const owner = people.find(request)
        return owner && digestOf(sessionIdOf(owner))
      },
    },
    openSession: read,
    changes: {
      async begin(_req, principalId, _person, connectionId) {
        await principals.select(principalId, connectionId)
        deps.onChange(principalId)
        return undefined
      },
      async select(req, connectionId) {
        const owner = people.find(req)
        if (owner !== undefined) await principals.select(owner.principalId, connectionId)
      },
      end: async () => undefined,
    },
  }
}

/** Returns an id that represents the person in limits. It is in no cookie. */
const sessionIdOf = ({ principalId }: Owner) => `own-${principalId}` as SessionId
