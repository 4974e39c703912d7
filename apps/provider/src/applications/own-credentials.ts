import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import { isGuessable } from '@counterfoil/service/settings/guessable-secret'

/** Credentials chosen by the caller, who knows them before the provider does. */
export type OwnCredentials = { readonly clientId: ClientId; readonly secret: ClientSecret }

/** The syntax of client ids; any other id is unknown without a query. */
export const CLIENT_ID = /^[A-Za-z0-9_-]{1,200}$/

/** A client id must not be a UUID, because the command line would take it for the id of an application. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The characters of a secret: the unreserved ones, which need no encoding in a form or in HTTP Basic.
 *
 * @see RFC 3986 section 2.3, Unreserved Characters
 */
const SECRET = /^[A-Za-z0-9._~-]*$/

/** The length of 128 bits as hexadecimal digits. */
const MIN_SECRET_CHARACTERS = 32
const MAX_SECRET_CHARACTERS = 200

/** Returns the fault of the id or the secret as a sentence; undefined if there is none. It does not repeat the secret. */
export function findOwnCredentialsFault({ clientId, secret }: OwnCredentials): string | undefined {
  if (!CLIENT_ID.test(clientId) || UUID.test(clientId))
    return 'A client id has 1 to 200 letters, digits, - and _, and is no UUID.'
  if (!SECRET.test(secret) || secret.length > MAX_SECRET_CHARACTERS)
    return `A client secret has at most ${MAX_SECRET_CHARACTERS} letters, digits and - . _ ~.`
  if (secret.length < MIN_SECRET_CHARACTERS || isGuessable(secret, MIN_SECRET_CHARACTERS))
    return `A client secret has at least ${MIN_SECRET_CHARACTERS} characters and is random: \`openssl rand -hex 32\` makes one.`
  return undefined
}
