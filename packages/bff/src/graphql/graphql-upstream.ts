import type { PoolCounts } from '#operations/provider-pools.ts'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** Thrown if there is no answer to relay: refused, reset, cut off, too late, or too many calls are waiting already. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: 'timeout' | 'broken' | 'cancelled' | 'crowded' | 'withheld'
  /** True if the provider may have received a part of the request. */
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

/** The beginning of an answer, and the functions that read the rest. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The bytes as sent, compressed or not. At most about {@link LOOK_BYTES}. */
  readonly beginning: Buffer
  readonly isWhole: boolean
  /**
   * Writes the body to `res`, whose head is sent, no faster than the browser reads. If the provider breaks off, the connection to
   * the browser is cut: a truncated answer never looks complete.
   * @param onBrokenOff Called if the provider breaks off.
   */
  relayTo(res: ServerResponse, onBrokenOff: () => void): void
  /**
   * Returns the whole body, for an answer that is read here.
   * @throws UpstreamError if it breaks off, or is longer than `maxBytes`
   */
  collect(maxBytes: number): Promise<Buffer>
  /** Returns the error if the provider broke off after the beginning: then nothing can be relayed. */
  findFault(): UpstreamError | undefined
  discard(): void
}

export interface GraphqlUpstream {
  /**
   * @param request.maySend Called once there is a connection, right before the first byte, because a process can be frozen in
   * between. If it returns false, nothing is sent, and the error is `withheld`.
   */
  send(request: {
    readonly body: string
    readonly headers: Record<string, string>
    readonly maySend?: (() => boolean) | undefined
  }): UpstreamCall
  /** Returns the present number of sockets and calls by origin. */
  countPool(): PoolCounts
  close(): Promise<void>
}

export interface UpstreamCall {
  /** @throws UpstreamError */
  readonly answer: Promise<UpstreamAnswer>
  /** Cancels the call at the provider at any stage, because the browser has disconnected. */
  cancel(): void
}
