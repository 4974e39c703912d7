import { request } from 'undici'
import { toOtlpTraces, type Span } from './trace.ts'

export interface SpanExporter {
  /** Takes a finished span; never waits and never throws. */
  add(span: Span): void
  /** Sends what is left. */
  close(): Promise<void>
}

const FLUSH_EVERY_MS = 2000
const FLUSH_AT_SPANS = 256
/** What a collector that is away may cost in memory; beyond it spans are dropped. */
const MAX_WAITING_SPANS = 2048
const SEND_TIMEOUT_MS = 3000

/**
 * Sends spans to an OpenTelemetry collector over OTLP/HTTP in JSON, in batches, in the background.
 * A collector that is away costs spans, never an answer.
 * @param options.url Base address, for example `http://127.0.0.1:4318`.
 * @param options.onTrouble Told when a batch could not be sent and when spans were dropped.
 */
export function createOtlpExporter(options: {
  readonly url: string
  readonly serviceName: string
  readonly onTrouble: (facts: {
    readonly event: string
    readonly count: number
    readonly message?: string
  }) => void
}): SpanExporter {
  const address = `${options.url.replace(/\/+$/, '')}/v1/traces`
  let waiting: Span[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (dropped > 0) options.onTrouble({ event: 'telemetry.dropped', count: dropped })
    dropped = 0
    if (batch.length > 0) sending = sending.then(() => send(batch))
    return sending
  }

  async function send(batch: readonly Span[]): Promise<void> {
    try {
      const answer = await request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toOtlpTraces(batch, options.serviceName)),
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
      await answer.body.dump()
      if (answer.statusCode >= 300) throw new Error(`status ${answer.statusCode}`)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      options.onTrouble({ event: 'telemetry.not-sent', count: batch.length, message })
    }
  }

  return {
    add(span) {
      if (waiting.length >= MAX_WAITING_SPANS) {
        dropped += 1
        return
      }
      waiting.push(span)
      if (waiting.length >= FLUSH_AT_SPANS) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref()
    },
    close: flush,
  }
}
