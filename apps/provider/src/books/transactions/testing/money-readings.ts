import { expect, it } from 'vitest'
import { ask } from '#testing/graphql-endpoint.ts'
import { CREATE_MANY, type MoneyWorld } from './money-world.ts'

export function moneyReadings(world: MoneyWorld): void {
  const { change, accountIn, account, sale, read, entriesOf } = world

  it('lists by account, kind and days, the latest first; pages joined are the list, and counts are right', async () => {
    const { businessId, ...one } = await sale()
    const wages = {
      anchor: { ...(one['anchor'] as object), direction: 'WITHDRAWAL' },
      lineItems: [
        { accountId: await account('Wages'), amount: 60 },
        { accountId: await account('Wages'), amount: 40 },
      ],
    }
    const days = ['2026-10-31', '2026-11-01', '2026-11-18', '2026-11-18', '2026-11-19']
    const transactions = days.flatMap((date, index) => [
      { ...one, date, externalId: `in-${index}` },
      { ...one, date, externalId: `out-${index}`, ...wages },
    ])
    await change(CREATE_MANY, { businessId, transactions })
    const list = async (args = '') => {
      const { data, errors } = await read(
        `transactions${args} { edges { node { externalId } } pageInfo { currentPage totalPages totalCount } }`,
      )
      expect(errors).toBeUndefined()
      const { edges, pageInfo } = data.business.transactions
      return { ids: edges.map(({ node }: any) => node.externalId) as string[], pageInfo }
    }
    const newest = [4, 3, 2, 1, 0].flatMap((index) => [`out-${index}`, `in-${index}`])
    const all = ['out-4', 'in-4', 'out-3', 'in-3', 'out-2', 'in-2', 'out-1', 'in-1', 'out-0', 'in-0']
    expect(newest).toEqual(all)
    expect(await list()).toEqual({ ids: all, pageInfo: { currentPage: 1, totalPages: 1, totalCount: 10 } })
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(`(pageSize: 3, page: ${page})`)))
    expect(pages.flatMap(({ ids }) => ids)).toEqual(all)
    expect(pages.at(-1)?.pageInfo).toEqual({ currentPage: 5, totalPages: 4, totalCount: 10 })
    const wagesId = await account('Wages')
    const cases = [
      [`(kind: WITHDRAWAL)`, all.filter((id) => id.startsWith('out'))],
      [`(from: "2026-11-01", to: "2026-11-18")`, all.slice(2, 8)],
      [`(accountId: "${wagesId}")`, all.filter((id) => id.startsWith('out'))],
      [`(accountId: "${wagesId}", kind: DEPOSIT)`, []],
      [`(accountId: "${await account('Cash on Hand')}", kind: DEPOSIT, from: "2026-11-19")`, ['in-4']],
      [`(accountId: "${atob(wagesId).split(':').at(-1)}", to: "2026-10-31")`, ['out-0']],
      [`(accountId: null, kind: null, from: null, to: null)`, all],
      [`(from: "2026-11-20")`, []],
    ] as const
    for (const [args, ids] of cases) {
      const answer = await list(args)
      expect(answer.ids, args).toEqual(ids)
      expect(answer.pageInfo.totalCount, args).toBe(ids.length)
    }
  })

  it('answers a foreign transaction and a foreign account as unknown ones', async () => {
    const other = await accountIn(world.foreign.uuid, 'Sales')
    for (const sent of [other, btoa(`Business:${world.business.uuid};Account:7`), '7', '0', '', 'BAD_ID']) {
      const { data, errors } = await read(`transactions(accountId: "${sent}") { edges { node { id } } }`)
      expect(data.business.transactions).toBeNull()
      expect(errors).toMatchObject([
        { message: `Account '${sent}' could not be found.`, extensions: { code: 'NOT_FOUND' } },
      ])
    }
    for (const sent of [
      btoa(`Business:${world.foreign.uuid};Transaction:7`),
      btoa(`Business:${world.business.uuid};Transaction:7`),
      '7',
      '',
    ]) {
      const { data, errors } = await read(`transaction(id: "${sent}") { id }`)
      expect(data.business.transaction).toBeNull()
      expect(errors).toMatchObject([
        { message: `Transaction '${sent}' could not be found.`, extensions: { code: 'NOT_FOUND' } },
      ])
    }
  })

  it('shows a caller who may only write the id of the new transaction alone, and refuses changes by one who may only read', async () => {
    const input = await sale()
    const create = `mutation ($input: MoneyTransactionCreateInput!) {
      moneyTransactionCreate(input: $input) { didSucceed transaction { id kind } } }`
    const reader = await ask(
      world.endpoint,
      await world.tokenWith('business:read transaction:read'),
      create,
      {
        input,
      },
    )
    expect(reader.body.data).toEqual({ moneyTransactionCreate: null })
    expect(reader.body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      requiredScopes: ['transaction:write'],
    })
    expect(await entriesOf(world.business.uuid)).toBe(0)
    const writer = await world.tokenWith('business:read transaction:write')
    const idOnly = create.replace(' kind', '')
    const written = await ask(world.endpoint, writer, idOnly, { input })
    expect(written.body.errors).toBeUndefined()
    expect(written.body.data.moneyTransactionCreate).toEqual({
      didSucceed: true,
      transaction: { id: expect.any(String) },
    })
    const listing = `{ business { transactions { edges { node { id } } } } }`
    expect((await ask(world.endpoint, writer, listing)).body.errors?.[0]?.extensions).toMatchObject({
      requiredScopes: ['transaction:read'],
    })
    const more = await ask(world.endpoint, writer, create, { input })
    expect(more.body.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['transaction:read'] })
    const lines = await ask(
      world.endpoint,
      await world.tokenWith('business:read transaction:read'),
      `{ business { transactions { edges { node { lines { amount account { name } } } } } } }`,
    )
    expect(lines.body.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['account:read'] })
  })
}
