import { parseScope } from '@counterfoil/oauth/scope'
import type { AccessToken, BusinessWireId, RefreshToken, UserWireId } from '@counterfoil/oauth/ids'
import type { JsonObject } from '@counterfoil/service/http/json-object'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'

/**
 * The members of a token response, as far as they could be read. Only the access token is required. Other members are undefined if
 * they are missing or invalid; `oddFields` names those.
 */
export interface GivenTokens {
  readonly accessToken: AccessToken
  readonly refreshToken: RefreshToken | undefined
  readonly lifeSeconds: number | undefined
  readonly scopes: readonly string[] | undefined
  readonly userId: UserWireId | undefined
  readonly businessId: BusinessWireId | undefined
  /** The names of members that differ from the interface, for the log. Never a value. */
  readonly oddFields: readonly string[]
}

/** The longest life of a token in seconds, so that no date overflows. A token that is refused earlier is refreshed anyway. */
export const LONGEST_LIFE_SECONDS = 366 * 86_400

/** Matches a token that an Authorization header can carry. @see RFC 6749 appendix A.12 */
const HEADER_TEXT = /^[\x21-\x7e]+$/

/** The members of a profile that concern token responses. */
export type TokenRules = Pick<ProviderProfile, 'identity' | 'business' | 'refresh' | 'refusals'>

/**
 * Reads the members of a token response.
 *
 * @returns undefined if it has no access token
 * @see interface.md section 2.1; RFC 6749 section 5.1
 */
export function readGivenTokens(json: JsonObject, rules: TokenRules): GivenTokens | undefined {
  const { identity, business, refresh } = rules
  const userMember = identity.from === 'tokenResponse' ? identity.userId : undefined
  const businessMember = business?.from === 'tokenResponse' ? business.id : undefined
  const accessToken = json['access_token']
  if (typeof accessToken !== 'string' || !HEADER_TEXT.test(accessToken)) return undefined
  const fields = {
    refreshToken: refresh === 'none' ? undefined : readText<RefreshToken>(json['refresh_token']),
    lifeSeconds: readLife(json['expires_in']),
    scopes: readScope(json['scope']),
    userId: userMember === undefined ? undefined : readId<UserWireId>(json[userMember]),
    businessId: businessMember === undefined ? undefined : readId<BusinessWireId>(json[businessMember]),
  }
  const odd = {
    refresh_token: refresh !== 'none' && fields.refreshToken === undefined,
    expires_in: fields.lifeSeconds === undefined || fields.lifeSeconds !== json['expires_in'],
    token_type: !isBearer(json['token_type']),
    scope: fields.scopes === undefined,
    [userMember ?? '']: userMember !== undefined && fields.userId === undefined,
    // The interface allows it to be absent: then the tokens cover all businesses.
    [businessMember ?? '']:
      businessMember !== undefined && fields.businessId === undefined && json[businessMember] !== undefined,
  }
  const oddFields = Object.entries(odd).flatMap(([name, isOdd]) => (isOdd ? [name] : []))
  return { accessToken: accessToken as AccessToken, ...fields, oddFields }
}

/** True if the token type is "Bearer" in any case. @see RFC 6749 section 5.1 */
export function isBearer(type: unknown): boolean {
  return typeof type === 'string' && /^bearer$/i.test(type)
}

function readText<Text extends string>(value: unknown): Text | undefined {
  return typeof value === 'string' && value !== '' ? (value as Text) : undefined
}

/** Returns an id as text; it may be a whole number. */
export function readId<Id extends string>(value: unknown): Id | undefined {
  return Number.isSafeInteger(value) ? (String(value) as Id) : readText<Id>(value)
}

function readScope(value: unknown): readonly string[] | undefined {
  const scopes = typeof value === 'string' ? parseScope(value) : []
  return scopes.length > 0 ? scopes : undefined
}

/** Returns a life in whole seconds, also from the text "7200"; undefined if the value is no duration. */
function readLife(value: unknown): number | undefined {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))
  const seconds = isNumeric ? Math.floor(Number(value)) : 0
  return seconds > 0 ? Math.min(seconds, LONGEST_LIFE_SECONDS) : undefined
}

export const ISSUED_TO_CHARACTERS = 4
