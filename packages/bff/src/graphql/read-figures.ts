import type { FiguresReader, PartialAnswer } from '@counterfoil/bff-api/figures'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import type { FirstAnswer, FirstQuery, ProviderFeature } from '@counterfoil/bff-api/session'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/http/json-object'
import type { LastLookStore } from '#connections/last-look-store.ts'
import type { LastReadStore } from '#connections/last-read-store.ts'
import { BffError } from '#http/errors.ts'
import type { Refusals } from '#provider-profile/provider-profile.ts'
import { createSparseKeep, type KeepDeps } from './answer-keeper.ts'
import { readAnswerText } from './answer-text.ts'
import type { CallProvider, Listener } from './graphql-ports.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { type Caller, createReadingOpener, type ReadingDeps } from './open-reading.ts'
import { DEFAULT_RETRY_SECONDS, unavailable } from './token-problem.ts'
import { judgeGraphqlBody } from './upstream-outcome.ts'

/** The time in milliseconds after which no further pages are read, and figures say "at least": a person is waiting. */
const ENOUGH_AFTER_MS = 3000
/** The maximum body in bytes: ten times the longest page of a list. */
const MAX_BODY_BYTES = 2_000_000

interface FiguresDeps extends ReadingDeps, KeepDeps {
  readonly readFigures: FiguresReader
  readonly offers: readonly ProviderFeature[]
  readonly refusals: Refusals
  /** A caller that stores no answers: the figures are stored instead. */
  readonly callProvider: CallProvider
  readonly look: LastLookStore['look']
  readonly find: LastReadStore['find']
}

/**
 * Reads figures, which the web build computes from the provider's answers. Concurrent callers of the same figures share one
 * reading; complete figures are stored as the last ones read.
 * @returns undefined if the listener has closed
 * @throws BffError
 */
export type ReadFiguresOf = (
  query: Omit<FirstQuery, 'variables'>,
  caller: Caller,
  listener: Listener,
) => Promise<FirstAnswer | undefined>

export function createFiguresOf(deps: FiguresDeps): ReadFiguresOf {
  const open = createReadingOpener(deps, deps.callProvider)
  const joined = createJoinedReadings<FirstAnswer | undefined>()
  const keep = createSparseKeep(deps)

  return (query, caller, listener) => {
    const { connectionId, version, operationName } = query
    const key = `${caller.session.principalId} ${connectionId} ${version} ${operationName}`
    return joined.join(key, listener, (everybody) => read(query, caller, everybody))
  }

  async function read(
    query: Omit<FirstQuery, 'variables'>,
    caller: Caller,
    everybody: Listener,
  ): Promise<FirstAnswer | undefined> {
    const { connectionId, version, operationName: name } = query
    const reading = await open(query, caller, everybody)
    const startedAtMs = deps.clock()
    const missing: string[] = []
    const figures = await deps.readFigures({
      ...{ name, connection: reading.connection, offers: deps.offers, atMs: startedAtMs },
      lastLook: () => deps.look(connectionId),
      left: (sha256Hash) => deps.find(connectionId, { sha256Hash, variables: {} }),
      isOver: () => deps.clock() - startedAtMs >= ENOUGH_AFTER_MS,
      async ask(operation) {
        const answer = await reading.ask(operation, (whole) => readWhole(whole, deps.refusals))
        if (answer === undefined) throw new BffError('provider-unavailable')
        missing.push(...answer.missing)
        return answer
      },
    })
    if (figures === undefined) throw new BffError('bad-request', { log: { reason: 'no such figures' } })
    const { data, leaves } = figures
    if (missing.length === 0)
      for (const each of leaves === undefined ? [figures] : [figures, leaves])
        keep(reading.connection, each.shape, () => ({
          ...{ sha256Hash: each.shape, operationName: name, variables: {} },
          body: JSON.stringify({ data: each.data }),
        }))
    const readAt = new Date(deps.clock()).toISOString()
    return {
      connectionId,
      version,
      kind: 'figures',
      operationName: name,
      variables: {},
      data,
      readAt,
    }
  }
}

/** Reads one answer of the provider. @throws BffError if the answer breaks off, is too long, or has no data */
export async function readWhole(answer: UpstreamAnswer, refusals: Refusals): Promise<PartialAnswer> {
  const body = await answer.collect(MAX_BODY_BYTES).catch(() => undefined)
  if (body === undefined) throw unavailable('answer broken off')
  const read = readAnswerText(body, answer.headers['content-encoding'], true)
  if (read.kind !== 'whole') throw unavailable('answer not readable')
  return readPartialAnswer(read.text, refusals)
}

/** The problem codes of answers without data. */
const PROBLEMS: Readonly<Partial<Record<ReturnType<typeof judgeGraphqlBody>, ProblemCode>>> = {
  plan_inactive: 'plan-ended',
  business_lost: 'connection-not-found',
  rate_limited: 'provider-rate-limited',
}

/**
 * Parses an answer that may lack parts.
 * @param text JSON.
 * @throws BffError if it has no data at all
 */
export function readPartialAnswer(text: string, refusals: Refusals): PartialAnswer {
  const { data, errors } = parse(text)
  if (data === undefined) {
    const sign = judgeGraphqlBody(text, { namesOwnBusiness: true, refusals })
    throw new BffError(PROBLEMS[sign] ?? 'provider-unavailable', { retryAfterSeconds: DEFAULT_RETRY_SECONDS })
  }
  return { data, missing: errors.flatMap(({ path }) => (Array.isArray(path) ? [path.join('.')] : [])) }
}

interface Body {
  readonly data: PartialAnswer['data'] | undefined
  readonly errors: readonly { readonly path?: unknown }[]
}

function parse(text: string): Body {
  const { data, errors } = parseJsonObject(text) ?? {}
  // `__typename` alone is no data.
  const brings =
    isJsonObject(data) && Object.entries(data).some(([name, part]) => name !== '__typename' && part !== null)
  return { data: brings ? data : undefined, errors: Array.isArray(errors) ? errors.filter(isJsonObject) : [] }
}

/** The readings in progress: calls with the same key share one. */
interface JoinedReadings<Read> {
  /**
   * Begins a reading, or joins the one of the same key.
   * @param begin Receives a listener that is closed once all callers have disconnected.
   */
  join(key: string, listener: Listener, begin: (everybody: Listener) => Promise<Read>): Promise<Read>
}

interface Reading<Read> {
  readonly read: Promise<Read>
  readonly admit: (listener: Listener) => void
}

export function createJoinedReadings<Read>(): JoinedReadings<Read> {
  const going = new Map<string, Reading<Read>>()
  return {
    join(key, listener, begin) {
      const before = going.get(key)
      if (before !== undefined) {
        before.admit(listener)
        return before.read
      }
      // Another reading may have replaced this one by then.
      const forget = () => {
        if (going.get(key)?.admit === crowd.admit) going.delete(key)
      }
      const crowd = createCrowd(forget)
      crowd.admit(listener)
      const read = begin(crowd.everybody).finally(forget)
      if (!crowd.everybody.closed) going.set(key, { read, admit: crowd.admit })
      return read
    },
  }
}

/** Combines several listeners. @param onGone Called when the last one has closed; no listener can be added any more. */
function createCrowd(onGone: () => void) {
  const hearers = new Set<() => void>()
  let present = 0
  let closed = false
  const leave = () => {
    present -= 1
    if (present > 0) return
    closed = true
    onGone()
    for (const hear of hearers) hear()
  }
  const everybody: Listener = {
    get closed() {
      return closed
    },
    once: (_event, listener) => hearers.add(listener),
    off: (_event, listener) => hearers.delete(listener),
  }
  return {
    everybody,
    admit(listener: Listener): void {
      present += 1
      if (listener.closed) leave()
      else listener.once('close', leave)
    },
  }
}
