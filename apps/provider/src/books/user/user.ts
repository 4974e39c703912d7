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
