import { expect, it } from 'vitest'
import { ask } from '#testing/graphql-endpoint.ts'
import { CREATE, type Input, type MoneyWorld } from './money-world.ts'

export function moneyRefusals(world: MoneyWorld): void {
  const { change, accountIn, account, newAccount, sale, faultsOf, balanceOf, entriesOf } = world

  it('answers a repetition with the existing transaction, and a different one with the same externalId with a fault', async () => {
    const input = await sale()
    const first = await change(CREATE, input)
    world.endpoint.advance(1000)
    const plain = atob((input['anchor'] as any).accountId)
      .split(':')
      .at(-1)
    const again = await change(CREATE, {
      ...input,
      businessId: world.business.uuid,
      description: ' Takings ',
      anchor: { accountId: plain, amount: 100, direction: 'DEPOSIT' },
      lineItems: [{ accountId: await account('Sales'), amount: '100.000', balance: 'INCREASE', taxes: [] }],
    })
    expect(again).toEqual(first)
    expect(faultsOf(await change(CREATE, { ...input, date: '2026-11-18' }))).toEqual([
      'externalId IDEMPOTENCY_MISMATCH',
    ])
    expect(
      faultsOf(
        await change(CREATE, {
          ...input,
          lineItems: [{ accountId: await account('Sales'), amount: 100, balance: 'CREDIT' }],
        }),
      ),
    ).toEqual(['externalId IDEMPOTENCY_MISMATCH'])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => change(CREATE, { ...input, externalId: 'till-9' })),
    )
    expect(new Set(answers.map(({ transaction }) => transaction.id)).size).toBe(1)
    expect(await entriesOf(world.business.uuid)).toBe(2)
    expect(await balanceOf('Sales')).toMatchObject({ balance: '200.00' })
  })

  it('reports every fault at once with its path, and enters nothing', async () => {
    const cash = await account('Cash on Hand')
    const archived = await newAccount('Old till', 'CASH_AND_BANK')
    await ask(
      world.endpoint,
      world.token,
      `mutation { accountArchive(input: { id: "${archived}" }) { didSucceed } }`,
    )
    const foreignCash = await accountIn(world.foreign.uuid, 'Cash on Hand')
    const lines = async (...names: readonly string[]) =>
      Promise.all(names.map(async (name) => ({ accountId: await account(name), amount: 1 })))
    const cases: readonly (readonly [Input, readonly string[]])[] = [
      [
        { description: ' ', externalId: '', lineItems: [] },
        ['lineItems REQUIRED', 'description REQUIRED', 'externalId REQUIRED'],
      ],
      [
        { description: 'x'.repeat(2001), externalId: 'x'.repeat(256), notes: 'x'.repeat(5001) },
        ['description TOO_LONG', 'notes TOO_LONG', 'externalId TOO_LONG'],
      ],
      [{ date: '1899-12-31' }, ['date OUT_OF_RANGE']],
      [{ date: '2200-01-01' }, ['date OUT_OF_RANGE']],
      [{ businessId: world.foreign.id, description: '' }, ['businessId NOT_FOUND', 'description REQUIRED']],
      [{ anchor: { accountId: cash, amount: '99.99', direction: 'DEPOSIT' } }, ['anchor.amount UNBALANCED']],
      [{ anchor: { accountId: cash, amount: '-100', direction: 'DEPOSIT' } }, ['anchor.amount INVALID']],
      [{ anchor: { accountId: cash, amount: '0.004', direction: 'DEPOSIT' } }, ['anchor.amount INVALID']],
      [
        { anchor: { accountId: cash, amount: '10000000000000.01', direction: 'DEPOSIT' } },
        ['anchor.amount OUT_OF_RANGE'],
      ],
      [
        { anchor: { accountId: foreignCash, amount: 100, direction: 'DEPOSIT' } },
        ['anchor.accountId NOT_FOUND'],
      ],
      [
        { anchor: { accountId: 'BAD_ID', amount: 0, direction: 'DEPOSIT' } },
        ['anchor.accountId NOT_FOUND', 'anchor.amount INVALID'],
      ],
      [
        {
          lineItems: await lines(
            'Accounts Receivable',
            'Customer Credits',
            'Gain on Foreign Exchange',
            'Loss on Foreign Exchange',
          ),
        },
        [0, 1, 2, 3].map((index) => `lineItems.${index}.accountId SYSTEM_ACCOUNT`),
      ],
      [
        {
          lineItems: [
            { accountId: archived, amount: 0, customerId: 'x' },
            { accountId: '7', amount: 100, description: 'x'.repeat(2001) },
          ],
        },
        ['lineItems.1.description TOO_LONG'],
      ],
      [
        {
          lineItems: [
            { accountId: archived, amount: 0, customerId: 'x' },
            { accountId: '7', amount: 100 },
          ],
        },
        [
          'lineItems.0.accountId ARCHIVED',
          'lineItems.0.amount INVALID',
          'lineItems.0.customerId NOT_FOUND',
          'lineItems.1.accountId NOT_FOUND',
        ],
      ],
    ]
    for (const [changes, faults] of cases) {
      expect(faultsOf(await change(CREATE, await sale(changes)))).toEqual(faults)
    }
    expect(await entriesOf(world.business.uuid)).toBe(0)
    expect(await entriesOf(world.foreign.uuid)).toBe(0)
  })
}
