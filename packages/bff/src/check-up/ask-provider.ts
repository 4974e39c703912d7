import type { AccessToken } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { AccessTokenResult } from '#refresh/access-token-result.ts'
import type { CheckUpPorts } from './check-up-ports.ts'
import { eventOfAnswers, type Said, type Word } from './checks.ts'

/** Builds the function that asks the provider about one connection and changes its state by the answers. */
export function createAskProvider(ports: CheckUpPorts): (record: ConnectionRecord) => Promise<Said> {
  const { clock, accessTokens } = ports

  async function askUser(record: ConnectionRecord, token: AccessToken): Promise<Word> {
    return (await ports.probe.askUser({ accessToken: token, scopes: record.scopes })).kind
  }

  async function askWithRenewal(
    record: ConnectionRecord,
  ): Promise<{ readonly token: AccessToken | undefined; readonly user: Word }> {
    const first = await accessTokens.get(record.id, record.principalId)
    if (first.kind !== 'use') return { token: undefined, user: wordOf(first) }
    const user = await askUser(record, first.accessToken)
    if (user !== 'unauthenticated') return { token: first.accessToken, user }
    const second = await accessTokens.renew(record.id, first.accessToken)
    if (second.kind !== 'use') return { token: undefined, user: wordOf(second) }
    return { token: second.accessToken, user: await askUser(record, second.accessToken) }
  }

  async function askData(record: ConnectionRecord, token: AccessToken): Promise<Word> {
    const { businessId, scopes } = record
    if (businessId === null) return 'not_asked'
    const answer = await ports.probe.askBusiness({ accessToken: token, scopes }, businessId)
    if (answer.kind === 'value' && answer.value.name !== null && answer.value.name !== record.businessName) {
      const { name } = answer.value
      await ports.store.update(record.id, (current) => ({ ...current, businessName: name }))
    }
    return answer.kind
  }

  return async (record) => {
    const beganAtMs = clock()
    const { token, user } = await askWithRenewal(record)
    const userTookMs = clock() - beganAtMs
    if (token === undefined) return { user, data: undefined, userTookMs, dataTookMs: 0 }
    const askedAtMs = clock()
    const data = await askData(record, token)
    const dataTookMs = clock() - askedAtMs
    const event = eventOfAnswers({ user, data })
    if (event !== undefined) await ports.report(record.id, event)
    return { user, data, userTookMs, dataTookMs }
  }
}

function wordOf(result: Exclude<AccessTokenResult, { kind: 'use' }>): Word {
  if (result.kind === 'ended') return result.state === 'plan_ended' ? 'plan_ended' : 'ended'
  return result.kind === 'missing' ? 'ended' : 'provider_down'
}
