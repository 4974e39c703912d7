import { hash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { sql } from 'kysely'
import type { BooksTransaction, Repetition } from './command.ts'

/** The time in milliseconds for which results are stored. After it, the sweeper removes them. */
export const ANSWER_KEPT_MS = 86_400_000

/** The parts of a request that must be the same in a repetition. */
type RepeatedRequest = {
  readonly query?: string | null | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: unknown
}

/** Returns what finds and stores the results of a request by its `Idempotency-Key`; undefined without a key. */
export function openRepetition(key: string | null, request: RepeatedRequest): Repetition | undefined {
  if (key === null) return undefined
  const { query, operationName, variables } = request
  const requestDigest = hash('sha256', JSON.stringify([query, operationName, variables]), 'base64url')
  let position = 0
  return {
    key,
    requestDigest,
    nextPosition: () => position++,

    async find({ trx, books, now, author }, at) {
      const { rows } = await sql<{ readonly requestDigest: string; readonly answer: Uint8Array }>`
        select request_digest as "requestDigest", answer from idempotent_answers
        where business_id = ${books.businessId} and caller_id = ${callerOf(author)} and key = ${key}
          and position = ${at} and created_at > ${new Date(now.getTime() - ANSWER_KEPT_MS)}`.execute(trx)
      const [kept] = rows
      return kept && { requestDigest: kept.requestDigest, value: deserialize(kept.answer) as unknown }
    },

    async keep({ trx, books, now, author }, at, value) {
      await sql`
        insert into idempotent_answers (business_id, caller_id, key, position, request_digest, answer, created_at)
        values (${books.businessId}, ${callerOf(author)}, ${key}, ${at}, ${requestDigest}, ${serialize(value)}, ${now})
        on conflict (business_id, caller_id, key, position) do update set
          request_digest = excluded.request_digest, answer = excluded.answer, created_at = excluded.created_at`.execute(
        trx,
      )
    },
  }
}

/** Returns the caller of a key: the application, for all its tokens, or the person, for all personal tokens. */
function callerOf({ applicationId, userId }: BooksTransaction['author']): string {
  return applicationId ?? userId
}
