import type { LastRead } from '@counterfoil/bff-api/connection'

/**
 * What was read last, of this form and with these variables.
 *
 * @param form Of figures their form, of a query the hash of its text: an answer to another text is none. Undefined finds nothing.
 */
export function findLastRead(
  lastRead: LastRead | undefined,
  form: string | undefined,
  variables: object,
): { readonly data: unknown; readonly atMs: number } | undefined {
  const found = lastRead?.answers.find(
    (answer) => answer.sha256Hash === form && JSON.stringify(answer.variables) === JSON.stringify(variables),
  )
  return found === undefined ? undefined : { data: found.data, atMs: Date.parse(found.readAt) }
}
