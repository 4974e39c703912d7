import type { ListPagesLine, ListPagesRequest } from '@counterfoil/bff-api/list-pages'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { BffError } from '#http/errors.ts'
import type { Refusals } from '#provider-profile/provider-profile.ts'
import type { ReadSession } from '#session/session-reader.ts'
import type { SessionStore } from '#session/session-store.ts'
import type { CallProvider, Listener } from './graphql-ports.ts'
import { createReadingOpener, type Caller, type OpenReading, type ReadingDeps } from './open-reading.ts'
import { readWhole } from './read-figures.ts'
import { DEFAULT_RETRY_SECONDS } from './token-problem.ts'

/** The number of pages that are requested at the same time, and so held here at most. */
export const PAGES_AT_ONCE = 4
/** The interval in milliseconds between two keep-alive lines. */
const ALIVE_EVERY_MS = 5_000
/** The maximum wait in milliseconds for a page that a rate limit holds back. */
const MAX_WAIT_MS = 120_000

interface ListDeps extends ReadingDeps {
  /** A caller that stores no answers. */
  readonly callProvider: CallProvider
  readonly sessions: Pick<SessionStore, 'leftMs'>
  readonly wait: (ms: number) => Promise<void>
  readonly refusals: Refusals
}

type ListQuery = ListPagesRequest & { readonly connectionId: ConnectionId }
type ListCaller = Caller & { readonly session: Pick<ReadSession, 'id'> }

/**
 * Reads every page of a list, at most {@link PAGES_AT_ONCE} ahead of the caller: if no page is taken, no further one is read. A
 * page that a rate limit refuses is retried after the time that the limit names. Ends early if the listener has closed.
 * @throws BffError if a page cannot be read completely, or the session has ended: then the list is incomplete
 */
export type ReadList = (
  query: ListQuery,
  caller: ListCaller,
  listener: Listener,
) => AsyncGenerator<ListPagesLine, void, undefined>

export function createListReader(deps: ListDeps): ReadList {
  const open = createReadingOpener(deps, deps.callProvider)

  return async function* readList(query, caller, listener) {
    const reading = await open(query, caller, listener)
    const limited = new Set<number>()
    const ahead: Promise<Outcome>[] = []
    let asked = 0
    let tick = deps.wait(ALIVE_EVERY_MS)
    for (let sent = 0; sent < query.pages; sent += 1) {
      while (asked < query.pages && ahead.length < PAGES_AT_ONCE) {
        asked += 1
        ahead.push(outcomeOf(readPage({ reading, query, page: asked, limited })))
      }
      const next = ahead.shift()
      if (next === undefined) return
      let outcome = await Promise.race([next, tick])
      while (outcome === undefined) {
        yield { alive: limited.size > 0 ? 'waits' : 'reads' }
        tick = deps.wait(ALIVE_EVERY_MS)
        outcome = await Promise.race([next, tick])
      }
      if (listener.closed) return
      if ('error' in outcome) throw outcome.error
      if (outcome.page === undefined) return
      if ((await deps.sessions.leftMs(caller.session.id)) === undefined) throw new BffError('session-ended')
      yield { data: outcome.page.data }
    }
    yield { end: true }
  }

  async function readPage(about: {
    readonly reading: OpenReading
    readonly query: ListQuery
    readonly page: number
    /** The pages that wait for a rate limit. */
    readonly limited: Set<number>
  }) {
    const { reading, query, page, limited } = about
    const { operationName, variables } = query
    for (let waitedMs = 0; ;) {
      try {
        const read = await reading.ask({ operationName, variables: { ...variables, page } }, (answer) =>
          readWhole(answer, deps.refusals),
        )
        if (read !== undefined && read.missing.length > 0)
          throw new BffError('provider-unavailable', { log: { reason: 'a page with parts missing' } })
        return read
      } catch (error) {
        if (!isLimit(error) || waitedMs >= MAX_WAIT_MS) throw error
        const waitMs = 1000 * (error.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)
        waitedMs += waitMs
        limited.add(page)
        await deps.wait(waitMs)
        limited.delete(page)
      }
    }
  }
}

/** The result of one page. Errors are values, because a page that is read ahead may fail before it is awaited. */
type Outcome =
  { readonly page: Awaited<ReturnType<typeof readWhole>> | undefined } | { readonly error: unknown }

const outcomeOf = (read: Promise<Awaited<ReturnType<typeof readWhole>> | undefined>): Promise<Outcome> =>
  read.then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  )

const isLimit = (error: unknown): error is BffError =>
  error instanceof BffError && (error.code === 'rate-limited' || error.code === 'provider-rate-limited')
