import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ListPagesLine, ListPagesRequest } from '@counterfoil/bff-api/list-pages'
import { BFF_PATHS, pathFor, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { transportErrorOf } from '#data/bff-client.ts'
import { FailureError, failureOf, type TransportError } from '#data/failure.ts'
import { LARGE_PAGE_ROWS, type ListPage, type ListRow } from './list-rows.ts'

/** The data needed to read every row of a list again. */
export interface WholeList<Row extends ListRow> {
  readonly operationName: string
  /** All variables but the page. */
  readonly variables: object
  readonly pick: (data: unknown) => ListPage<Row> | undefined
  /** The number of rows, as far as known. */
  readonly total: number
  /** Every row, if nothing can be read now and all of them are loaded. */
  readonly held: readonly Row[] | undefined
}

/** The error for a list that changed while it was read: rows may be missing or repeated. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError'
}

/**
 * Reads every row of a list, page by page; yields undefined while it waits for the provider's rate limit.
 * @throws FailureError, {@link ListChangedError}: then the rows read are not the whole list
 */
export async function* readWholeList<Row extends ListRow>(
  list: WholeList<Row>,
  { id, version }: Pick<ConnectionView, 'id' | 'version'>,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Row> | undefined, void, undefined> {
  const { operationName, total, held } = list
  if (held !== undefined) {
    yield { rows: held, total }
    return
  }
  const asked = {
    ...{ version, operationName },
    variables: { ...list.variables, pageSize: LARGE_PAGE_ROWS },
    pages: Math.max(1, Math.ceil(total / LARGE_PAGE_ROWS)),
  }
  const seen = new Set<string>()
  for await (const part of readListPages(id, asked, signal)) {
    if ('alive' in part) {
      if (part.alive === 'waits') yield undefined
      continue
    }
    const page = list.pick(part.data)
    // There are more or fewer pages than requested. Nothing was read yet, so the reading starts again.
    if (page !== undefined && page.total !== total && seen.size === 0) {
      yield* readWholeList({ ...list, total: page.total }, { id, version }, signal)
      return
    }
    if (page?.total !== total) throw new ListChangedError()
    for (const row of page.rows) seen.add(row.id)
    yield page
  }
  if (seen.size !== total) throw new ListChangedError()
}

/** The longest silence in milliseconds; the BFF sends a sign of life every 5 s. */
const SILENCE_MS = 30_000

/** A line of the stream: the data of a page, or a sign that the next one is on its way. */
type ListPart = Extract<ListPagesLine, { data: unknown } | { alive: unknown }>

/**
 * Reads every page of a list as one stream, which ends once the BFF has confirmed that it is complete.
 * @throws FailureError when it is not; the reason of `signal` when the person cancels
 */
async function* readListPages(
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
    // The stream was cut off: the list is incomplete.
    throw failed(cutOff())
  } catch (thrown) {
    if (thrown instanceof FailureError || signal.aborted) throw thrown
    throw failed(silence.signal.aborted ? { kind: 'timeout' } : cutOff())
  } finally {
    clearTimeout(timer)
    // Cancels the request if the consumer stops early.
    silence.abort()
  }
}

/** Yields the complete lines of a body. */
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

/** The device may be online: then the failure must not say that it is offline. */
const cutOff = (): TransportError => ({ kind: navigator.onLine ? 'not-understood' : 'no-answer' })

function failed(transportError: TransportError): FailureError {
  return new FailureError(failureOf(transportError, Date.now()))
}
