/**
 * Ids as they travel: padded base64 of `Type:<uuid>`.
 * Source: interface.md, "GraphQL"; the token response and the parameter `businessId` use the same form.
 */
export type WireIdType = 'User' | 'Business' | 'OAuthApplication'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id of the thing with this (lower case) uuid. */
export function wireIdOf(type: WireIdType, uuid: string): string {
  return btoa(`${type}:${uuid}`)
}

/**
 * The uuid inside an id of that type, or undefined for anything else.
 * One thing has one id: other spellings of the same bytes (no padding, spaces, capitals in the uuid) are not ids.
 */
export function parseWireId(type: WireIdType, text: string): string | undefined {
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
  return wireIdOf(type, uuid) === text ? uuid : undefined
}
