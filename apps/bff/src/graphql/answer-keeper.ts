import { createBoundedMap } from '@counterfoil/service/bounded-map'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/json-object'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { KeptAnswer, LastReadStore } from '#connections/last-read-store.ts'
import { readAnswerText } from './answer-text.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'

/** Each answer to one question is kept at most this often by one process: it is shown with its age, in minutes. */
const KEEP_STEP_MS = 60_000
const MAX_REMEMBERED = 5000

/** Keeps what was read last, for the time when nothing can be read. */
export interface AnswerKeeper {
  /** Told every answer that is relayed; keeps the complete good ones of the app's own queries. Never throws. */
  note(connection: ConnectionRecord, operation: ResolvedOperation, answer: UpstreamAnswer): void
}

interface KeepDeps {
  readonly keep: LastReadStore['keep']
  readonly clock: () => number
}

export function createAnswerKeeper(deps: KeepDeps): AnswerKeeper {
  const keep = createSparseKeep(deps)
  return {
    note(connection, { kind, name, sha256Hash, variables }, answer) {
      if (kind !== 'query') return
      keep(connection, `${sha256Hash} ${JSON.stringify(variables)}`, () => {
        const data = readGoodData(answer)
        return data && { sha256Hash, operationName: name, variables, data }
      })
    },
  }
}

/** Keeps what a question was answered with, unless that was done a moment ago or there is nothing to keep. Never throws. */
export type SparseKeep = (
  about: Pick<ConnectionRecord, 'id' | 'version'>,
  question: string,
  read: () => KeptAnswer | undefined,
) => void

export function createSparseKeep(deps: KeepDeps): SparseKeep {
  const keptLately = createBoundedMap<string, true>(MAX_REMEMBERED, {
    lifetimeMs: KEEP_STEP_MS,
    clock: deps.clock,
  })
  return ({ id, version }, question, read) => {
    const key = `${id} ${version} ${question}`
    if (keptLately.get(key) !== undefined) return
    const answer = read()
    if (answer === undefined) return
    keptLately.set(key, true)
    // The next answer is stored again: losing one is harmless.
    deps.keep(id, version, answer).catch(() => keptLately.delete(key))
  }
}

/** The data of a complete answer without a single error; undefined for any other, and for one too long to be held. */
export function readGoodData(answer: UpstreamAnswer): KeptAnswer['data'] | undefined {
  if (!answer.isWhole || answer.status !== 200) return undefined
  const read = readAnswerText(answer.beginning, answer.headers['content-encoding'], true)
  if (read.kind !== 'whole') return undefined
  const body = parseJsonObject(read.text)
  if (body === undefined || 'errors' in body) return undefined
  const { data } = body
  return isJsonObject(data) ? data : undefined
}
