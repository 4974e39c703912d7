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
 * How long a page is kept open for its answer; then its script reads. Longer than a call to the provider may take:
 * giving up before would have everything read twice.
 */
const FIRST_READ_DEADLINE_MS = 20_000

/** A page that is being answered, and whose it is. */
export interface ReadingPage extends Caller {
  /** May one more line about this caller be written? */
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
 * Reads what a page begins with while the page is rendered: the same operations, permissions, limits and way to the provider
 * as `POST /graphql`.
 *
 * @returns What may stand in the page: figures, or a complete answer without errors, about that version of that connection.
 * Undefined for anything else, and when the browser has gone or the deadline has passed: the page then asks for itself, and
 * hears why. Never rejects.
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
