import type { ConnectionRecord } from '#connections/connection.ts'
import type { Refusals } from '#provider-profile/provider-profile.ts'
import { readAnswerText } from './answer-text.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import {
  beginsUnauthenticated,
  judgeGraphqlBody,
  judgeUpstreamStatus,
  looksGood,
  namesBusiness,
  type GraphqlSign,
} from './upstream-outcome.ts'

/** What an answer says about the connection, by its status line and as far as its body can be read. */
export type AnswerSign = GraphqlSign | 'limited' | 'unavailable'

export function judgeAnswer(
  answer: UpstreamAnswer,
  operation: ResolvedOperation,
  { connection, refusals }: { readonly connection: ConnectionRecord; readonly refusals: Refusals },
): AnswerSign {
  const status = judgeUpstreamStatus(answer.status, answer.headers['content-type'])
  switch (status.kind) {
    case 'unauthenticated':
      return 'unauthenticated'
    case 'rate-limited':
      return 'limited'
    case 'unavailable':
      return 'unavailable'
    case 'graphql':
      break
  }
  if (!status.mayLook) return 'answered'
  const encoding = answer.headers['content-encoding']
  const isPlain = encoding === undefined || encoding === 'identity'
  const { beginning, isWhole } = answer
  // Nearly all answers take this path, without being parsed.
  if (isWhole && isPlain && status.isSuccess && looksGood(beginning)) return 'answered'
  const read = readAnswerText(beginning, encoding, isWhole)
  switch (read.kind) {
    case 'unreadable':
      // A long compressed answer is not unpacked here.
      return isWhole ? 'unavailable' : 'answered'
    case 'beginning':
      return beginsUnauthenticated(read.text) ? 'unauthenticated' : 'answered'
    case 'whole':
      return judgeGraphqlBody(read.text, {
        namesOwnBusiness: namesBusiness(operation.variables, connection.businessId),
        refusals,
      })
  }
}
