import type { LastRead } from '@counterfoil/bff-api/connection'
import { FIGURE_SHAPES } from './figure-names.ts'
import { OPERATION_HASHES } from '#gql/operation-hashes.ts'

const SHAPES: Readonly<Record<string, string>> = FIGURE_SHAPES

/** What was read last by this query with these variables; an answer to another text of the query is none, and figures of another form. */
export function findLastRead(
  lastRead: LastRead | undefined,
  operationName: string,
  variables: object,
): { readonly data: unknown; readonly atMs: number } | undefined {
  const hash = SHAPES[operationName] ?? OPERATION_HASHES[operationName]
  const found = lastRead?.answers.find(
    (answer) => answer.sha256Hash === hash && JSON.stringify(answer.variables) === JSON.stringify(variables),
  )
  return found === undefined ? undefined : { data: found.data, atMs: Date.parse(found.readAt) }
}
