import type { PrincipalId, UserWireId } from '@counterfoil/oauth/ids'
import type { Request } from 'express'
import { ownPrincipalIdOf } from './principal-id.ts'
import type { Person } from './principal-store.ts'

/** Returns the id of the person who sends `req`, by the app's own sign-in; undefined or null if nobody is signed in. */
export type PersonOf = (req: Request) => string | null | undefined | Promise<string | null | undefined>

/** A person of the app. Connections belong to this person, not to a user of the provider. */
export interface Owner {
  readonly principalId: PrincipalId
  /** The person; `userId` is the id in the app. */
  readonly person: Person
}

export type OwnPeople = ReturnType<typeof createOwnPeople>

/** Creates the only place that finds the person of a request in an app with its own sign-in. */
export function createOwnPeople(personOf: PersonOf) {
  const owners = new WeakMap<object, Owner>()
  return {
    /**
     * Asks the app for the person and keeps the answer for this request.
     * @throws TypeError for an id that is no text; and any error of the app
     */
    async ask(req: Request): Promise<void> {
      owners.delete(req)
      const id: unknown = await personOf(req)
      // An empty id would be shared by everybody who is not signed in.
      if (id === undefined || id === null || id === '') return
      if (typeof id !== 'string')
        throw new TypeError(`person returned a ${typeof id}; write person: (req) => …, which returns a text.`)
      const person = { userId: id as UserWireId, email: null }
      owners.set(req, { principalId: ownPrincipalIdOf(id), person })
    },
    /** Returns the person of the request; undefined if nobody is signed in, and before `ask`. */
    find: (req: object) => owners.get(req),
  }
}
