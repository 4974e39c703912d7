import type { TraceContext } from '@counterfoil/service/telemetry/trace'
import type { Tracing } from '@counterfoil/service/telemetry/tracing'

interface StoreCommand {
  readonly name: string
  readonly key: string | undefined
}

/** Begins to record a command; the returned function reports its end. Undefined if the command is not recorded. */
export type ObserveCommand = (command: StoreCommand) => ((isError: boolean) => void) | undefined

/** The purpose of keys by their first part. A key itself may contain the id of a session: it never leaves this file. */
const PURPOSES: Readonly<Record<string, string>> = {
  sess: 'session',
  connection: 'connection',
  principal: 'principal',
  sweep: 'sweeper',
  revocations: 'pending revocations',
  exchange: 'exchange journal',
  exchanges: 'exchange journal',
  attempt: 'attempt',
  'attempt-key': 'attempt',
  attempts: 'attempt',
  relay: 'relay',
  'connect-result': 'result',
  limit: 'limit',
  probe: 'readiness',
  clock: 'clock',
}

/** The purposes of the other keys of a connection, by their third part. */
const BESIDE_CONNECTION: Readonly<Record<string, string>> = {
  lock: 'refresh lock',
  revocations: 'pending revocations',
}

/** Returns the purpose of a key, from a fixed list; `other` if it is not on the list. */
export function purposeOf(key: string | undefined): string {
  const parts = (key ?? '').split(':')
  const [first = '', , third = ''] = parts
  if (first === 'connection' && Object.hasOwn(BESIDE_CONNECTION, third)) return BESIDE_CONNECTION[third] ?? ''
  return Object.hasOwn(PURPOSES, first) ? (PURPOSES[first] ?? '') : 'other'
}

/**
 * Records the commands that are sent on behalf of a request, with name and purpose, never with a key or a value. Commands of the
 * background belong to no request and are not recorded.
 * @see OpenTelemetry semantic conventions for database client spans
 */
export function createCommandSpans(
  tracing: Pick<Tracing, 'startCall'>,
  presentTrace: () => TraceContext | undefined,
): ObserveCommand {
  return ({ name, key }) => {
    const trace = presentTrace()
    if (trace?.isSampled !== true) return undefined
    const operation = name.toUpperCase()
    // The argument of PUBLISH is a channel, not a key.
    const purpose = operation === 'PUBLISH' ? 'live updates' : purposeOf(key)
    const span = tracing.startCall(trace, `${operation} ${purpose}`, {
      'db.system.name': 'redis',
      'db.operation.name': operation,
      'counterfoil.purpose': purpose,
    })
    return (isError) => span.end({ isError })
  }
}
