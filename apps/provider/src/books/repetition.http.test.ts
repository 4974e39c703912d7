import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepExpired } from '#operations/sweeper.ts'
import { call, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const CREATE = `mutation ($input: AccountCreateInput!) {
  accountCreate(input: $input) { didSucceed inputErrors { path code message } account { id name sequence isArchived } } }`
const DAY_MS = 86_400_000

describe('a request with an Idempotency-Key', () => {
  let endpoint: Endpoint
  let userId: UserId
  let business: { readonly uuid: BusinessId; readonly id: string }
  let token = ''

  beforeAll(async () => {
    endpoint = await startEndpoint()
  })
  afterAll(() => endpoint.close())
  beforeEach(async () => {
    userId = await endpoint.seed.user()
    business = await endpoint.seed.business(userId)
    token = await endpoint.seed.personalToken(userId)
  })

  const send = async (key: string, body: Readonly<Record<string, unknown>>, as = token) =>
    (await call(endpoint, as, body, { 'idempotency-key': key })).body
  const create = (key: string, input: Readonly<Record<string, unknown>> = {}, as = token) =>
    send(
      key,
      {
        query: CREATE,
        variables: { input: { businessId: business.id, name: 'Till', subtype: 'CASH_AND_BANK', ...input } },
      },
      as,
    )
  const accounts = async () =>
    (
      await sql`select 1 from accounts where business_id = ${business.uuid} and name like 'Till%'`.execute(
        endpoint.db,
      )
    ).rows.length

  it('is carried out once: a repetition gets the same answer, even while the first is running', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('key-1')))
    expect(answers[0]?.data.accountCreate.didSucceed).toBe(true)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await accounts()).toBe(1)
    expect((await create('key-2')).data.accountCreate.account.id).not.toBe(
      answers[0]?.data.accountCreate.account.id,
    )
    expect(await accounts()).toBe(2)
  })

  it('answers each of its mutations, and completes those that an earlier attempt did not reach', async () => {
    const input = (name: string) =>
      `{ businessId: "${business.id}", name: "${name}", subtype: CASH_AND_BANK }`
    const query = `mutation { one: accountCreate(input: ${input('Till 1')}) { account { id name } }
      two: accountCreate(input: ${input('Till 2')}) { account { id name } } }`
    const first = await send('several', { query })
    expect(await send('several', { query })).toEqual(first)
    expect(first.data.one.account.name).toBe('Till 1')
    expect(await accounts()).toBe(2)
    await sql`delete from idempotent_answers where position = 1 and business_id = ${business.uuid}`.execute(
      endpoint.db,
    )
    const second = await send('several', { query })
    expect(second.data.one).toEqual(first.data.one)
    expect(second.data.two.account.id).not.toBe(first.data.two.account.id)
  })

  it('is refused if the key was used for another request', async () => {
    await create('key-3')
    const other = await create('key-3', { name: 'Till 2' })
    expect(other.data.accountCreate).toEqual({
      didSucceed: false,
      account: null,
      inputErrors: [
        {
          path: ['input'],
          code: 'IDEMPOTENCY_MISMATCH',
          message: 'This Idempotency-Key was used for another request.',
        },
      ],
    })
    expect(await accounts()).toBe(1)
  })

  it('may be repeated after a refusal', async () => {
    expect((await create('key-4', { name: ' ' })).data.accountCreate.didSucceed).toBe(false)
    expect((await create('key-4')).data.accountCreate.didSucceed).toBe(true)
  })

  it('is independent of the same key of another application or business', async () => {
    const tokenOf = async (applicationId: Awaited<ReturnType<typeof endpoint.seed.application>>) => {
      await endpoint.db
        .updateTable('applications')
        .set({ allowed_scopes: 'business:* account:*' })
        .where('id', '=', applicationId)
        .execute()
      return (
        await endpoint.seed.token({
          userId,
          applicationId,
          businessId: business.uuid,
          scopes: 'business:* account:*',
        })
      ).token
    }
    const [one, other] = [await endpoint.seed.application(), await endpoint.seed.application()]
    const ids = []
    for (const as of [token, await tokenOf(one), await tokenOf(other)])
      ids.push((await create('key-5', {}, as)).data.accountCreate.account.id)
    expect(new Set(ids).size).toBe(3)
    // Another token of the same application is the same caller.
    expect((await create('key-5', {}, await tokenOf(one))).data.accountCreate.account.id).toBe(ids[1])
    const second = await endpoint.seed.business(userId)
    expect((await create('key-5', { businessId: second.id })).data.accountCreate.didSucceed).toBe(true)
  })

  it('is forgotten a day later, and deleted', async () => {
    await create('key-6')
    endpoint.advance(DAY_MS - 1)
    await create('key-6')
    expect(await accounts()).toBe(1)
    endpoint.advance(1)
    await create('key-6')
    expect(await accounts()).toBe(2)
    endpoint.advance(DAY_MS + 1)
    const removed = await sweepExpired({
      db: endpoint.db,
      clock: () => endpoint.now().getTime(),
      logKeptDays: 7,
    })
    expect(removed.get('idempotent_answers')).toBeGreaterThan(0)
    expect((await sql`select 1 from idempotent_answers`.execute(endpoint.db)).rows).toEqual([])
  })

  it.each(['', 'x'.repeat(256), 'Schlüssel'])(
    'is refused before anything happens if its key is invalid: %s',
    async (key) => {
      const { data, errors } = await create(key)
      expect(data).toEqual({ accountCreate: null })
      expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT')
      expect(await accounts()).toBe(0)
    },
  )
})
