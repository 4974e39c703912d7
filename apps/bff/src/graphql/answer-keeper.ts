import type { ConnectionId } from '@counterfoil/oauth/ids'
import { createBoundedMap } from '@counterfoil/service/bounded-map'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/json-object'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { KeptAnswer } from '#connections/last-read-store.ts'
import { readAnswerText } from './answer-text.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'

/** Each answer to one question is kept at most this often by one process: it is shown with its age, in minutes. */
export const KEEP_STEP_MS = 60_000
const MAX_REMEMBERED = 5000

/** Keeps what was read last, for the time when nothing can be read. */
export interface AnswerKeeper {
  /** Told every answer that is relayed; keeps the complete good ones of the app's own queries. Never throws. */
  note(connection: ConnectionRecord, operation: ResolvedOperation, answer: UpstreamAnswer): void
}

export function createAnswerKeeper(deps: {
  readonly keep: (connectionId: ConnectionId, version: number, answer: KeptAnswer) => Promise<void>
  readonly clock: () => number
}): AnswerKeeper {
  const keptAtMs = createBoundedMap<string, number>(MAX_REMEMBERED)
  return {
    note({ id, version }, { kind, name, sha256Hash, variables }, answer) {
      if (kind !== 'query') return
      const key = `${id} ${version} ${sha256Hash} ${JSON.stringify(variables)}`
      const nowMs = deps.clock()
      const before = keptAtMs.get(key)
      if (before !== undefined && nowMs - before < KEEP_STEP_MS) return
      const data = readGoodData(answer)
      if (data === undefined) return
      keptAtMs.set(key, nowMs)
      // The next answer is stored again: losing one is harmless.
      deps.keep(id, version, { sha256Hash, operationName: name, variables, data }).catch(() => {
        keptAtMs.delete(key)
      })
    },
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
