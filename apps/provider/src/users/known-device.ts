import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { decodeBase64Url, encodeBase64Url, equalBytes, hmacSha256 } from '#crypto/signed-text.ts'

/**
 * Cookie with the accounts that have signed in in this browser, so that their owner has a bucket of their own when a stranger
 * guesses at the account from elsewhere. It holds `id.mac~mac~…`: a random id and, for each account, an HMAC of id and account. It
 * reveals nothing, and signs nobody in.
 */
export const DEVICE_COOKIE = 'harbour_device'
export const DEVICE_COOKIE_SECONDS = 400 * 86_400
const MAX_ACCOUNTS = 8
const MAC_BYTES = 16

/** Returns the device id if the cookie has a valid HMAC of this account, under any of `secrets`; otherwise undefined. */
export async function readDeviceId(
  secrets: readonly string[],
  { cookie, email }: { readonly cookie: string | undefined; readonly email: string },
): Promise<string | undefined> {
  const { id, macs } = splitCookie(cookie)
  if (id === undefined) return undefined
  const expected = await Promise.all(secrets.map((secret) => macFor({ secret, id, email })))
  const isOurs = (mac: Uint8Array) => expected.some((one) => equalBytes(mac, one))
  return macs.some((mac) => isOurs(decodeBase64Url(mac) ?? new Uint8Array())) ? id : undefined
}

/**
 * Returns the cookie after `email` signed in, with an HMAC under the newest secret and the earlier accounts, newest first.
 * @param newId A random id for a browser that had none, at least 128 bits.
 */
export async function rememberDevice(
  secrets: Secrets,
  {
    cookie,
    email,
    newId,
  }: { readonly cookie: string | undefined; readonly email: string; readonly newId: string },
): Promise<string> {
  const known = splitCookie(cookie)
  const id = known.id ?? newId
  const mac = encodeBase64Url(await macFor({ secret: secrets[0], id, email }))
  const own = await Promise.all(
    secrets.map(async (secret) => encodeBase64Url(await macFor({ secret, id, email }))),
  )
  const macs = [mac, ...known.macs.filter((other) => !own.includes(other))].slice(0, MAX_ACCOUNTS)
  return `${id}.${macs.join('~')}`
}

function splitCookie(cookie: string | undefined): { id: string | undefined; macs: readonly string[] } {
  const match = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_~-]{22,200})$/.exec(cookie ?? '')
  return { id: match?.[1], macs: match?.[2]?.split('~') ?? [] }
}

async function macFor({
  secret,
  id,
  email,
}: Readonly<Record<'secret' | 'id' | 'email', string>>): Promise<Uint8Array> {
  return (
    await hmacSha256({ secret, text: JSON.stringify(['device', id, email.trim().toLowerCase()]) })
  ).slice(0, MAC_BYTES)
}
