import { CONNECTION_HEADER, IDEMPOTENCY_HEADER, SEND_AGAIN_HEADER } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { BffError } from '#http/errors.ts'
import { parseConnectionId } from '#http/given-id.ts'
import { headerText } from '#http/header-text.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const COMMAND_KEY = /^[A-Za-z0-9_-]{16,128}$/

/** Returns the connection of a call. @throws BffError `bad-request` */
export function connectionIdOf(headers: Headers): ConnectionId {
  const connectionId = parseConnectionId(headerText(headers[CONNECTION_HEADER]))
  if (connectionId !== undefined) return connectionId
  throw new BffError('bad-request', { log: { reason: 'no connection header' } })
}

/** Returns the idempotency key of a mutation. @throws BffError `bad-request` */
export function commandKeyOf(headers: Headers): string {
  const key = headerText(headers[IDEMPOTENCY_HEADER])
  if (key !== undefined && COMMAND_KEY.test(key)) return key
  throw new BffError('bad-request', { log: { reason: 'no key of the mutation' } })
}

/** Returns `again` if the page repeats a mutation whose answer it never received, otherwise `first`. */
export function sendingOf(headers: Headers): 'first' | 'again' {
  return headerText(headers[SEND_AGAIN_HEADER]) === '1' ? 'again' : 'first'
}
