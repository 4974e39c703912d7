import {
  UpstreamError,
  type GraphqlUpstream,
  type UpstreamAnswer,
  type UpstreamCall,
} from './graphql-upstream.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { Writable } from 'node:stream'
import { Pool, errors, type Dispatcher } from 'undici'
import { LOOK_BYTES } from './answer-text.ts'

interface GraphqlUpstreamOptions {
  readonly url: string
  /** The time limit in milliseconds for the provider to begin its answer and to send, and the browser to take, each chunk. */
  readonly timeoutMs: number
  readonly totalTimeoutMs: number
  readonly maxConnections: number
  /** The maximum number of concurrent calls, including those that wait for a connection. */
  readonly maxCalls?: number
  /** Refuses calls that are not on the list of allowed calls. */
  readonly allowOnly?: Dispatcher.DispatcherComposeInterceptor
}

/** `highWaterMark`: the bytes that are read ahead of the browser; the rest waits at the provider. TLS reads no more anyway. */
const CONNECT = { timeout: 3000, highWaterMark: 16_384 }
/** The maximum number of concurrent calls: it limits the memory of requests while the provider does not answer. */
const MAX_CALLS = 2000

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

  const dispatcher = options.allowOnly === undefined ? pool : pool.compose(options.allowOnly)
  const maxCalls = options.maxCalls ?? MAX_CALLS
  let going = 0

  return {
    send({ body, headers, maySend = () => true }) {
      if (going >= maxCalls)
        return { answer: Promise.reject(new UpstreamError('crowded', { wasSent: false })), cancel() {} }
      going += 1
      const call = new PooledCall(options, { maySend, onOver: () => (going -= 1) })
      dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers, body }, call)
      return call
    },
    countPool: () => ({ [url.origin]: pool.stats }),
    close: () => pool.destroy(),
  }
}

type Phase =
  /** The beginning of the answer is being collected. */
  | 'looking'
  /** The caller has the beginning and has not decided yet. */
  | 'shown'
  | 'relaying'
  | 'discarded'
  | 'over'

/** One call to the provider, and the handler of its undici events. */
class PooledCall implements UpstreamCall, Dispatcher.DispatchHandler {
  readonly answer: Promise<UpstreamAnswer>
  readonly #settle: PromiseWithResolvers<UpstreamAnswer>
  readonly #timeoutMs: number
  readonly #deadline: NodeJS.Timeout
  readonly #onOver: () => void
  readonly #maySend: () => boolean
  #phase: Phase = 'looking'
  #controller: Dispatcher.DispatchController | undefined
  #stopped: UpstreamError | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #chunks: Buffer[] = []
  #size = 0
  #target: Writable | undefined
  #noteBrokenOff = () => {}
  #isHeldUp = false
  #noteMoving = () => {}
  /** The end of the body, or its error, if it came before the caller decided. */
  #ending: 'end' | UpstreamError | undefined

  /** @param about.onOver Called once, at the end of the call. */
  constructor(
    { timeoutMs, totalTimeoutMs }: Pick<GraphqlUpstreamOptions, 'timeoutMs' | 'totalTimeoutMs'>,
    about: { readonly maySend: () => boolean; readonly onOver: () => void },
  ) {
    this.#settle = Promise.withResolvers()
    this.answer = this.#settle.promise
    this.#timeoutMs = timeoutMs
    this.#onOver = about.onOver
    this.#maySend = about.maySend
    this.#deadline = setTimeout(() => this.#stop(new UpstreamError('timeout')), totalTimeoutMs)
  }

  readonly cancel = (): void => {
    // Called at the end of every answer; usually there is nothing left to stop.
    if (this.#phase !== 'over' && this.#ending === undefined) this.#stop(new UpstreamError('cancelled'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#stopped === undefined && !this.#maySend())
      this.#stopped = new UpstreamError('withheld', { wasSent: false })
    if (this.#stopped !== undefined) controller.abort(this.#stopped)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    // A multipart or event stream is passed on at once: its parts must not be held back.
    if (/^(?:multipart\/|text\/event-stream)/i.test(headers['content-type'] ?? '')) this.#show(false)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    switch (this.#phase) {
      case 'looking':
        this.#chunks.push(chunk)
        this.#size += chunk.length
        if (this.#size > LOOK_BYTES) this.#show(false)
        return
      case 'shown':
        this.#chunks.push(chunk)
        return
      case 'relaying':
        if (this.#target !== undefined) this.#write(this.#target, chunk)
        return
      case 'discarded':
        this.#size += chunk.length
        if (this.#size > 4 * LOOK_BYTES) this.#stop(new UpstreamError('cancelled'))
        return
      case 'over':
        return
    }
  }

  onResponseEnd(): void {
    this.#end()
    this.#ending = 'end'
    if (this.#phase === 'looking') this.#show(true)
    else if (this.#phase === 'relaying') {
      this.#phase = 'over'
      if (this.#target !== undefined) this.#finish(this.#target)
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const kind = isTimeout(error) ? 'timeout' : 'broken'
    // Without a connection nothing was sent.
    const wasSent = this.#controller !== undefined
    this.#fail(this.#stopped ?? new UpstreamError(kind, { cause: error, wasSent }))
  }

  #end(): void {
    clearTimeout(this.#deadline)
    this.#noteMoving()
    this.#onOver()
  }

  #stop(error: UpstreamError): void {
    this.#stopped ??= error
    // Without a connection undici reports nothing until it gets one, and drops the call then.
    if (this.#controller === undefined) this.#fail(this.#stopped)
    else this.#controller.abort(this.#stopped)
  }

  #fail(error: UpstreamError): void {
    if (this.#phase === 'over' || this.#ending === 'end') return
    this.#end()
    const before = this.#phase
    this.#phase = 'over'
    if (before === 'looking') this.#settle.reject(error)
    else if (before === 'shown') this.#ending = error
    else if (before === 'relaying') {
      if (error.kind !== 'cancelled') this.#noteBrokenOff()
      this.#target?.destroy()
    }
  }

  #show(isWhole: boolean): void {
    this.#phase = 'shown'
    const [only = Buffer.alloc(0)] = this.#chunks
    const beginning = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : only
    this.#chunks = []
    if (!isWhole) this.#controller?.pause()
    this.#settle.resolve({
      ...{ status: this.#status, headers: this.#headers, beginning, isWhole },
      relayTo: (res, onBrokenOff) => {
        this.#noteBrokenOff = onBrokenOff
        this.#relay(res, beginning)
      },
      collect: (maxBytes) => this.#collect(beginning, maxBytes),
      findFault: () => (this.#ending instanceof UpstreamError ? this.#ending : undefined),
      discard: () => {
        this.#phase = 'discarded'
        // A short rest is read so that the connection can be reused.
        this.#controller?.resume()
      },
    })
  }

  #collect(beginning: Buffer, maxBytes: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const chunks: Buffer[] = []
    let size = 0
    const target = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        size += chunk.length
        chunks.push(chunk)
        done(size > maxBytes ? new UpstreamError('broken') : null)
      },
    })
    target.once('finish', () => resolve(Buffer.concat(chunks)))
    target.once('error', () => this.cancel())
    target.once('close', () => target.writableFinished || reject(new UpstreamError('broken')))
    this.#relay(target, beginning)
    return promise
  }

  #relay(res: Writable, beginning: Buffer): void {
    this.#target = res
    if (this.#ending instanceof UpstreamError) {
      res.destroy()
      return
    }
    const chunks = [beginning, ...this.#chunks]
    this.#chunks = []
    if (this.#ending === 'end') {
      this.#phase = 'over'
      this.#finish(res, chunks.length === 1 ? beginning : Buffer.concat(chunks))
      return
    }
    this.#phase = 'relaying'
    for (const chunk of chunks) this.#write(res, chunk)
    if (!res.writableNeedDrain) this.#controller?.resume()
  }

  #write(res: Writable, chunk: Buffer): void {
    if (chunk.length === 0 || res.write(chunk) || this.#isHeldUp) return
    this.#isHeldUp = true
    this.#controller?.pause()
    // A browser that stops reading would occupy one of the connections to the provider.
    const patience = setTimeout(() => this.#stop(new UpstreamError('cancelled')), this.#timeoutMs)
    this.#noteMoving = () => clearTimeout(patience)
    res.once('drain', () => {
      this.#isHeldUp = false
      this.#noteMoving()
      this.#controller?.resume()
    })
  }

  /** Ends the response after the last chunk; a browser that does not read the rest in time is cut off. */
  #finish(res: Writable, rest?: Buffer): void {
    res.end(rest)
    if (res.writableLength === 0) return
    const patience = setTimeout(() => res.destroy(), this.#timeoutMs)
    res.once('close', () => clearTimeout(patience))
  }
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  )
}
