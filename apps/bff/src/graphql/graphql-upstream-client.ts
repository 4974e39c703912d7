import type { UpstreamCall } from './graphql-upstream.ts'
import { UpstreamError, type UpstreamAnswer, type GraphqlUpstream } from './graphql-upstream.ts'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Pool, errors, type Dispatcher } from 'undici'
import { LOOK_BYTES } from './answer-text.ts'

export interface GraphqlUpstreamOptions {
  /** Full address of the GraphQL endpoint. */
  readonly url: string
  /** How long the provider may take to begin its answer, and to send its next piece; and the browser to take it, the last one too. */
  readonly timeoutMs: number
  /** How long the whole answer may take. */
  readonly totalTimeoutMs: number
  readonly maxConnections: number
  /** Calls at once, those that wait for a connection included. */
  readonly maxCalls?: number
}

/** `highWaterMark`: what is read ahead of the browser; the rest waits at the provider. TLS reads no more anyway. */
const CONNECT = { timeout: 3000, highWaterMark: 16_384 }
/** A provider that has stopped answering must not fill our memory with who waits for it. */
const MAX_CALLS = 2000

/** Opens the pool of connections to the provider's GraphQL endpoint. */
export function createGraphqlUpstream(options: GraphqlUpstreamOptions): GraphqlUpstream {
  const url = new URL(options.url)
  const path = `${url.pathname}${url.search}`
  const pool = new Pool(url.origin, {
    connections: options.maxConnections,
    pipelining: 1,
    connect: CONNECT,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    // Shorter than the usual 5 s of a Node server: a POST on a connection that is just being closed would be lost.
    keepAliveTimeout: 4000,
  })

  const maxCalls = options.maxCalls ?? MAX_CALLS
  let going = 0

  return {
    send({ body, headers }) {
      if (going >= maxCalls) return { answer: Promise.reject(new UpstreamError('crowded')), cancel() {} }
      going += 1
      const call = createCall(options, () => (going -= 1))
      pool.dispatch({ path, method: 'POST', headers, body }, call.handler)
      return call
    },
    close: () => pool.destroy(),
  }
}

type Phase =
  /** Nothing decided: the beginning is being collected. */
  | 'looking'
  /** The caller has the beginning and has not said what to do. */
  | 'shown'
  | 'relaying'
  | 'discarded'
  | 'over'

/** @param onOver Told once, when nothing more will come. */
function createCall(
  { timeoutMs, totalTimeoutMs }: Pick<GraphqlUpstreamOptions, 'timeoutMs' | 'totalTimeoutMs'>,
  onOver: () => void,
): UpstreamCall & { readonly handler: Dispatcher.DispatchHandler } {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>()
  let phase: Phase = 'looking'
  let controller: Dispatcher.DispatchController | undefined
  let stopped: UpstreamError | undefined
  let status = 0
  let headers: IncomingHttpHeaders = {}
  let chunks: Buffer[] = []
  let size = 0
  let target: ServerResponse | undefined
  let noteBrokenOff = () => {}
  let isHeldUp = false
  let noteMoving = () => {}
  /** How the body ended while nobody was reading. */
  let ending: 'end' | UpstreamError | undefined
  const deadline = setTimeout(() => stop(new UpstreamError('timeout')), totalTimeoutMs)

  function stop(error: UpstreamError): void {
    stopped ??= error
    // Still in line for a connection: nobody else would tell. When its turn comes it is dropped.
    if (controller === undefined) fail(stopped)
    else controller.abort(stopped)
  }

  function show(isWhole: boolean): void {
    phase = 'shown'
    const [only = Buffer.alloc(0)] = chunks
    const beginning = chunks.length > 1 ? Buffer.concat(chunks) : only
    chunks = []
    if (!isWhole) controller?.pause()
    const relayTo: UpstreamAnswer['relayTo'] = (res, onBrokenOff) => {
      noteBrokenOff = onBrokenOff
      relay(res, beginning)
    }
    const findFault = () => (ending instanceof UpstreamError ? ending : undefined)
    resolve({ status, headers, beginning, isWhole, relayTo, findFault, discard })
  }

  function relay(res: ServerResponse, beginning: Buffer): void {
    target = res
    if (ending instanceof UpstreamError) {
      res.destroy()
      return
    }
    if (ending === 'end') {
      phase = 'over'
      finish(res, chunks.length === 0 ? beginning : Buffer.concat([beginning, ...chunks]))
      return
    }
    phase = 'relaying'
    for (const chunk of [beginning, ...chunks]) write(res, chunk)
    chunks = []
    if (!res.writableNeedDrain) controller?.resume()
  }

  function write(res: ServerResponse, chunk: Buffer): void {
    if (chunk.length === 0 || res.write(chunk) || isHeldUp) return
    isHeldUp = true
    controller?.pause()
    // Who stops reading keeps a connection to the provider from everybody else.
    const patience = setTimeout(() => stop(new UpstreamError('cancelled')), timeoutMs)
    noteMoving = () => clearTimeout(patience)
    res.once('drain', () => {
      isHeldUp = false
      noteMoving()
      controller?.resume()
    })
  }

  /** The provider is done. Who does not take the rest keeps nothing of ours either. */
  function finish(res: ServerResponse, rest?: Buffer): void {
    res.end(rest)
    if (res.writableLength === 0) return
    const patience = setTimeout(() => res.destroy(), timeoutMs)
    res.once('close', () => clearTimeout(patience))
  }

  function discard(): void {
    phase = 'discarded'
    // A short rest is read so that the connection can be used again.
    controller?.resume()
  }

  function fail(error: UpstreamError): void {
    if (phase === 'over' || ending === 'end') return
    clearTimeout(deadline)
    noteMoving()
    onOver()
    const before = phase
    phase = 'over'
    if (before === 'looking') reject(error)
    else if (before === 'shown') ending = error
    else if (before === 'relaying') {
      if (error.kind !== 'cancelled') noteBrokenOff()
      target?.destroy()
    }
  }

  return {
    answer: promise,
    cancel() {
      // Called at the end of every answer, and nearly always there is nothing left to stop.
      if (phase !== 'over' && ending === undefined) stop(new UpstreamError('cancelled'))
    },
    handler: {
      onRequestStart(started) {
        controller = started
        if (stopped !== undefined) started.abort(stopped)
      },
      onResponseStart(_controller, statusCode, answerHeaders) {
        if (statusCode < 200) return
        status = statusCode
        headers = answerHeaders
        // A stream of parts is shown at once: its pieces must not wait for one another.
        if (/^(?:multipart\/|text\/event-stream)/i.test(headers['content-type'] ?? '')) show(false)
      },
      onResponseData(_controller, chunk) {
        switch (phase) {
          case 'looking':
            chunks.push(chunk)
            size += chunk.length
            if (size > LOOK_BYTES) show(false)
            return
          case 'shown':
            chunks.push(chunk)
            return
          case 'relaying':
            if (target !== undefined) write(target, chunk)
            return
          case 'discarded':
            size += chunk.length
            if (size > 4 * LOOK_BYTES) stop(new UpstreamError('cancelled'))
            return
          case 'over':
            return
        }
      },
      onResponseEnd() {
        clearTimeout(deadline)
        noteMoving()
        onOver()
        ending = 'end'
        if (phase === 'looking') show(true)
        else if (phase === 'relaying') {
          phase = 'over'
          if (target !== undefined) finish(target)
        }
      },
      onResponseError(_controller, error) {
        fail(stopped ?? new UpstreamError(isTimeout(error) ? 'timeout' : 'broken', error))
      },
    },
  }
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  )
}
