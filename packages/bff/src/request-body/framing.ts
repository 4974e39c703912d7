import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { headerText } from '#http/header-text.ts'

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

const FORM = /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?utf-8"?\s*)?$/i
const JSON_BODY = /^application\/(?:json|graphql-response\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * Returns the fault of a request's headers that is known before its body is read. A compressed body is refused: its real size is
 * not known before it is decompressed.
 */
export function findFramingFault(
  headers: HeaderValues,
  kind: 'query' | 'json' | 'form',
  maxBodyBytes: number,
): ProblemCode | undefined {
  const type = headerText(headers['content-type']) ?? ''
  if (!(kind === 'form' ? FORM : JSON_BODY).test(type)) return 'unsupported-media-type'
  if (headerText(headers['content-encoding']) !== undefined) return 'unsupported-media-type'
  if (Number(headerText(headers['content-length']) ?? 0) > maxBodyBytes) return 'payload-too-large'
  return undefined
}
