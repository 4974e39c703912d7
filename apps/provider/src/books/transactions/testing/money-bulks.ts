import { expect, it } from 'vitest'
import { ask } from '#testing/graphql-endpoint.ts'
import { LINES, CREATE_MANY, DEPOSIT, type MoneyWorld } from './money-world.ts'

/** Tests of bulks of transactions, and of deposits with fees. */
export function moneyBulks(world: MoneyWorld): void {
  const { change, account, sale, faultsOf, linesOf, read, balanceOf, entriesOf } = world

  it('creates all transactions of a bulk or none, and reports the path of wrong ones', async () => {
    const { businessId, ...one } = await sale()
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...one, externalId: `row-${index}` }))
    const last = { ...one, externalId: 'row-0', date: '2026-11-18' }
    const wrong = await change(CREATE_MANY, { businessId, transactions: [...many.slice(0, 999), last] })
    expect(faultsOf(wrong)).toEqual(['transactions.999.externalId IDEMPOTENCY_MISMATCH'])
    expect(wrong.transactions).toBeNull()
    expect(await entriesOf(world.business.uuid)).toBe(0)
    expect(faultsOf(await change(CREATE_MANY, { businessId, transactions: [] }))).toEqual([
      'transactions REQUIRED',
    ])
    expect(faultsOf(await change(CREATE_MANY, { businessId, transactions: [...many, one] }))).toEqual([
      'transactions TOO_LONG',
    ])
    expect(
      faultsOf(await change(CREATE_MANY, { businessId, transactions: [one, { ...one, lineItems: [] }] })),
    ).toEqual(['transactions.1.lineItems REQUIRED'])

    const { body } = await ask(
      world.endpoint,
      world.token,
      `mutation ($input: MoneyTransactionsCreateInput!) {
      moneyTransactionsCreate(input: $input) { didSucceed inputErrors { code } transactions { id externalId } } }`,
      {
        input: { businessId, transactions: many },
      },
    )
    const made = body.data.moneyTransactionsCreate
    expect(made.transactions.map(({ externalId }: any) => externalId)).toEqual(
      many.map(({ externalId }) => externalId),
    )
    expect(await entriesOf(world.business.uuid)).toBe(1000)
    // Some transactions already exist, one is twice in the list, and one is new.
    const mixed = [many[3], { ...one, externalId: 'new' }, many[3], { ...one, externalId: 'new' }]
    const { transactions } = await change(CREATE_MANY, { businessId, transactions: mixed })
    const known = made.transactions[3].id
    expect(transactions.map(({ id }: any) => id)).toEqual([
      known,
      transactions[1].id,
      known,
      transactions[1].id,
    ])
    expect(await entriesOf(world.business.uuid)).toBe(1001)
    expect(await balanceOf('Sales')).toMatchObject({ balance: '100100.00' })
  })

  it('enters a deposit with its fees, credits any kind of account, and keeps amounts as they were written', async () => {
    const input = {
      businessId: world.business.id,
      date: '2026-11-19',
      createdAt: '2026-11-19T20:30:00.000-05:00',
      description: 'Card sales',
      externalId: 'payout-1',
      origin: 'ZAPIER',
      deposit: { accountId: await account('Cash on Hand'), amount: 0.3 },
      fees: [{ accountId: await account('Payment Processing Fees'), amount: 1.005 }],
      lineItems: [
        { accountId: await account('Sales'), amount: 1.3, taxes: [] },
        { accountId: await account('Travel'), amount: 0.01, taxes: [] },
      ],
    }
    expect(await change(DEPOSIT, input)).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await change(DEPOSIT, input)).toEqual({ didSucceed: true, inputErrors: [] })
    const { data } = await read(
      `transactions { edges { node { kind origin externalId createdAt ${LINES} } } pageInfo { totalCount } }`,
    )
    expect(data.business.transactions.pageInfo.totalCount).toBe(1)
    const [{ node }] = data.business.transactions.edges
    expect(node).toMatchObject({
      kind: 'DEPOSIT',
      origin: 'ZAPIER',
      externalId: 'payout-1',
      createdAt: '2026-11-20T01:30:00.000Z',
    })
    expect(linesOf({ transaction: node })).toEqual([
      'DEBIT Cash on Hand 0.30',
      'DEBIT Payment Processing Fees 1.01',
      'CREDIT Sales 1.30',
      'CREDIT Travel 0.01',
    ])
    const anonymous = { ...input, externalId: null }
    for (let count = 0; count < 2; count += 1)
      expect((await change(DEPOSIT, anonymous)).didSucceed).toBe(true)
    expect(await entriesOf(world.business.uuid)).toBe(3)
    expect(faultsOf(await change(DEPOSIT, { ...anonymous, fees: null }))).toEqual([
      'deposit.amount UNBALANCED',
    ])
    expect(
      faultsOf(await change(DEPOSIT, { ...anonymous, fees: [{ accountId: '1', amount: 1e300 }] })),
    ).toEqual(['fees.0.accountId NOT_FOUND', 'fees.0.amount INVALID'])
  })
}
