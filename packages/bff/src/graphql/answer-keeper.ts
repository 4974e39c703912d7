import { createRecentKeys } from '@counterfoil/service/values/bounded-map'
import { isJsonObject, parseJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import { digestOf } from '#crypto/signature.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { KeptAnswer, LastReadStore } from '#connections/last-read-store.ts'
import { readAnswerText } from './answer-text.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { looksGood } from './upstream-outcome.ts'

/** The minimum time in milliseconds between two writes of the answer to one query by one process. It is shown with its age. */
const KEEP_STEP_MS = 600_000
const MAX_REMEMBERED = 50_000
/** The number of characters of a hash that tell the operations of an app apart. */
const HASH_CHARACTERS = 16
/** The maximum length of a key in characters. A longer query is remembered by its digest. */
const LONGEST_KEY = 160

/** Stores the last answers, for times in which the provider cannot be read. */
export interface AnswerKeeper {
  /** Receives every relayed answer, and later stores complete, error-free ones of the app's own queries. Never throws. */
  note(connection: ConnectionRecord, operation: ResolvedOperation, answer: UpstreamAnswer): void
}

export interface KeepDeps {
  readonly keep: LastReadStore['keep']
  readonly clock: () => number
  /** Runs a task after the present turn of the event loop. */
  readonly later: (task: () => void) => void
}

export function createAnswerKeeper(deps: KeepDeps): AnswerKeeper {
  const keep = createSparseKeep(deps)
  return {
    note(connection, { kind, name, sha256Hash, variables, variablesText }, answer) {
      if (kind !== 'query') return
      keep(connection, `${sha256Hash.slice(0, HASH_CHARACTERS)} ${variablesText}`, () => {
        const body = readGoodBody(answer)
        return body === undefined ? undefined : { sha256Hash, operationName: name, variables, body }
      })
    },
  }
}

/** Stores the answer to a query, unless that was done a moment ago or there is nothing to store. Never throws. */
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
    // Runs later, because the answer is sent first.
    deps.later(() => {
      const answer = read()
      const kept = answer === undefined ? Promise.resolve(false) : deps.keep(id, version, answer)
      // If storing fails, the next answer is stored: losing one is harmless.
      void kept.catch(() => false).then((isKept) => isKept || keptLately.delete(key))
    })
  }
}

/** The beginning of nearly all good answers; `data` is then not null. */
const BEGINS_WITH_DATA = /^\s*\{\s*"data"\s*:\s*\{/
const BEGINNING_BYTES = 32

/** Returns the JSON text of a complete answer without errors; undefined for any other. */
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

/** Returns the data of a complete answer without errors; undefined for any other, and for one too long to be held. */
export function readGoodData(answer: UpstreamAnswer): JsonObject | undefined {
  if (!answer.isWhole || answer.status !== 200) return undefined
  const read = readAnswerText(answer.beginning, answer.headers['content-encoding'], true)
  if (read.kind !== 'whole') return undefined
  const body = parseJsonObject(read.text)
  if (body === undefined || 'errors' in body) return undefined
  const { data } = body
  return isJsonObject(data) ? data : undefined
}
