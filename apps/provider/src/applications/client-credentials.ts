import type { ClientId, ClientSecret } from '@counterfoil/oauth/ids'
import type { FormFields } from '#http/form-fields.ts'
import { CLIENT_ID } from './own-credentials.ts'

/** The client credentials of a request to the token or revoke endpoint. */
export type ClientCredentials =
  | {
      readonly kind: 'credentials'
      readonly clientId: ClientId
      readonly secret: ClientSecret
      readonly method: 'client_secret_post' | 'client_secret_basic'
    }
  /** The id, the secret or both are missing: status 401. */
  | { readonly kind: 'missing'; readonly reason: string; readonly detail: string }
  /** The credentials contradict each other: status 400. */
  | { readonly kind: 'malformed'; readonly reason: string; readonly detail: string }

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
): ClientCredentials {
  const formId = form.values.get('client_id')
  const formSecret = form.values.get('client_secret')
  if (form.repeated.has('client_id') || form.repeated.has('client_secret')) {
    return malformed({
      reason: 'client_credentials_repeated',
      detail: 'client_id or client_secret was sent more than once',
    })
  }

  if (authorization !== undefined && authorization !== '') {
    const basic = readBasic(authorization)
    if (basic === undefined) {
      return {
        kind: 'missing',
        reason: 'authorization_header_unreadable',
        detail: 'the Authorization header is not HTTP Basic',
      }
    }
    if (formSecret !== undefined) {
      return malformed({
        reason: 'client_credentials_twice',
        detail: 'credentials came in the Authorization header and in the form',
      })
    }
    if (formId !== undefined && formId !== basic.clientId) {
      return malformed({
        reason: 'client_id_differs',
        detail: 'client_id differs between the Authorization header and the form',
      })
    }
    return judged(basic.clientId, basic.secret, 'client_secret_basic')
  }
  if (formId === undefined)
    return { kind: 'missing', reason: 'client_id_missing', detail: 'client_id is missing' }
  if (formSecret === undefined)
    return { kind: 'missing', reason: 'client_secret_missing', detail: 'client_secret is missing' }
  return judged(formId as ClientId, formSecret as ClientSecret, 'client_secret_post')
}

function judged(
  clientId: ClientId,
  secret: ClientSecret,
  method: 'client_secret_post' | 'client_secret_basic',
): ClientCredentials {
  if (!CLIENT_ID.test(clientId)) {
    return { kind: 'missing', reason: 'client_unknown', detail: 'no application has this client_id' }
  }
  return { kind: 'credentials', clientId, secret, method }
}

function malformed({ reason, detail }: Readonly<Record<'reason' | 'detail', string>>): ClientCredentials {
  return { kind: 'malformed', reason, detail }
}

function readBasic(
  header: string,
): { readonly clientId: ClientId; readonly secret: ClientSecret } | undefined {
  const encoded = BASIC.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const pair = decodeBase64(encoded)
  const colon = pair?.indexOf(':') ?? -1
  if (pair === undefined || colon === -1) return undefined
  return {
    clientId: formDecode(pair.slice(0, colon)) as ClientId,
    secret: formDecode(pair.slice(colon + 1)) as ClientSecret,
  }
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
