import type { FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { BffMetrics, GraphqlOutcome } from '#operations/bff-metrics.ts'
import { toProblem } from '#http/problem.ts'
import { waitAtMost } from '#http/wait-at-most.ts'
import { readGoodData } from './answer-keeper.ts'
import { outcomeOf } from './token-problem.ts'
import type { CallProvider, Listener } from './graphql-ports.ts'
import { createReadingOpener, type Caller, type ReadingDeps } from './open-reading.ts'
import type { ReadFiguresOf } from './read-figures.ts'

/**
 * The time in milliseconds that a page waits for its answer; after it the page's script reads. Longer than the time limit of a
 * provider call: giving up earlier would have everything read twice.
 */
const FIRST_READ_DEADLINE_MS = 20_000

/** The page that is being rendered, and its caller. */
export interface ReadingPage extends Caller {
  /** Returns true if one more line about this caller may be logged. */
  readonly mayLog: () => boolean
  /** The browser's connection. */
  readonly res: Listener
}

interface FirstReaderDeps extends ReadingDeps {
  readonly callProvider: CallProvider
  readonly readFigures: ReadFiguresOf
  readonly metrics: Pick<BffMetrics, 'graphql'>
  readonly logger: Pick<Logger, 'info'>
  readonly deadlineMs?: number
}

/**
 * Creates the reader of a page's first data while the page is rendered, with the same operations, permissions, limits and provider
 * calls as `POST /graphql`.
 * @returns The figures, or a complete answer without errors, of that version of that connection. Undefined for anything else, and
 * if the browser has disconnected or the time is up: the page then sends the query itself and receives the error. Never rejects.
 */
export function createFirstReader(
  deps: FirstReaderDeps,
): (query: FirstQuery, page: ReadingPage) => Promise<FirstAnswer | undefined> {
  const open = createReadingOpener(deps, deps.callProvider)
  const deadlineMs = deps.deadlineMs ?? FIRST_READ_DEADLINE_MS

  return async (query, page) => {
    const startedAtMs = deps.clock()
    const patience = waitAtMost(page.res, deadlineMs)
    try {
      const { outcome, answer } = await Promise.race([
        read(query, page, patience).catch((error: unknown) => {
          const { code } = toProblem(error)
          if (page.mayLog()) deps.logger.info({ event: 'page.not-read', code, requestId: page.requestId })
          return { outcome: outcomeOf(error), answer: undefined }
        }),
        patience.over.then((): Read => ({
          outcome: page.res.closed ? 'browser-gone' : 'provider-timeout',
          answer: undefined,
        })),
      ])
      deps.metrics.graphql(outcome, deps.clock() - startedAtMs)
      return answer
    } finally {
      patience.end()
    }
  }

  async function read(query: FirstQuery, page: ReadingPage, patience: Listener): Promise<Read> {
    if (query.kind === 'figures') {
      const answer = await deps.readFigures(query, page, patience)
      return answer === undefined ? GIVEN_UP : { outcome: 'relayed', answer }
    }
    const reading = await open(query, page, patience)
    return (
      (await reading.ask(query, (answer): Read => {
        const data = readGoodData(answer)
        answer.discard()
        const readAt = new Date(deps.clock()).toISOString()
        return { outcome: 'relayed', answer: data && { ...query, data, readAt } }
      })) ?? GIVEN_UP
    )
  }
}

interface Read {
  readonly outcome: GraphqlOutcome
  readonly answer: FirstAnswer | undefined
}

const GIVEN_UP: Read = { outcome: 'browser-gone', answer: undefined }
