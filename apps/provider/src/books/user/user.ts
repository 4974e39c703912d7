import type { UserId } from '@counterfoil/oauth/ids'

/** `User` of the schema; `uuid` is ours. */
export type User = {
  readonly uuid: UserId
  readonly defaultEmail: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** Reads users; for one request each at most once. */
export type UserReader = {
  /** The user of that uuid, or null. */
  find(userId: UserId): Promise<User | null>
}
