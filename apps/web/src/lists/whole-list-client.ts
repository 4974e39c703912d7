import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ListPagesLine, ListPagesRequest } from '@counterfoil/bff-api/list-pages'
import { BFF_PATHS, pathFor, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { transportErrorOf } from '#data/bff-client.ts'
import { FailureError, failureOf, type TransportError } from '#data/failure.ts'
import { LARGE_PAGE_ROWS, type ListPage, type ListRow } from './list-rows.ts'

/** What it takes to read every row of a list again. */
export interface WholeList<Row extends ListRow> {
  readonly operationName: string
  /** All but the page. */
  readonly variables: object
  readonly pick: (data: unknown) => ListPage<Row> | undefined
  /** As far as is known. */
  readonly total: number
  /** Every row, where nothing can be read now and all of them are here. */
  readonly held: readonly Row[] | undefined
}

/** A list that is not what it was while it was read: rows may be missing or there twice. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError'
}

/**
 * Reads every row of a list, page by page; undefined while the provider's limit is waited for.
 * @throws FailureError, {@link ListChangedError}: then what was read is not the whole list
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
    // More pages than were asked for, or fewer: nothing was read yet, so it begins again.
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

/** The BFF gives a sign of life every 5 s. */
const SILENCE_MS = 30_000

/** What comes of a list: the data of a page, or a sign that the next one is on its way. */
type ListPart = Extract<ListPagesLine, { data: unknown } | { alive: unknown }>

/**
 * Reads every page of a list as one stream, and ends once the BFF has said that it is whole.
 * @throws FailureError when it is not; what `signal` was aborted with when the person wants it no more
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
