import type { GraphQLError } from 'graphql'
import type { HttpAnswer } from '#caller/caller-error.ts'

/** Media types of an answer. */
type MediaType = 'application/json' | 'application/graphql-response+json'

/** The result for the caller; `errors` come from `presentError`. */
export type Outcome = {
  readonly data?: unknown
  readonly errors?: readonly GraphQLError[]
}

/** An answer, ready to be written. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  'application/graphql-response+json': 'application/graphql-response+json',
  'application/json': 'application/json',
  'application/*': 'application/json',
  '*/*': 'application/json',
}

/**
 * Returns the first media type that the client names and that we have. The charset is always UTF-8.
 *
 * @returns Undefined if the client accepts none of ours
 * @see GraphQL over HTTP, section "Accept"
 */
export function chooseMediaType(accept: string | undefined): MediaType | undefined {
  if (accept === undefined || accept === '' || accept === 'application/json') return 'application/json'
  for (const entry of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';')
    const charset = parameters.find((parameter) => parameter.includes('charset='))
    const known = Object.hasOwn(MEDIA_TYPES, name) ? MEDIA_TYPES[name] : undefined
    if (known !== undefined && (charset === undefined || charset === 'charset=utf-8')) return known
  }
  return undefined
}

/**
 * Builds status, headers and text of an answer. The HTTP details of an error apply if the call has no result, and are not sent in
 * the body.
 */
export function formAnswer({ data, errors }: Outcome, mediaType: MediaType): Answer {
  const headers: Record<string, string> = { 'Content-Type': `${mediaType}; charset=utf-8` }
  if (errors === undefined || errors.length === 0) {
    return { status: 200, headers, body: JSON.stringify({ data }) }
  }
  let status = 0
  const isEmpty = data == null || Object.values(data).every((value) => value === null)
  const shown = errors.map((error) => {
    const { http, ...extensions } = error.extensions
    const asked = isEmpty ? (http as HttpAnswer | undefined) : undefined
    Object.assign(headers, asked?.headers)
    const isOfSpec = asked?.spec === true && mediaType === 'application/json'
    if (asked !== undefined && !isOfSpec) status = Math.max(status, asked.status)
    return { ...error.toJSON(), extensions }
  })
  return { status: status === 0 ? 200 : status, headers, body: JSON.stringify({ errors: shown, data }) }
}
