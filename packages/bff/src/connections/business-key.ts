import type { BusinessWireId } from '@counterfoil/oauth/ids'

const UUID_BYTES = 16
/** The key of a connection to all businesses of a person. */
const ALL = 'all'

/**
 * Returns the key of a business for addresses. It is the same for all people and can be decoded, so a shared link works. An id of
 * the usual form (base64 of `Business:<uuid>`) takes 22 characters.
 */
export function businessKeyOf(businessId: BusinessWireId | null): string {
  if (businessId === null) return ALL
  const [, uuid] = /^Business:([\da-f-]{36})$/.exec(Buffer.from(businessId, 'base64').toString()) ?? []
  const short = uuid === undefined ? '' : Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
  return wireIdOf(short) === businessId ? short : `~${Buffer.from(businessId).toString('base64url')}`
}

/** Returns the business id of a key; undefined for a malformed key, and for the key of all businesses. */
export function businessIdOf(key: string): BusinessWireId | undefined {
  const businessId = key.startsWith('~') ? Buffer.from(key.slice(1), 'base64url').toString() : wireIdOf(key)
  const isKey = businessId !== '' && businessKeyOf(businessId as BusinessWireId) === key
  return isKey ? (businessId as BusinessWireId) : undefined
}

function wireIdOf(short: string): string {
  const bytes = Buffer.from(short, 'base64url')
  if (bytes.length !== UUID_BYTES) return ''
  const uuid = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return Buffer.from(`Business:${uuid}`).toString('base64')
}
