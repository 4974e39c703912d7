import type { ApplicationId, ClientId } from '@counterfoil/oauth/ids'

/** `OAuthApplication` of the schema; `uuid` is ours. */
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

/** Reads applications; for one request each at most once. */
export type ApplicationReader = {
  /** The application of that uuid, or null. */
  find(applicationId: ApplicationId): Promise<Application | null>
}
