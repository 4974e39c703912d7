import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const LINES = `lines { account { name } amount amountInBusinessCurrency basis description side }`
const TRANSACTION = `id kind date description notes externalId origin createdAt reverses { id } business { id } ${LINES}`
const CREATE = `mutation ($input: MoneyTransactionCreateInput!) {
  moneyTransactionCreate(input: $input) { didSucceed inputErrors { path code message } transaction { ${TRANSACTION} } } }`
const CREATE_MANY = `mutation ($input: MoneyTransactionsCreateInput!) {
  moneyTransactionsCreate(input: $input) { didSucceed inputErrors { path code message } transactions { ${TRANSACTION} } } }`
const DEPOSIT = `mutation ($input: MoneyDepositTransactionCreateInput!) {
  moneyDepositTransactionCreate(input: $input) { didSucceed inputErrors { path code message } } }`

type Input = Readonly<Record<string, unknown>>

describe.each(['memory', 'postgres'] as const)('money transactions, on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let endpoint: Endpoint
  let userId: UserId
  let business: { readonly uuid: BusinessId; readonly id: string }
  let foreign: { readonly uuid: BusinessId; readonly id: string }
  let token = ''

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await sharePostgres()
    const url = (await postgres?.createDatabase())?.url
    endpoint = await startEndpoint({
      database: url === undefined ? { kind: 'memory' } : { kind: 'postgres', url, maxConnections: 10 },
    })
    foreign = await endpoint.seed.business(await endpoint.seed.user())
    endpoint.advance(1)
  })
  afterAll(async () => {
    await endpoint.close()
    await postgres?.close()
  })
  beforeEach(async () => {
    endpoint.advance(1)
    userId = await endpoint.seed.user()
    business = await endpoint.seed.business(userId, { details: { timezone: 'America/Toronto' } })
    token = await endpoint.seed.personalToken(userId)
  })

  const change = async (mutation: string, input: Input) => {
    const { body } = await ask(endpoint, token, mutation, { input })
    expect(body.errors).toBeUndefined()
    return Object.values(body.data)[0] as any
  }
  const accountIn = async (uuid: BusinessId, name: string) => {
    const { rows } = await sql<{ id: string }>`select id::text as id from accounts
      where business_id = ${uuid} and name = ${name}`.execute(endpoint.db)
    return btoa(`Business:${uuid};Account:${rows[0]?.id}`)
  }
  const account = (name: string) => accountIn(business.uuid, name)
  const newAccount = async (name: string, subtype: string, currency = 'CAD') => {
    const { body } = await ask(
      endpoint,
      token,
      `mutation { accountCreate(input: { businessId: "${business.id}", name: "${name}", subtype: ${subtype},
        currency: ${currency} }) { account { id } } }`,
    )
    return body.data.accountCreate.account.id as string
  }
  const newTax = async (abbreviation: string, isRecoverable: boolean) => {
    const input = { businessId: business.id, name: abbreviation, abbreviation, rate: '0.1', isRecoverable }
    const mutation = `mutation ($input: SalesTaxCreateInput!) { salesTaxCreate(input: $input) { salesTax { id } } }`
    return (await ask(endpoint, token, mutation, { input })).body.data.salesTaxCreate.salesTax.id as string
  }
  const newCustomer = async (name: string) => {
    const input = { businessId: business.id, name }
    const mutation = `mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { customer { id } } }`
    return (await ask(endpoint, token, mutation, { input })).body.data.customerCreate.customer.id as string
  }
  const sale = async (changes: Input = {}): Promise<Input> => ({
    businessId: business.id,
    externalId: 'till-7',
    date: '2026-11-19',
    description: 'Takings',
    anchor: { accountId: await account('Cash on Hand'), amount: '100.00', direction: 'DEPOSIT' },
    lineItems: [{ accountId: await account('Sales'), amount: 100 }],
    ...changes,
  })
  const faultsOf = ({ didSucceed, inputErrors }: any): string[] => {
    expect(didSucceed).toBe(false)
    return inputErrors.map(({ path, code }: any) => `${path.slice(1).join('.')} ${code}`)
  }
  const linesOf = ({ transaction }: any): string[] =>
    transaction.lines.map((line: any) => `${line.side} ${line.account.name} ${line.amount}`)
  const read = async (query: string) =>
    (await ask(endpoint, token, `{ business(id: "${business.id}") { ${query} } }`)).body
  const balanceOf = async (name: string) => {
    const { data } = await read(`account(id: "${await account(name)}") { balance balanceInBusinessCurrency }`)
    return data.business.account
  }
  const entriesOf = async (uuid: BusinessId) =>
    (await sql`select id::text from entries where business_id = ${uuid}`.execute(endpoint.db)).rows.length

  it('enters a sale: both sides, the balances, and everything that was said of it', async () => {
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
        createdAt: endpoint.now().toISOString(),
        reverses: null,
        business: { id: business.id },
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

  it('enters wages paid: what grows is on its own side, and what is kept back lowers what was paid', async () => {
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

  it('converts a foreign anchor once, at the last rate up to the day, and shares that over the lines', async () => {
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

  it('answers a repetition with what is there, and another one under the same externalId with a fault', async () => {
    const input = await sale()
    const first = await change(CREATE, input)
    endpoint.advance(1000)
    const plain = atob((input['anchor'] as any).accountId)
      .split(':')
      .at(-1)
    const again = await change(CREATE, {
      ...input,
      businessId: business.uuid,
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
    expect(await entriesOf(business.uuid)).toBe(2)
    expect(await balanceOf('Sales')).toMatchObject({ balance: '200.00' })
  })

  it('says everything that is wrong at once, with its place, and enters nothing', async () => {
    const cash = await account('Cash on Hand')
    const archived = await newAccount('Old till', 'CASH_AND_BANK')
    await ask(endpoint, token, `mutation { accountArchive(input: { id: "${archived}" }) { didSucceed } }`)
    const foreignCash = await accountIn(foreign.uuid, 'Cash on Hand')
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
      [{ businessId: foreign.id, description: '' }, ['businessId NOT_FOUND', 'description REQUIRED']],
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
    expect(await entriesOf(business.uuid)).toBe(0)
    expect(await entriesOf(foreign.uuid)).toBe(0)
  })

  it('puts taxes on the side of their line: what is collected and what comes back on their own account, what does not with the line', async () => {
    const customer = await newCustomer('Ms Quay')
    const [hst, pst] = [await newTax('HST', true), await newTax('PST', false)]
    const taxes = [
      { salesTaxId: hst, amount: '13' },
      { salesTaxId: atob(pst).split(':').at(-1), amount: '7.00' },
    ]
    const cash = await account('Cash on Hand')
    const sold = await change(
      CREATE,
      await sale({
        anchor: { accountId: cash, amount: 120, direction: 'DEPOSIT' },
        lineItems: [{ accountId: await account('Sales'), amount: 100, customerId: customer, taxes }],
      }),
    )
    expect(linesOf(sold)).toEqual([
      'DEBIT Cash on Hand 120.00',
      'CREDIT Sales 100.00',
      'CREDIT HST 13.00',
      'CREDIT PST 7.00',
    ])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from postings
      where business_id = ${business.uuid} and customer_id = ${atob(customer).split(':').at(-1)}::bigint`.execute(
      endpoint.db,
    )
    expect(rows).toEqual([{ n: 3 }])
    const bought = await change(
      CREATE,
      await sale({
        externalId: 'bill-1',
        anchor: { accountId: cash, amount: 120, direction: 'WITHDRAWAL' },
        lineItems: [{ accountId: await account('Rent'), amount: 100, taxes }],
      }),
    )
    expect(linesOf(bought)).toEqual([
      'CREDIT Cash on Hand 120.00',
      'DEBIT Rent 100.00',
      'DEBIT HST 13.00',
      'DEBIT Rent 7.00',
    ])
    const remitted = await change(
      CREATE,
      await sale({
        externalId: 'tax-1',
        anchor: { accountId: cash, amount: 7, direction: 'WITHDRAWAL' },
        lineItems: [{ accountId: await account('PST'), amount: 7, balance: 'DECREASE' }],
      }),
    )
    expect(linesOf(remitted)).toEqual(['CREDIT Cash on Hand 7.00', 'DEBIT PST 7.00'])
    expect(
      await change(DEPOSIT, {
        businessId: business.id,
        date: '2026-11-19',
        description: 'Cards',
        origin: 'MANUAL',
        deposit: { accountId: cash, amount: 113 },
        lineItems: [
          {
            accountId: await account('Sales'),
            amount: 100,
            taxes: [{ abbreviation: ' hst ', amount: 13 }],
            customerId: customer,
          },
        ],
      }),
    ).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await balanceOf('HST')).toMatchObject({ balance: '13.00' })
    expect(await balanceOf('PST')).toMatchObject({ balance: '0.00' })

    const withTaxes = async (...each: readonly Input[]) =>
      faultsOf(
        await change(
          CREATE,
          await sale({
            externalId: 'x',
            lineItems: [{ accountId: await account('Sales'), amount: 100, taxes: each }],
          }),
        ),
      )
    const foreignTax = btoa(`Business:${foreign.uuid};SalesTax:${atob(hst).split(':').at(-1)}`)
    expect(await withTaxes({ salesTaxId: hst, amount: 1 }, { salesTaxId: hst, amount: 0 })).toEqual([
      'lineItems.0.taxes.1.amount INVALID',
      'lineItems.0.taxes.1.salesTaxId NOT_UNIQUE',
    ])
    expect(await withTaxes({ salesTaxId: foreignTax, amount: 1 }, { salesTaxId: 'BAD', amount: 1 })).toEqual([
      'lineItems.0.taxes.0.salesTaxId NOT_FOUND',
      'lineItems.0.taxes.1.salesTaxId NOT_FOUND',
    ])
    await ask(
      endpoint,
      token,
      `mutation { salesTaxArchive(input: { id: "${pst}" }) { didSucceed }
      customerDelete(input: { id: "${customer}" }) { didSucceed } }`,
    )
    expect(await withTaxes({ salesTaxId: pst, amount: 1 })).toEqual([
      'lineItems.0.taxes.0.salesTaxId ARCHIVED',
    ])
    const forCustomer = await sale({
      externalId: 'y',
      lineItems: [{ accountId: await account('Sales'), amount: 100, customerId: customer }],
    })
    expect(faultsOf(await change(CREATE, forCustomer))).toEqual(['lineItems.0.customerId ARCHIVED'])
  })

  it('enters many or none of them, and points at those that are wrong', async () => {
    const { businessId, ...one } = await sale()
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...one, externalId: `row-${index}` }))
    const last = { ...one, externalId: 'row-0', date: '2026-11-18' }
    const wrong = await change(CREATE_MANY, { businessId, transactions: [...many.slice(0, 999), last] })
    expect(faultsOf(wrong)).toEqual(['transactions.999.externalId IDEMPOTENCY_MISMATCH'])
    expect(wrong.transactions).toBeNull()
    expect(await entriesOf(business.uuid)).toBe(0)
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
      endpoint,
      token,
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
    expect(await entriesOf(business.uuid)).toBe(1000)
    // Some are known, one is twice in the list, and one is new.
    const mixed = [many[3], { ...one, externalId: 'new' }, many[3], { ...one, externalId: 'new' }]
    const { transactions } = await change(CREATE_MANY, { businessId, transactions: mixed })
    const known = made.transactions[3].id
    expect(transactions.map(({ id }: any) => id)).toEqual([
      known,
      transactions[1].id,
      known,
      transactions[1].id,
    ])
    expect(await entriesOf(business.uuid)).toBe(1001)
    expect(await balanceOf('Sales')).toMatchObject({ balance: '100100.00' })
  })

  it('enters a deposit with its fees, credits whatever the account is, and keeps amounts as they were written', async () => {
    const input = {
      businessId: business.id,
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
    expect(await entriesOf(business.uuid)).toBe(3)
    expect(faultsOf(await change(DEPOSIT, { ...anonymous, fees: null }))).toEqual([
      'deposit.amount UNBALANCED',
    ])
    expect(
      faultsOf(await change(DEPOSIT, { ...anonymous, fees: [{ accountId: '1', amount: 1e300 }] })),
    ).toEqual(['fees.0.accountId NOT_FOUND', 'fees.0.amount INVALID'])
  })

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
    const other = await accountIn(foreign.uuid, 'Sales')
    for (const sent of [other, btoa(`Business:${business.uuid};Account:7`), '7', '0', '', 'BAD_ID']) {
      const { data, errors } = await read(`transactions(accountId: "${sent}") { edges { node { id } } }`)
      expect(data.business.transactions).toBeNull()
      expect(errors).toMatchObject([
        { message: `Account '${sent}' could not be found.`, extensions: { code: 'NOT_FOUND' } },
      ])
    }
    for (const sent of [
      btoa(`Business:${foreign.uuid};Transaction:7`),
      btoa(`Business:${business.uuid};Transaction:7`),
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

  it('lets who may only write see the id of what was written and nothing else, and who may only read change nothing', async () => {
    const withScopes = async (scopes: string) => {
      const applicationId = await endpoint.seed.application()
      const allowed = { allowed_scopes: 'business:* account:* transaction:*' }
      await endpoint.db.updateTable('applications').set(allowed).where('id', '=', applicationId).execute()
      return (await endpoint.seed.token({ userId, applicationId, businessId: business.uuid, scopes })).token
    }
    const input = await sale()
    const create = `mutation ($input: MoneyTransactionCreateInput!) {
      moneyTransactionCreate(input: $input) { didSucceed transaction { id kind } } }`
    const reader = await ask(endpoint, await withScopes('business:read transaction:read'), create, { input })
    expect(reader.body.data).toEqual({ moneyTransactionCreate: null })
    expect(reader.body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      requiredScopes: ['transaction:write'],
    })
    expect(await entriesOf(business.uuid)).toBe(0)
    const writer = await withScopes('business:read transaction:write')
    const idOnly = create.replace(' kind', '')
    const written = await ask(endpoint, writer, idOnly, { input })
    expect(written.body.errors).toBeUndefined()
    expect(written.body.data.moneyTransactionCreate).toEqual({
      didSucceed: true,
      transaction: { id: expect.any(String) },
    })
    const listing = `{ business { transactions { edges { node { id } } } } }`
    expect((await ask(endpoint, writer, listing)).body.errors?.[0]?.extensions).toMatchObject({
      requiredScopes: ['transaction:read'],
    })
    const more = await ask(endpoint, writer, create, { input })
    expect(more.body.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['transaction:read'] })
    const lines = await ask(
      endpoint,
      await withScopes('business:read transaction:read'),
      `{ business { transactions { edges { node { lines { amount account { name } } } } } } }`,
    )
    expect(lines.body.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['account:read'] })
  })

  const setRate = (code: string, day: string, rate: string) =>
    sql`insert into exchange_rates
    (business_id, currency_code, day, rate) values (${business.uuid}, ${code}, ${day}::date, ${rate}::numeric)`.execute(
      endpoint.db,
    )
})
