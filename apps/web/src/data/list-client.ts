import type { ListPagesLine, ListPagesRequest } from '@counterfoil/bff-api/list-pages'
import { BFF_PATHS, pathFor, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { transportErrorOf } from './bff-client.ts'
import { failureOf, FailureError, type TransportError } from './failure.ts'

/** The BFF gives a sign of life every 5 s. */
const SILENCE_MS = 30_000

/** What comes of a list: the data of a page, or a sign that the next one is on its way. */
type ListPart = Extract<ListPagesLine, { data: unknown } | { alive: unknown }>

/**
 * Reads every page of a list as one stream, and ends once the BFF has said that it is whole.
 * @throws FailureError when it is not; what `signal` was aborted with when the person wants it no more
 */
export async function* readListPages(
  connectionId: ConnectionId,
  asked: ListPagesRequest,
  signal: AbortSignal,
): AsyncGenerator<ListPart, void, undefined> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await fetch(pathFor(BFF_PATHS.connectionList, connectionId), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', [REQUEST_HEADER]: '1' },
      body: JSON.stringify(asked),
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || response.body === null) throw failed(await transportErrorOf(response))
    for await (const text of linesOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const line = JSON.parse(text) as ListPagesLine
      if ('end' in line) return
      if ('problem' in line) throw failed({ kind: 'problem', ...line })
      yield line
    }
    // It was cut off: what came is not the list.
    throw failed(cutOff())
  } catch (thrown) {
    if (thrown instanceof FailureError || signal.aborted) throw thrown
    throw failed(silence.signal.aborted ? { kind: 'timeout' } : cutOff())
  } finally {
    clearTimeout(timer)
    // Anyone who stops early wants no more of it.
    silence.abort()
  }
}

/** The whole lines of a body. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Of a device that is online it is not said that it is offline. */
const cutOff = (): TransportError => ({ kind: navigator.onLine ? 'not-understood' : 'no-answer' })

function failed(transportError: TransportError): FailureError {
  return new FailureError(failureOf(transportError, Date.now()))
}
