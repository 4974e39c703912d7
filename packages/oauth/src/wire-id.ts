import type {
  ApplicationId,
  ApplicationWireId,
  BusinessId,
  BusinessWireId,
  UserId,
  UserWireId,
} from './ids.ts'

/**
 * Ids in the interface: padded base64 of `Type:<uuid>`.
 * Source: interface.md, "GraphQL"; the token response and the parameter `businessId` use the same form.
 */
export type WireIdType = 'User' | 'Business' | 'OAuthApplication'

type Uuids = { User: UserId; Business: BusinessId; OAuthApplication: ApplicationId }
export type UuidOf<Type extends WireIdType> = Uuids[Type]
type WireIds = { User: UserWireId; Business: BusinessWireId; OAuthApplication: ApplicationWireId }

const MAX_CHARACTERS = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Padded base64. Other text is not passed to `atob`, because its exception costs more than the rest of parsing an id. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=))?$/

/** Decodes the text inside an id; undefined if it is not padded base64, or longer than an id can be. */
export function decodeWireId(text: string, maxCharacters: number): string | undefined {
  return text.length <= maxCharacters && BASE64.test(text) ? atob(text) : undefined
}

/** Returns the id of the record of this type with this lower-case UUID. */
export function wireIdOf<Type extends WireIdType>(type: Type, uuid: UuidOf<Type>): WireIds[Type] {
  return encode(type, uuid) as WireIds[Type]
}

/**
 * Returns the UUID inside an id of that type, or undefined for anything else.
 * Each record has one id: other spellings of the same bytes (no padding, spaces, capitals in the UUID) are not ids.
 */
export function parseWireId<Type extends WireIdType>(type: Type, text: string): UuidOf<Type> | undefined {
  const decoded = decodeWireId(text, MAX_CHARACTERS)
  if (decoded === undefined) return undefined
  const prefix = `${type}:`
  const uuid = decoded.slice(prefix.length)
  if (!decoded.startsWith(prefix) || !UUID.test(uuid)) return undefined
  return encode(type, uuid) === text ? (uuid as UuidOf<Type>) : undefined
}

function encode(type: WireIdType, uuid: string): string {
  return btoa(`${type}:${uuid}`)
}
