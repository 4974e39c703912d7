import { expect, it } from 'vitest'
import { TRANSACTION, CREATE, type MoneyWorld } from './money-world.ts'

export function moneyEntries(world: MoneyWorld): void {
  const { setRate, change, account, newAccount, sale, faultsOf, linesOf, read, balanceOf } = world

  it('enters a sale: both sides, the balances, and all its texts', async () => {
    const made = await change(
      CREATE,
      await sale({
        notes: ' Two tills ',
        lineItems: [
          { accountId: await account('Sales'), amount: '90.005', description: 'Cakes' },
          { accountId: await account('Discounts'), amount: '0.01', balance: 'INCREASE' },
          { accountId: await account('Uncategorized Income'), amount: '10', balance: 'CREDIT' },
        ],
      }),
    )
    expect(made).toEqual({
      didSucceed: true,
      inputErrors: [],
      transaction: {
        id: expect.any(String),
        kind: 'DEPOSIT',
        date: '2026-11-19',
        description: 'Takings',
        notes: 'Two tills',
        externalId: 'till-7',
        origin: null,
        createdAt: world.endpoint.now().toISOString(),
        reverses: null,
        business: { id: world.business.id },
        lines: [
          {
            account: { name: 'Cash on Hand' },
            amount: '100.00',
            amountInBusinessCurrency: '100.00',
            basis: 'ALL',
            description: null,
            side: 'DEBIT',
          },
          {
            account: { name: 'Sales' },
            amount: '90.01',
            amountInBusinessCurrency: '90.01',
            basis: 'ALL',
            description: 'Cakes',
            side: 'CREDIT',
          },
          {
            account: { name: 'Discounts' },
            amount: '0.01',
            amountInBusinessCurrency: '0.01',
            basis: 'ALL',
            description: null,
            side: 'DEBIT',
          },
          {
            account: { name: 'Uncategorized Income' },
            amount: '10.00',
            amountInBusinessCurrency: '10.00',
            basis: 'ALL',
            description: null,
            side: 'CREDIT',
          },
        ],
      },
    })
    expect(await balanceOf('Cash on Hand')).toMatchObject({ balance: '100.00' })
    expect(await balanceOf('Sales')).toMatchObject({ balance: '90.01' })
    expect(await balanceOf('Discounts')).toMatchObject({ balance: '0.01' })
    const { data } = await read(`transaction(id: "${made.transaction.id}") { ${TRANSACTION} }`)
    expect(data.business.transaction).toEqual(made.transaction)
  })

  it('enters paid wages: the expense grows, and withheld amounts lower the payment', async () => {
    const payable = await newAccount('Payroll taxes', 'DUE_FOR_PAYROLL')
    const made = await change(
      CREATE,
      await sale({
        anchor: { accountId: await account('Cash on Hand'), amount: 800, direction: 'WITHDRAWAL' },
        lineItems: [
          { accountId: await account('Wages'), amount: 1000 },
          { accountId: payable, amount: 250, balance: 'INCREASE' },
          { accountId: payable, amount: 50, balance: 'DECREASE' },
        ],
      }),
    )
    expect(linesOf(made)).toEqual([
      'CREDIT Cash on Hand 800.00',
      'DEBIT Wages 1000.00',
      'CREDIT Payroll taxes 250.00',
      'DEBIT Payroll taxes 50.00',
    ])
    expect(await balanceOf('Cash on Hand')).toMatchObject({ balance: '-800.00' })
  })

  it('converts a foreign anchor once, at the last rate up to the day, and shares the result over the lines', async () => {
    const euros = await newAccount('Euros', 'CASH_AND_BANK', 'EUR')
    const loan = await newAccount('Euro loan', 'LOANS', 'EUR')
    const dollars = await newAccount('Dollars', 'CASH_AND_BANK', 'USD')
    const input = await sale({
      anchor: { accountId: euros, amount: '100.01', direction: 'DEPOSIT' },
      lineItems: [
        { accountId: await account('Sales'), amount: '33.34' },
        { accountId: loan, amount: '33.34' },
        { accountId: await account('Uncategorized Income'), amount: '33.33' },
      ],
    })
    expect(faultsOf(await change(CREATE, input))).toEqual(['anchor.accountId CURRENCY_MISMATCH'])
    await setRate('EUR', '2026-11-20', '2')
    expect(faultsOf(await change(CREATE, input))).toEqual(['anchor.accountId CURRENCY_MISMATCH'])
    await setRate('EUR', '2026-11-01', '3')
    await setRate('EUR', '2026-11-18', '1.4777')
    const made = await change(CREATE, input)
    expect(made.transaction.lines.map((line: any) => [line.amount, line.amountInBusinessCurrency])).toEqual([
      ['100.01', '147.78'],
      ['49.27', '49.27'],
      ['33.34', '49.26'],
      ['49.25', '49.25'],
    ])
    expect(await balanceOf('Euros')).toEqual({ balance: '100.01', balanceInBusinessCurrency: '147.78' })
    expect(
      faultsOf(
        await change(CREATE, {
          ...input,
          externalId: 'till-8',
          lineItems: [{ accountId: dollars, amount: '100.01' }],
        }),
      ),
    ).toEqual(['lineItems.0.accountId CURRENCY_MISMATCH'])
  })
}
