import type { UserId } from '@counterfoil/oauth/ids'

/** `User` of the schema. `uuid` is an addition. */
export type User = {
  readonly uuid: UserId
  readonly defaultEmail: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** Reads users, for one request each at most once. */
export type UserReader = {
  /** Returns the user with that UUID, or null. */
  find(userId: UserId): Promise<User | null>
}
