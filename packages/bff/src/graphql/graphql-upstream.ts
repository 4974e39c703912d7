import type { PoolCounts } from '#operations/provider-pools.ts'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** No answer that could be passed on: refused, reset, cut off, too late, or too many are waiting for one already. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: 'timeout' | 'broken' | 'cancelled' | 'crowded' | 'withheld'
  /** May the provider have received a part of the request? */
  readonly wasSent: boolean

  constructor(
    kind: UpstreamError['kind'],
    options: { readonly cause?: unknown; readonly wasSent?: boolean } = {},
  ) {
    super(`the provider's answer: ${kind}`, { cause: options.cause })
    this.kind = kind
    this.wasSent = options.wasSent ?? true
  }
}

/** The beginning of an answer, and the way to the rest of it. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As sent, compressed or not. At most about {@link LOOK_BYTES}. */
  readonly beginning: Buffer
  readonly isWhole: boolean
  /**
   * Writes the body to `res`, whose head is set, no faster than the browser reads.
   * When the provider breaks off, the connection to the browser is cut: half an answer never looks like a whole one.
   * @param onBrokenOff Called when that happens.
   */
  relayTo(res: ServerResponse, onBrokenOff: () => void): void
  /**
   * The whole body, for an answer that is read here.
   * @throws UpstreamError when it breaks off, or is longer than `maxBytes`
   */
  collect(maxBytes: number): Promise<Buffer>
  /** Did the provider break off since the beginning was shown? Then nothing can be relayed. */
  findFault(): UpstreamError | undefined
  discard(): void
}

export interface GraphqlUpstream {
  /**
   * @param request.maySend Asked when there is a connection, right before the first byte: a process can be frozen in between.
   *   False: nothing is sent, and the error is `withheld`.
   */
  send(request: {
    readonly body: string
    readonly headers: Record<string, string>
    readonly maySend?: (() => boolean) | undefined
  }): UpstreamCall
  /** Its sockets and calls at this moment, by origin. */
  countPool(): PoolCounts
  close(): Promise<void>
}

export interface UpstreamCall {
  /** @throws UpstreamError */
  readonly answer: Promise<UpstreamAnswer>
  /** The browser has gone: stops the call at the provider, at whatever point it is. */
  cancel(): void
}
