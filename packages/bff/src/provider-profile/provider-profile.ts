import type { Locale, ProviderFeature } from '@counterfoil/bff-api/session'
import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import type { ReadDeclaration } from './declaration.ts'

/** Everything that is particular to one provider, made by `defineProvider` or `harbour`. No other code knows the provider. */
export interface ProviderProfile {
  /** The name that people see. */
  readonly name: string
  /** The name of the provider in the ids of people. With another realm nobody is recognized any more. */
  readonly realm: string
  readonly clientId: ClientId
  readonly clientSecret: ClientSecret
  readonly issuer: string | undefined
  /** The declared addresses; the others come from the metadata. */
  readonly addresses: Partial<ProviderAddresses>
  /** The addresses of the metadata, in the order in which they are tried. @see RFC 8414 section 3; OpenID Connect Discovery 1.0 */
  readonly metadataUrls: readonly string[]
  /** The client authentication. `auto`: by the metadata, else Basic, as every server must take it. @see RFC 6749 section 2.3.1 */
  readonly credentials: 'auto' | 'basic' | 'form'
  /** `auto`: by the metadata. */
  readonly pkce: 'auto' | 'on' | 'off'
  /** `required`: every callback must carry `iss`; `auto`: only if the metadata announce it. @see RFC 9207 */
  readonly iss: 'auto' | 'required' | 'off'
  /** Parameters that are sent with every authorization request. */
  readonly authorizationParameters: Parameters
  /** Further parameters, with which the provider asks the person although they have allowed the same before. */
  readonly askAgain: Parameters
  /** Other origins that redirect people to the pages of the provider. */
  readonly signInOrigins: readonly string[]
  /** The scopes requested when a person connects. */
  readonly scopes: readonly string[]
  /** The scopes requested later, by "allow more". */
  readonly optionalScopes: readonly string[]
  /** The descriptions of scopes for people. The app describes a scope that is missing here, or it has no description. */
  readonly scopeWords: Readonly<Record<string, ScopeWords>>
  /** The source of the id of the person. */
  readonly identity: IdentitySource
  /** A query about the person, sent with an access token: after {@link ProviderProfile.identity}, and by the check-up. */
  readonly person: PersonQuestion | undefined
  /** The source of the business. Undefined if a person has only one connection. */
  readonly business: BusinessSource | undefined
  /** How refresh tokens behave. `none`: a person connects again when the access token expires. */
  readonly refresh: 'rotates' | 'keeps' | 'none'
  readonly refusals: Refusals
  /** The GraphQL service. Undefined if no queries are proxied. */
  readonly graphql: { readonly url: string; readonly limits: CallLimits } | undefined
  readonly plansUrl: string | undefined
  /** The page on which people see and remove connected apps. */
  readonly connectedAppsUrl: string | undefined
  /** The features of the provider. Others are neither requested nor shown. */
  readonly offers: readonly ProviderFeature[]
}

export interface ProviderAddresses {
  readonly authorize: string
  readonly token: string
  /** The revocation endpoint. Undefined if tokens cannot be revoked and live until they expire. */
  readonly revoke?: string | undefined
  readonly userinfo?: string | undefined
  readonly jwks?: string | undefined
}

type Parameters = Readonly<Record<string, string>>
export type ScopeWords = Readonly<Record<Locale, string>>

/** The number of GraphQL calls that the provider takes. */
export interface CallLimits {
  readonly perMinutePerConnection: number
  readonly perMinute: number
}

/** A call with an access token whose answer is JSON: a GraphQL document, or a GET request. */
export type Question = (
  | { readonly from: 'graphql'; readonly document: string }
  /** Without `url`, the `userinfo_endpoint` of the metadata is asked. */
  | { readonly from: 'userinfo'; readonly url?: string | undefined }
) & {
  /** The scope value without which the call is not made. */
  readonly needs?: string | undefined
}

/** The members of an answer, as paths with dots: within `data` for GraphQL, else within the whole answer. */
export interface PersonMembers {
  readonly userId: string
  readonly email?: string | undefined
  /** True if the provider verifies every address that it returns. Else the path of the member that says so of this address. */
  readonly emailVerified?: true | string | undefined
}

type PersonQuestion = Question & PersonMembers

export type IdentitySource =
  | ({ readonly from: 'tokenResponse' } & PersonMembers)
  | ({ readonly from: 'idToken' } & PersonMembers)
  | PersonQuestion

/** The paths of id and name of a business; people see the name. */
export interface BusinessMembers {
  readonly id: string
  readonly name?: string | undefined
}

export type BusinessSource = (
  | ({
      readonly from: 'tokenResponse'
      /** A GraphQL document that is sent with the variable `$id`. */
      readonly details?: { readonly document: string; readonly needs?: string | undefined } | undefined
    } & BusinessMembers)
  | (Question & BusinessMembers)
) & {
  /** The parameter of the authorization request that names a business. */
  readonly choose?: string | undefined
}

/** The meanings of answers that the standards do not define (429 and `invalid_grant` are defined). */
export type Refusals = Readonly<Record<keyof ReadRefusals, readonly Refusal[]>>
type ReadRefusals = ReadDeclaration['refusals']
type Refusal = Readonly<ReadRefusals[keyof ReadRefusals][number]>

/** Returns the meaning of a refused call; undefined if the profile does not define it. */
export function meaningOf(
  refusals: Refusals,
  answer: {
    readonly at: 'token' | 'api'
    readonly status?: number
    readonly code?: unknown
    readonly reason?: unknown
  },
): keyof Refusals | undefined {
  const isMeant = (refusal: Refusal) =>
    (['at', 'status', 'code', 'reason'] as const).every(
      (member) => refusal[member] === undefined || refusal[member] === answer[member],
    )
  return (['planEnded', 'rateLimited', 'gone'] as const).find((meaning) => refusals[meaning].some(isMeant))
}
