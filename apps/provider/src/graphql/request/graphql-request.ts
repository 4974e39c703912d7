import { isJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import type { Request } from 'express'
import { badRequestError, persistedQueryError } from '#caller/caller-error.ts'
import { readBody } from '#http/body-reader.ts'
import { skipString } from './parse-operation.ts'

/** The parameters of one call. */
export type GraphqlParams = {
  readonly query: string
  readonly variables: JsonObject | undefined
  readonly operationName: string | undefined
  readonly extensions: JsonObject | undefined
}

/** Matches a number with more digits than a JavaScript number keeps. */
const LONG_NUMBER = /\d(?:\.?\d){15}/
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
/** Matches what could be a long number, and a colon after it, which makes it a name. */
const LONG_RUN = /[-+.\deE]{16,}(?:\s*:)?/g

/**
 * Parses JSON. A number that would lose digits becomes the text it was written as: ids have up to 19 digits, and
 * amounts are exact. A reviver needs half a second for a megabyte of small values.
 */
function parseExactJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  let exact = ''
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    exact += text.slice(at, end).replace(LONG_RUN, quoteLongNumber)
    at = skipString(text, end + 1)
    exact += text.slice(end, at)
  }
  return JSON.parse(exact)
}

const quoteLongNumber = (run: string) => (LONG_NUMBER.test(run) && NUMBER.test(run) ? `"${run}"` : run)

/** A body has a member for each 50 bytes of the largest one at most, because a new name costs far more time than its bytes. */
const BYTES_OF_A_MEMBER = 50

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function paramsOf(body: JsonObject): GraphqlParams {
  const { query, variables, operationName, extensions } = body
  const isHashOnly = isJsonObject(extensions) && isJsonObject(extensions['persistedQuery'])
  if ((isAbsent(query) || query === '') && isHashOnly) throw persistedQueryError()
  if (isAbsent(query) || query === '') throw badRequestError("The call needs a 'query' with an operation.")
  if (typeof query !== 'string') throw badRequestError("'query' must be text.")
  if (!isAbsent(variables) && !isJsonObject(variables))
    throw badRequestError("'variables' must be an object.")
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw badRequestError("'operationName' must be text.")
  }
  if (!isAbsent(extensions) && !isJsonObject(extensions))
    throw badRequestError("'extensions' must be an object.")
  return {
    query,
    variables: variables ?? undefined,
    // Some clients send an empty text for no name.
    operationName: operationName === '' ? undefined : (operationName ?? undefined),
    extensions: extensions ?? undefined,
  }
}

/**
 * Reads the body of a POST. Members it does not know are ignored.
 * @throws CallerError BAD_USER_INPUT
 */
export function parseJsonRequest(text: string, maxBodyBytes = 1_000_000): GraphqlParams {
  const maxMembers = Math.max(1_000, Math.floor(maxBodyBytes / BYTES_OF_A_MEMBER))
  if ((text.match(/"\s*:/g)?.length ?? 0) > maxMembers)
    throw badRequestError(`The body has more than ${maxMembers} members.`, { status: 413 })
  let body: unknown
  try {
    body = parseExactJson(text)
  } catch {
    throw badRequestError('The body is not JSON.')
  }
  if (Array.isArray(body)) throw badRequestError('A call carries one operation; batches are not taken.')
  if (!isJsonObject(body)) throw badRequestError('The body must be a JSON object.')
  return paramsOf(body)
}

/**
 * Reads the query of a GET.
 * @see GraphQL over HTTP, section "GET"
 * @throws CallerError BAD_USER_INPUT
 */
export function parseQueryRequest(search: URLSearchParams): GraphqlParams {
  const parsed = (name: string): unknown => {
    const text = search.get(name)
    if (text === null || text === '') return undefined
    try {
      return parseExactJson(text)
    } catch {
      throw badRequestError(`'${name}' is not JSON.`)
    }
  }
  return paramsOf({
    query: search.get('query'),
    operationName: search.get('operationName'),
    variables: parsed('variables'),
    extensions: parsed('extensions'),
  })
}

/** The media types that a POST may have. A plain form of another site can send none of them. */
const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/** Decision about a request line, before its body is read. */
type RequestForm =
  | { readonly kind: 'query' }
  | { readonly kind: 'json' }
  | { readonly kind: 'refused'; readonly status: 405 | 415; readonly message: string }

/**
 * Decides by method, media type and encoding. A charset other than UTF-8 is refused, because JSON has no other. So is a
 * compressed body, because its length does not limit its size.
 */
export function judgeRequestForm({ method, headers }: Pick<Request, 'method' | 'headers'>): RequestForm {
  if (method === 'GET') return { kind: 'query' }
  if (method !== 'POST') {
    return { kind: 'refused', status: 405, message: 'Only GET (for queries) and POST are taken.' }
  }
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    return { kind: 'refused', status: 415, message: 'A body must not be compressed.' }
  }
  if (JSON_TYPES.has(mediaType.trim()) && isUtf8) return { kind: 'json' }
  return { kind: 'refused', status: 415, message: 'A POST must have the Content-Type application/json.' }
}

/**
 * Reads the parameters of one call.
 *
 * @param countBody Counts the bytes of a body before it is parsed.
 * @throws CallerError BAD_USER_INPUT for an unsupported method, media type or body
 */
export async function readParams(
  req: Request,
  maxBodyBytes: number,
  countBody: (bytes: number) => Promise<void>,
): Promise<GraphqlParams> {
  const form = judgeRequestForm(req)
  switch (form.kind) {
    case 'refused':
      throw badRequestError(form.message, { status: form.status, headers: { Allow: 'GET, POST' } })
    case 'query':
      return parseQueryRequest(new URLSearchParams(/\?.*$/s.exec(req.url)?.[0] ?? ''))
    case 'json': {
      const { text, bytes } = await readText(req, maxBodyBytes)
      await countBody(bytes)
      return parseJsonRequest(text, maxBodyBytes)
    }
  }
}

/** Reads the body. A client that disconnects in the middle of it is not reported as our fault. */
async function readText(req: Request, maxBytes: number) {
  const isTooLarge = Number(req.headers['content-length'] ?? 0) > maxBytes
  const body = isTooLarge ? ({ kind: 'too_large' } as const) : await readBody(req, maxBytes)
  switch (body.kind) {
    case 'text':
      return body
    case 'too_large':
      throw badRequestError('Request body too large', { status: 413 })
    case 'broken_off':
      throw badRequestError('The body ended before its time.')
  }
}
