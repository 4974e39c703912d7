import type { Locale, ProviderFeature } from '@counterfoil/bff-api/session'
import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'

/** Everything that is particular to one provider. Made by `defineProvider` or `harbour`; nothing else knows which one it is. */
export interface ProviderProfile {
  /** Shown to people. */
  readonly name: string
  /** Identifies the provider in the ids of people: another realm makes strangers of all of them. */
  readonly realm: string
  readonly clientId: ClientId
  readonly clientSecret: ClientSecret
  readonly issuer: string | undefined
  /** Those that are declared; the others come from the metadata. */
  readonly addresses: Partial<ProviderAddresses>
  /** Where metadata may be, in the order in which the addresses are tried. @see RFC 8414 section 3; OpenID Connect Discovery 1.0 */
  readonly metadataUrls: readonly string[]
  /** `auto`: by the metadata, else Basic, which every server must take. @see RFC 6749 section 2.3.1 */
  readonly credentials: 'auto' | 'basic' | 'form'
  /** `auto` asks the metadata. */
  readonly pkce: 'auto' | 'on' | 'off'
  /** `required`: every callback must carry `iss`; `auto`: where the metadata announce it. @see RFC 9207 */
  readonly iss: 'auto' | 'required' | 'off'
  /** Sent with every authorization request. */
  readonly authorizationParameters: Parameters
  /** Sent beside them when the person shall be asked although they allowed the same before. */
  readonly askAgain: Parameters
  /** Other origins that people are led through on their way to the provider's pages. */
  readonly signInOrigins: readonly string[]
  /** Asked for when connecting. */
  readonly scopes: readonly string[]
  /** Asked for later, by "allow more". */
  readonly optionalScopes: readonly string[]
  /** What people read for a scope value; one that is missing here is described by the app, or not at all. */
  readonly scopeWords: Readonly<Record<string, ScopeWords>>
  /** Where the id of the person comes from. */
  readonly identity: IdentitySource
  /** A query about the person, sent with an access token: after {@link ProviderProfile.identity}, and by the check-up. */
  readonly person: PersonQuestion | undefined
  /** Undefined: a person has one connection. */
  readonly business: BusinessSource | undefined
  /** `none`: a person connects again when the access token ends. */
  readonly refresh: 'rotates' | 'keeps' | 'none'
  readonly refusals: Refusals
  /** Undefined: nothing is proxied. */
  readonly graphql: { readonly url: string; readonly limits: CallLimits } | undefined
  readonly plansUrl: string | undefined
  /** Where people see and remove connected apps. */
  readonly connectedAppsUrl: string | undefined
  /** What it answers; nothing else is asked for or shown. */
  readonly offers: readonly ProviderFeature[]
}

export interface ProviderAddresses {
  readonly authorize: string
  readonly token: string
  /** Undefined: tokens live on until they end. */
  readonly revoke?: string | undefined
  readonly userinfo?: string | undefined
  readonly jwks?: string | undefined
}

type Parameters = Readonly<Record<string, string>>
export type ScopeWords = Readonly<Record<Locale, string>>

/** GraphQL calls that the provider takes. */
export interface CallLimits {
  readonly perMinutePerConnection: number
  readonly perMinute: number
}

/** A call with an access token whose answer is JSON: a GraphQL document, or a GET request. */
export type Question = (
  | { readonly from: 'graphql'; readonly document: string }
  /** Without an address: the `userinfo_endpoint` of the metadata. */
  | { readonly from: 'userinfo'; readonly url?: string | undefined }
) & {
  /** The scope value without which it is not asked. */
  readonly needs?: string | undefined
}

/** Members of an answer, by their paths with dots: of `data` for GraphQL, of the whole answer else. */
export interface PersonMembers {
  readonly userId: string
  readonly email?: string | undefined
  /** True: the provider verifies every address it names. A path: where it says so of this one. */
  readonly emailVerified?: true | string | undefined
}

type PersonQuestion = Question & PersonMembers

export type IdentitySource =
  | ({ readonly from: 'tokenResponse' } & PersonMembers)
  | ({ readonly from: 'idToken' } & PersonMembers)
  | PersonQuestion

/** `name`: for people. */
export interface BusinessMembers {
  readonly id: string
  readonly name?: string | undefined
}

export type BusinessSource = (
  | ({
      readonly from: 'tokenResponse'
      /** Asked with the variable `$id`. */
      readonly details?: { readonly document: string; readonly needs?: string | undefined } | undefined
    } & BusinessMembers)
  | (Question & BusinessMembers)
) & {
  /** The parameter of the authorization request that names one. */
  readonly choose?: string | undefined
}

/** Answers that mean one thing; each given member must be equal. */
export interface Refusal {
  /** `token`: the token endpoint; `api`: GraphQL and questions. Undefined: both. */
  readonly at?: 'token' | 'api' | undefined
  readonly status?: number | undefined
  /** `error` of the token endpoint; `extensions.code` of GraphQL. */
  readonly code?: string | undefined
  /** `reason` of the token endpoint; `extensions.reason` of GraphQL. */
  readonly reason?: string | undefined
}

/** What an answer means beside what the standards say (429, `invalid_grant`). */
export interface Refusals {
  readonly planEnded: readonly Refusal[]
  readonly rateLimited: readonly Refusal[]
  /** At the token endpoint: the grant is gone. */
  readonly gone: readonly Refusal[]
}

/** Returns what a refused call means; undefined when the profile does not say. */
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
