import { parseScope } from '@counterfoil/oauth/scope'
import type { AccessToken, BusinessWireId, RefreshToken, UserWireId } from '@counterfoil/oauth/ids'
import type { JsonObject } from '@counterfoil/service/http/json-object'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'

/**
 * What a token response gave, as far as it could be read. Only the access token must be there; what is missing or odd is
 * undefined and named in `oddFields`.
 */
export interface GivenTokens {
  readonly accessToken: AccessToken
  readonly refreshToken: RefreshToken | undefined
  readonly lifeSeconds: number | undefined
  readonly scopes: readonly string[] | undefined
  readonly userId: UserWireId | undefined
  readonly businessId: BusinessWireId | undefined
  /** Names of members that are not as the interface has them, for the log. Never a value. */
  readonly oddFields: readonly string[]
}

/** Longer lives are cut: a token that is refused earlier is renewed, and no date overflows. */
export const LONGEST_LIFE_SECONDS = 366 * 86_400

/** What an Authorization header can carry. @see RFC 6749 appendix A.12 */
const HEADER_TEXT = /^[\x21-\x7e]+$/

/** What a profile says about token responses. */
export type TokenRules = Pick<ProviderProfile, 'identity' | 'business' | 'refresh' | 'refusals'>

/**
 * Reads the members of a token response.
 *
 * @returns undefined when there is no access token in it
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
    // Its absence is as the interface has it: the tokens cover all businesses.
    [businessMember ?? '']:
      businessMember !== undefined && fields.businessId === undefined && json[businessMember] !== undefined,
  }
  const oddFields = Object.entries(odd).flatMap(([name, isOdd]) => (isOdd ? [name] : []))
  return { accessToken: accessToken as AccessToken, ...fields, oddFields }
}

/** The type is a word of any case. @see RFC 6749 section 5.1 */
export function isBearer(type: unknown): boolean {
  return typeof type === 'string' && /^bearer$/i.test(type)
}

function readText<Text extends string>(value: unknown): Text | undefined {
  return typeof value === 'string' && value !== '' ? (value as Text) : undefined
}

/** An id as text; a whole number is one too. */
export function readId<Id extends string>(value: unknown): Id | undefined {
  return Number.isSafeInteger(value) ? (String(value) as Id) : readText<Id>(value)
}

function readScope(value: unknown): readonly string[] | undefined {
  const scopes = typeof value === 'string' ? parseScope(value) : []
  return scopes.length > 0 ? scopes : undefined
}

/** Whole seconds, also out of "7200"; undefined for what is no length of time. */
function readLife(value: unknown): number | undefined {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))
  const seconds = isNumeric ? Math.floor(Number(value)) : 0
  return seconds > 0 ? Math.min(seconds, LONGEST_LIFE_SECONDS) : undefined
}

export const ISSUED_TO_CHARACTERS = 4
