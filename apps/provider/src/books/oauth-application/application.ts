import type { ApplicationId, ClientId } from '@counterfoil/oauth/ids'

/** `OAuthApplication` of the schema. `uuid` is an addition. */
export type Application = {
  readonly uuid: ApplicationId
  readonly clientId: ClientId
  readonly name: string
  readonly description: string | null
  readonly logoUrl: string | null
  readonly extraData: unknown
  readonly createdAt: Date
  readonly modifiedAt: Date
}
