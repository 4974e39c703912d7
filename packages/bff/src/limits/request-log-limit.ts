import type { IncomingMessage } from 'node:http'
import { createBoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import { networkOf } from '@counterfoil/service/http/network'
import { clientAddress } from './client-address.ts'

/**
 * Returns true if one more line about a request of this caller may be logged in this minute.
 * @param isFault See {@link createBoundedLines}.
 */
export type MayLog = (req: IncomingMessage, isFault?: boolean) => boolean

/** Limits the log lines about the requests of each address, so that nobody can fill the disk. */
export function createRequestLogLimit(
  options: Parameters<typeof createBoundedLines>[0] & {
    /** The number of proxies before us whose `X-Forwarded-For` is trusted. */
    readonly trustedProxies: number
  },
): MayLog {
  const lines = createBoundedLines(options)
  return (req, isFault) => {
    return lines.mayWrite(networkOf(clientAddress(req, options.trustedProxies)), isFault)
  }
}
