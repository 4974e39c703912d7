import type {
  ApplicationId,
  ApplicationWireId,
  BusinessId,
  BusinessWireId,
  UserId,
  UserWireId,
} from './ids.ts'

/**
 * Ids as they travel: padded base64 of `Type:<uuid>`.
 * Source: interface.md, "GraphQL"; the token response and the parameter `businessId` use the same form.
 */
export type WireIdType = 'User' | 'Business' | 'OAuthApplication'

type Uuids = { User: UserId; Business: BusinessId; OAuthApplication: ApplicationId }
export type UuidOf<Type extends WireIdType> = Uuids[Type]
type WireIds = { User: UserWireId; Business: BusinessWireId; OAuthApplication: ApplicationWireId }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id of the thing with this (lower case) uuid. */
export function wireIdOf<Type extends WireIdType>(type: Type, uuid: UuidOf<Type>): WireIds[Type] {
  return encode(type, uuid) as WireIds[Type]
}

/**
 * The uuid inside an id of that type, or undefined for anything else.
 * One thing has one id: other spellings of the same bytes (no padding, spaces, capitals in the uuid) are not ids.
 */
export function parseWireId<Type extends WireIdType>(type: Type, text: string): UuidOf<Type> | undefined {
  if (text.length > 100) return undefined
  let decoded: string
  try {
    decoded = atob(text)
  } catch {
    return undefined
  }
  const prefix = `${type}:`
  const uuid = decoded.slice(prefix.length)
  if (!decoded.startsWith(prefix) || !UUID.test(uuid)) return undefined
  return encode(type, uuid) === text ? (uuid as UuidOf<Type>) : undefined
}

function encode(type: WireIdType, uuid: string): string {
  return btoa(`${type}:${uuid}`)
}
