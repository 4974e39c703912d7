import { AUTHORIZE_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { Application } from '#applications/application.ts'
import { GRAPHQL_PATH } from '#graphql/graphql-routes.ts'

/** Returns an application in the form that commands output. */
export function viewOf(application: Application) {
  return {
    id: application.id,
    applicationId: wireIdOf('OAuthApplication', application.id),
    clientId: application.clientId,
    name: application.name,
    description: application.description,
    homePage: application.homePageUrl,
    logo: application.logoUrl,
    owner: application.ownerUserId === null ? null : wireIdOf('User', application.ownerUserId),
    redirectEntries: application.redirectEntries,
    restriction: application.restriction,
    scopes: application.allowedScopes,
    optionalScopes: application.optionalScopes,
    reasons: application.scopeReasons,
    accessTokenSeconds: application.accessTokenSeconds,
    rotateRefreshTokens: application.rotateRefreshTokens,
    strict: application.isStrict,
    iss: application.sendsIssuer,
    checked: application.isChecked,
    createdAt: instant(application.createdAtMs),
  }
}

/** Returns the addresses of the endpoints that applications call. */
export function addressesAt(publicUrl: string) {
  return {
    authorizeUrl: publicUrl + AUTHORIZE_PATH,
    tokenUrl: publicUrl + TOKEN_PATH,
    revokeUrl: publicUrl + REVOKE_PATH,
    graphqlUrl: publicUrl + GRAPHQL_PATH,
  }
}

/** Formats a time for the output of commands: ISO 8601 in UTC. */
export function instant(ms: number): string {
  return new Date(ms).toISOString()
}
