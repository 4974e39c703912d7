/**
 * The query of an authorize request, read byte for byte.
 * Source: interface.md section 4.1; RFC 6749 section 4.1.1 and appendix B.
 */

/** The supported parameters. Others are ignored. (RFC 6749 section 3.1) */
const AUTHORIZE_PARAMETERS = [
  'client_id',
  'response_type',
  'scope',
  'redirect_uri',
  'state',
  'approval_prompt',
  'businessId',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'response_mode',
  'request',
  'request_uri',
] as const
type AuthorizeParameter = (typeof AUTHORIZE_PARAMETERS)[number]

/** The parameters of the request before any check. An empty parameter counts as absent. */
export interface AuthorizationRequest {
  readonly parameters: Readonly<Partial<Record<AuthorizeParameter, string>>>
  /** Known parameters that were sent more than once; their values are not in `parameters`. */
  readonly repeated: readonly AuthorizeParameter[]
  /** All values of `resource`, which may be repeated. (RFC 8707 section 2) */
  readonly resources: readonly string[]
  /**
   * `state` as percent-encoded bytes, to be sent back exactly as received, even if the bytes are no valid text.
   * Undefined if there was none.
   */
  readonly encodedState: string | undefined
}

/** Parses the query of the address. Never fails: the checks refuse unreadable values. */
export function readAuthorizationRequest(query: string): AuthorizationRequest {
  const bytes = new Map<AuthorizeParameter, string>()
  const repeated = new Set<AuthorizeParameter>()
  const resources: string[] = []
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const name = decodeText(decodeBytes(equals === -1 ? pair : pair.slice(0, equals)))
    const known = AUTHORIZE_PARAMETERS.find((parameter) => parameter === name)
    if (name === 'resource' && equals !== -1) resources.push(decodeText(decodeBytes(pair.slice(equals + 1))))
    if (known === undefined) continue
    if (bytes.has(known)) repeated.add(known)
    bytes.set(known, equals === -1 ? '' : decodeBytes(pair.slice(equals + 1)))
  }

  const parameters: Partial<Record<AuthorizeParameter, string>> = {}
  for (const [name, value] of bytes) {
    if (value !== '' && !repeated.has(name)) parameters[name] = decodeText(value)
  }
  const state = bytes.get('state')
  return {
    parameters,
    repeated: [...repeated],
    resources: resources.filter((resource) => resource !== ''),
    encodedState:
      state === undefined || state === '' || repeated.has('state') ? undefined : encodeBytes(state),
  }
}

/** Decodes form encoding (`+`, `%XX`) into bytes, one character per byte. A percent sign without two hex digits stays. */
function decodeBytes(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return bytes
}

/** Decodes bytes as UTF-8; invalid ones become U+FFFD, which no check accepts. */
function decodeText(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

function encodeBytes(bytes: string): string {
  return bytes.replace(
    /[^A-Za-z0-9\-._~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** The supported values of `prompt`; others are ignored. */
export const PROMPT_VALUES = ['none', 'login', 'consent'] as const
type PromptValue = (typeof PROMPT_VALUES)[number]

/**
 * Returns the known values of `prompt`, which are separated by spaces.
 * @see OpenID Connect Core 1.0 section 3.1.2.1
 */
export function parsePrompt(prompt: string | undefined): readonly PromptValue[] {
  const words = (prompt ?? '').split(' ')
  return PROMPT_VALUES.filter((value) => words.includes(value))
}
