import type { PrincipalId, UserWireId } from '@counterfoil/oauth/ids'
import type { Request } from 'express'
import { ownPrincipalIdOf } from './principal-id.ts'
import type { Person } from './principal-store.ts'

/** Returns the id of the person who sends `req`, by the app's own sign-in; undefined for nobody. */
export type PersonOf = (req: Request) => string | null | undefined | Promise<string | null | undefined>

/** A person of the app: connections belong to them, and not to a user of the provider. */
export interface Owner {
  readonly principalId: PrincipalId
  /** `userId` is the app's id. */
  readonly person: Person
}

/** The one place where a request becomes a person of the app. */
export interface OwnPeople {
  /**
   * Asks the app, and keeps its answer for this request.
   * @throws TypeError for an id that is no text; what the app throws
   */
  ask(req: Request): Promise<void>
  /** Returns whose request it is; undefined for nobody, and for a request that was not asked about. */
  find(req: object): Owner | undefined
}

export function createOwnPeople(personOf: PersonOf): OwnPeople {
  const owners = new WeakMap<object, Owner>()
  return {
    async ask(req) {
      owners.delete(req)
      const id: unknown = await personOf(req)
      // An empty id would be shared by everybody who is not signed in.
      if (id === undefined || id === null || id === '') return
      if (typeof id !== 'string')
        throw new TypeError(`person returned a ${typeof id}; write person: (req) => …, which returns a text.`)
      const person = { userId: id as UserWireId, email: null }
      owners.set(req, { principalId: ownPrincipalIdOf(id), person })
    },
    find: (req) => owners.get(req),
  }
}
