import type { ClientId, ClientSecret, DigestOf } from '@counterfoil/oauth/ids'
import { CLIENT_ID } from '#applications/own-credentials.ts'
import type { FormFields } from '#http/form-fields.ts'
import { refuse, type TokenRefusal } from './token-refusal.ts'
import type { CallingClient } from './token-rows.ts'

/** The client credentials of a request to the token or revoke endpoint. */
export type ClientCredentials = {
  readonly kind: 'credentials'
  readonly clientId: ClientId
  readonly secret: ClientSecret
}

const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i

/**
 * Reads client credentials from the form (interface.md section 5) or from HTTP Basic, where name and password are
 * form-encoded first. Both at once are refused; `client_id` alone may be in the form beside Basic if it is the same.
 *
 * @see RFC 6749 section 2.3.1
 */
export function readClientCredentials(
  authorization: string | undefined,
  form: FormFields,
): ClientCredentials | TokenRefusal {
  const formId = form.values.get('client_id')
  const formSecret = form.values.get('client_secret')
  if (form.repeated.has('client_id') || form.repeated.has('client_secret'))
    return refuse('client_credentials_repeated')

  if (authorization !== undefined && authorization !== '') {
    const basic = readBasic(authorization)
    if (basic === undefined) return refuse('authorization_header_unreadable')
    if (formSecret !== undefined) return refuse('client_credentials_twice')
    if (formId !== undefined && formId !== basic.clientId) return refuse('client_id_differs')
    return wellFormed(basic)
  }
  if (formId === undefined) return refuse('client_id_missing')
  if (formSecret === undefined) return refuse('client_secret_missing')
  return wellFormed({ clientId: formId, secret: formSecret })
}

function wellFormed({ clientId, secret }: SentPair): ClientCredentials | TokenRefusal {
  if (!CLIENT_ID.test(clientId)) return refuse('client_unknown')
  return { kind: 'credentials', clientId: clientId as ClientId, secret: secret as ClientSecret }
}

type SentPair = Readonly<Record<'clientId' | 'secret', string>>

function readBasic(header: string): SentPair | undefined {
  const encoded = BASIC.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const pair = decodeBase64(encoded)
  const colon = pair?.indexOf(':') ?? -1
  if (pair === undefined || colon === -1) return undefined
  return { clientId: formDecode(pair.slice(0, colon)), secret: formDecode(pair.slice(colon + 1)) }
}

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}

/** Decodes form-encoded text. Some clients forget to encode: text that does not decode is returned as it is. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * Returns the loaded data of a client if its secret is one of the valid ones. Every valid digest is compared, each in constant
 * time.
 *
 * @param loaded undefined if no application has the client id
 * @param isSame compares two digests in constant time
 */
export function proveClient<Loaded extends { readonly client: Pick<CallingClient, 'secretDigests'> }>(
  loaded: Loaded | undefined,
  secretDigest: DigestOf<ClientSecret>,
  isSame: (one: DigestOf<ClientSecret>, other: DigestOf<ClientSecret>) => boolean,
): { readonly kind: 'proved'; readonly loaded: Loaded } | TokenRefusal {
  if (loaded === undefined) return refuse('client_unknown')
  let matches = 0
  for (const digest of loaded.client.secretDigests) matches += isSame(digest, secretDigest) ? 1 : 0
  return matches > 0 ? { kind: 'proved', loaded } : refuse('client_secret_wrong')
}
