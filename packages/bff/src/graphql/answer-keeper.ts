import { createRecentKeys } from '@counterfoil/service/values/bounded-map'
import { isJsonObject, parseJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import { digestOf } from '#crypto/signature.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { KeptAnswer, LastReadStore } from '#connections/last-read-store.ts'
import { readAnswerText } from './answer-text.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { looksGood } from './upstream-outcome.ts'

/** Each answer to one question is kept at most this often by one process: it is shown with its age. */
const KEEP_STEP_MS = 600_000
const MAX_REMEMBERED = 50_000
/** In characters. A longer question is remembered by its digest. */
const LONGEST_KEY = 160

/** Keeps what was read last, for the time when nothing can be read. */
export interface AnswerKeeper {
  /** Receives every answer that is relayed; keeps the complete good ones of the app's own queries, after this turn. Never throws. */
  note(connection: ConnectionRecord, operation: ResolvedOperation, answer: UpstreamAnswer): void
}

export interface KeepDeps {
  readonly keep: LastReadStore['keep']
  readonly clock: () => number
  /** Does something after the present turn. */
  readonly later: (task: () => void) => void
}

export function createAnswerKeeper(deps: KeepDeps): AnswerKeeper {
  const keep = createSparseKeep(deps)
  return {
    note(connection, { kind, name, sha256Hash, variables }, answer) {
      if (kind !== 'query') return
      keep(connection, `${sha256Hash} ${JSON.stringify(variables)}`, () => {
        const body = readGoodBody(answer)
        return body === undefined ? undefined : { sha256Hash, operationName: name, variables, body }
      })
    },
  }
}

/** Keeps what a question was answered with, unless that was done a moment ago or there is nothing to keep. Never throws. */
type SparseKeep = (
  about: Pick<ConnectionRecord, 'id' | 'version'>,
  question: string,
  read: () => KeptAnswer | undefined,
) => void

export function createSparseKeep(deps: KeepDeps): SparseKeep {
  const keptLately = createRecentKeys<string>(MAX_REMEMBERED, { lifetimeMs: KEEP_STEP_MS, clock: deps.clock })
  return ({ id, version }, question, read) => {
    const about = `${id} ${version} ${question}`
    const key = about.length <= LONGEST_KEY ? about : digestOf(about)
    if (keptLately.has(key)) return
    keptLately.add(key)
    // Nobody waits for it: the answer goes first.
    deps.later(() => {
      const answer = read()
      const kept = answer === undefined ? Promise.resolve(false) : deps.keep(id, version, answer)
      // The next answer is stored again: losing one is harmless.
      void kept.catch(() => false).then((isKept) => isKept || keptLately.delete(key))
    })
  }
}

/** Nearly all good answers begin like this, and then hold no `null` for their data. */
const BEGINS_WITH_DATA = /^\s*\{\s*"data"\s*:\s*\{/
const BEGINNING_BYTES = 32

/** The JSON text of a complete answer without a single error; undefined for any other. */
function readGoodBody(answer: UpstreamAnswer): string | undefined {
  const { beginning, headers, isWhole, status } = answer
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity'
  const isSeenGood =
    isWhole &&
    status === 200 &&
    isPlain &&
    looksGood(beginning) &&
    BEGINS_WITH_DATA.test(beginning.toString('latin1', 0, BEGINNING_BYTES))
  if (isSeenGood) return beginning.toString('utf8')
  const data = readGoodData(answer)
  return data && JSON.stringify({ data })
}

/** The data of a complete answer without a single error; undefined for any other, and for one too long to be held. */
export function readGoodData(answer: UpstreamAnswer): JsonObject | undefined {
  if (!answer.isWhole || answer.status !== 200) return undefined
  const read = readAnswerText(answer.beginning, answer.headers['content-encoding'], true)
  if (read.kind !== 'whole') return undefined
  const body = parseJsonObject(read.text)
  if (body === undefined || 'errors' in body) return undefined
  const { data } = body
  return isJsonObject(data) ? data : undefined
}
