import type { ProblemCode } from '@counterfoil/bff-api/problem'

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

const FORM = /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?utf-8"?\s*)?$/i
const JSON_BODY = /^application\/(?:json|graphql-response\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * The fault of a request's framing that can be told before its body is read.
 * A compressed body is refused: its real size is not known before it is unpacked.
 */
export function findFramingFault(
  headers: HeaderValues,
  kind: 'query' | 'json' | 'form',
  maxBodyBytes: number,
): ProblemCode | undefined {
  const type = one(headers['content-type']) ?? ''
  if (!(kind === 'form' ? FORM : JSON_BODY).test(type)) return 'unsupported-media-type'
  if (one(headers['content-encoding']) !== undefined) return 'unsupported-media-type'
  if (Number(one(headers['content-length']) ?? 0) > maxBodyBytes) return 'payload-too-large'
  return undefined
}

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ')
}
