import type { IncomingMessage } from 'node:http'
import { createBoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import { networkOf } from '@counterfoil/service/http/network'
import { clientAddress } from './client-address.ts'

/**
 * May one more line about a request of this caller be written in this minute?
 * @param isFault See {@link createBoundedLines}.
 */
export type MayLog = (req: IncomingMessage, isFault?: boolean) => boolean

/** Bounds the lines about the requests of each address, so that nobody fills the disk. */
export function createRequestLogLimit(
  options: Parameters<typeof createBoundedLines>[0] & {
    /** Number of proxies in front whose `X-Forwarded-For` is believed. */
    readonly trustedProxies: number
  },
): MayLog {
  const lines = createBoundedLines(options)
  return (req, isFault) => {
    return lines.mayWrite(networkOf(clientAddress(req, options.trustedProxies)), isFault)
  }
}
