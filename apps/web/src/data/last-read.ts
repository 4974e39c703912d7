import type { ConnectionState, ConnectionView, LastRead } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'

/** Returns true for states in which figures cannot be read now and the last reading is worth showing. */
export function isBroken(state: ConnectionState): boolean {
  return state === 'trouble' || state === 'plan_ended' || state === 'reconnect'
}

export function lastReadKey(connection: Pick<ConnectionView, 'id' | 'version'>): readonly unknown[] {
  return ['last-read', connection.id, connection.version]
}

/** Returns the last reading that came with the first HTML, and its cache key. */
export function bootLastRead({ lastRead, session }: Boot) {
  const connection = session.connections.find(({ id }) => id === lastRead?.connectionId)
  if (lastRead === undefined || connection === undefined) return undefined
  return { key: lastReadKey(connection), lastRead }
}

/**
 * Returns the last reading of this form with these variables.
 *
 * @param form The shape of figures, or the hash of a query's text, so that no other text matches. Undefined finds nothing.
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
