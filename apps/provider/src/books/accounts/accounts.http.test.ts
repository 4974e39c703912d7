import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const ACCOUNT = `id name description displayId isArchived sequence balance balanceInBusinessCurrency classicId
  normalBalanceType currency { code } subtype { value } type { value } business { id }`
const CREATE = `mutation ($input: AccountCreateInput!) {
  accountCreate(input: $input) { didSucceed inputErrors { path code message } account { ${ACCOUNT} } } }`
const PATCH = `mutation ($input: AccountPatchInput!) {
  accountPatch(input: $input) { didSucceed inputErrors { path code message } account { ${ACCOUNT} } } }`
const ARCHIVE = `mutation ($input: AccountArchiveInput!) {
  accountArchive(input: $input) { didSucceed inputErrors { path code message } } }`

describe.each(['memory', 'postgres'] as const)('the chart of accounts, on a database of kind %s', (kind) => {
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
  })
  afterAll(async () => {
    await endpoint.close()
    await postgres?.close()
  })
  beforeEach(async () => {
    userId = await endpoint.seed.user()
    business = await endpoint.seed.business(userId, { details: { timezone: 'America/Toronto' } })
    token = await endpoint.seed.personalToken(userId)
  })

  const read = async (query: string, of = business.id) =>
    (await ask(endpoint, token, `{ business(id: "${of}") { ${query} } }`)).body
  const accountsOf = async (args = '', fields = 'name') => {
    const { data } = await read(
      `accounts${args} { edges { node { ${fields} } } pageInfo { currentPage totalPages totalCount } }`,
    )
    const { edges, pageInfo } = data.business.accounts
    return { nodes: edges.map((edge: { node: Record<string, unknown> }) => edge.node), pageInfo }
  }
  const namesOf = async (args = '') =>
    (await accountsOf(args)).nodes.map((node: { name: string }) => node.name) as string[]
  const change = async (mutation: string, input: Readonly<Record<string, unknown>>) => {
    const { body } = await ask(endpoint, token, mutation, { input })
    expect(body.errors).toBeUndefined()
    return Object.values(body.data)[0] as any
  }
  const create = (input: Readonly<Record<string, unknown>> = {}) =>
    change(CREATE, { businessId: business.id, name: 'Till', subtype: 'CASH_AND_BANK', ...input })
  const faultsOf = ({ didSucceed, inputErrors }: any) => {
    expect(didSucceed).toBe(false)
    return inputErrors.map(({ path, code }: any) => `${path.join('.')} ${code}`)
  }
  const rowsOf = async (uuid: BusinessId) =>
    (await sql`select * from accounts where business_id = ${uuid} order by id`.execute(endpoint.db)).rows

  it('is there in every new business: by name, with the kinds that only the system makes', async () => {
    const { nodes, pageInfo } = await accountsOf(
      '(isArchived: null)',
      'name subtype { value } currency { code } balance',
    )
    expect(pageInfo).toEqual({ currentPage: 1, totalPages: 1, totalCount: nodes.length })
    const names = nodes.map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names.length).toBeGreaterThan(20)
    expect(nodes).toContainEqual({
      name: 'Accounts Receivable',
      subtype: { value: 'RECEIVABLE_INVOICES' },
      currency: { code: 'CAD' },
      balance: '0.00',
    })
  })

  it('filters by archive, type and subtype; null and an empty list filter nothing', async () => {
    const all = await namesOf()
    expect(await namesOf('(types: null, subtypes: [], excludedSubtypes: null)')).toEqual(all)
    expect(await namesOf('(types: [EQUITY, LIABILITY])')).toEqual([
      'Customer Credits',
      'Owner Investments and Drawings',
    ])
    expect(await namesOf('(subtypes: [CASH_AND_BANK, DISCOUNTS])')).toEqual(['Cash on Hand', 'Discounts'])
    expect(await namesOf('(types: [INCOME], excludedSubtypes: [INCOME, UNCATEGORIZED_INCOME])')).toEqual([
      'Discounts',
      'Gain on Foreign Exchange',
    ])
    const { account } = await create({ name: 'Old till' })
    expect(await change(ARCHIVE, { id: account.id })).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await change(ARCHIVE, { id: account.id })).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await namesOf()).toEqual(all)
    expect(await namesOf('(isArchived: true)')).toEqual(['Old till'])
    expect(await namesOf('(isArchived: null)')).toHaveLength(all.length + 1)
  })

  it('comes page by page: the pages joined are the list, and past the end the totals are right', async () => {
    const all = await namesOf('(pageSize: 250)')
    const pages = [1, 2, 3, 4, 5].map((page) => namesOf(`(pageSize: 5, page: ${page})`))
    expect((await Promise.all(pages)).flat()).toEqual(all)
    expect(await accountsOf('(pageSize: 5, page: 99)')).toEqual({
      nodes: [],
      pageInfo: { currentPage: 99, totalPages: Math.ceil(all.length / 5), totalCount: all.length },
    })
    expect(await namesOf('(pageSize: 5, page: 2147483647)')).toEqual([])
    expect(
      (await read('accounts(pageSize: 251) { edges { node { id } } }')).errors?.[0]?.extensions['code'],
    ).toBe('BAD_USER_INPUT')
  })

  it('grows by what is created, trimmed, with its defaults; both forms of ids name the same', async () => {
    const made = await create({ name: '  Zürich till ', description: ' ', displayId: null })
    expect(made).toEqual({
      didSucceed: true,
      inputErrors: [],
      account: {
        id: expect.any(String),
        name: 'Zürich till',
        description: null,
        displayId: null,
        isArchived: false,
        sequence: 1,
        balance: '0.00',
        balanceInBusinessCurrency: '0.00',
        classicId: null,
        normalBalanceType: 'DEBIT',
        currency: { code: 'CAD' },
        subtype: { value: 'CASH_AND_BANK' },
        type: { value: 'ASSET' },
        business: { id: business.id },
      },
    })
    const { id } = made.account
    const digits = atob(id).split(':').at(-1)
    expect(atob(id)).toBe(`Business:${business.uuid};Account:${digits}`)
    expect(digits).toHaveLength(19)
    const byWire = await read(`account(id: "${id}") { ${ACCOUNT} }`)
    expect(byWire.data.business.account).toEqual(made.account)
    expect(await read(`account(id: "${digits}") { ${ACCOUNT} }`, business.uuid)).toEqual(byWire)
    expect((await create({ businessId: business.uuid, name: 'Second till' })).didSucceed).toBe(true)
    expect(await namesOf('(subtypes: [CASH_AND_BANK])')).toEqual([
      'Cash on Hand',
      'Second till',
      'Zürich till',
    ])
  })

  it('says everything that is wrong with a new account, and keeps the books as they were', async () => {
    const before = await rowsOf(business.uuid)
    const long = 'é'.repeat(301)
    expect(faultsOf(await create({ name: ' ' }))).toEqual(['input.name REQUIRED'])
    expect(
      faultsOf(await create({ name: long, description: 'x'.repeat(2001), displayId: 'x'.repeat(51) })),
    ).toEqual(['input.name TOO_LONG', 'input.description TOO_LONG', 'input.displayId TOO_LONG'])
    expect(faultsOf(await create({ name: 'a\0b', description: '\ud800' }))).toEqual([
      'input.name INVALID',
      'input.description INVALID',
    ])
    for (const subtype of ['INCOME', 'EXPENSE', 'NON_RETAINED_EARNINGS']) {
      expect(faultsOf(await create({ subtype, currency: 'EUR' }))).toEqual([
        'input.currency CURRENCY_MISMATCH',
      ])
    }
    for (const businessId of [
      foreign.id,
      foreign.uuid,
      'BAD_ID',
      '',
      '00000000-0000-4000-8000-000000000000',
    ]) {
      const answer = await create({ businessId, name: '' })
      expect(faultsOf(answer)).toEqual(['input.businessId NOT_FOUND', 'input.name REQUIRED'])
      expect(answer.inputErrors[0].message).toBe(`Business '${businessId}' could not be found.`)
    }
    expect(await rowsOf(business.uuid)).toEqual(before)
    expect(await rowsOf(foreign.uuid)).toHaveLength(before.length)
    expect((await create({ name: '𝄞'.repeat(300), currency: 'EUR' })).account).toMatchObject({
      currency: { code: 'EUR' },
    })
  })

  it.each([
    ['no business', CREATE, { name: 'Till', subtype: 'INCOME' }],
    ['no subtype', CREATE, { businessId: 'x', name: 'Till' }],
    ['a subtype of the system', CREATE, { businessId: 'x', name: 'Till', subtype: 'TRANSFERS' }],
    ['no currency', CREATE, { businessId: 'x', name: 'Till', subtype: 'INCOME', currency: 'EURO' }],
    ['a name of null', CREATE, { businessId: 'x', name: null, subtype: 'INCOME' }],
    ['a name that is a number', CREATE, { businessId: 'x', name: 5, subtype: 'INCOME' }],
    ['no sequence', PATCH, { id: 'x' }],
    ['a sequence that is text', PATCH, { id: 'x', sequence: '1' }],
    ['no account', ARCHIVE, {}],
  ])('refuses what the schema does not allow before anything happens: %s', async (_, mutation, input) => {
    const { body } = await ask(endpoint, token, mutation, { input })
    expect(body.data).toBeUndefined()
    expect(body.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT')
  })

  it('changes what is given and leaves the rest; null clears', async () => {
    const { account } = await create({ description: 'Front desk', displayId: '1010' })
    const named = await change(PATCH, { id: account.id, sequence: 1, name: 'Front till' })
    expect(named.account).toEqual({ ...account, name: 'Front till', sequence: 2 })
    const cleared = await change(PATCH, { id: account.id, sequence: 2, description: null, displayId: '' })
    expect(cleared.account).toEqual({
      ...account,
      name: 'Front till',
      description: null,
      displayId: null,
      sequence: 3,
    })
    expect(faultsOf(await change(PATCH, { id: account.id, sequence: 3, name: null }))).toEqual([
      'input.name REQUIRED',
    ])
    expect(await namesOf('(subtypes: [CASH_AND_BANK])')).toEqual(['Cash on Hand', 'Front till'])
  })

  it('lets one of many win who change what they read at the same time', async () => {
    const { account } = await create()
    const names = Array.from({ length: 10 }, (_, index) => `Till ${index}`)
    const answers = await Promise.all(
      names.map((name) => change(PATCH, { id: account.id, sequence: 1, name })),
    )
    const won = answers.filter(({ didSucceed }) => didSucceed)
    expect(won).toHaveLength(1)
    for (const answer of answers) {
      if (!answer.didSucceed) expect(faultsOf(answer)).toEqual(['input.sequence STALE'])
    }
    const { data } = await read(`account(id: "${account.id}") { name sequence }`)
    expect(data.business.account).toEqual({ name: won[0].account.name, sequence: 2 })
  })

  it('gives many accounts that are made at the same time ids of their own, in the order they were made', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create({ name: `Till ${index}` })),
    )
    const ids = made.map(({ account }) => account.id)
    expect(new Set(ids).size).toBe(12)
    const later = await create({ name: 'Later' })
    const digits = (id: string) => BigInt(atob(id).split(':').at(-1) ?? '')
    for (const id of ids) expect(digits(later.account.id) > digits(id)).toBe(true)
  })

  it('answers a foreign account, an unknown one and none with the same words, and leaves it alone', async () => {
    const before = await rowsOf(foreign.uuid)
    const { id } = (
      await sql<{
        id: string
      }>`select min(id)::text as id from accounts where business_id = ${foreign.uuid}`.execute(endpoint.db)
    ).rows[0]!
    for (const sent of [
      btoa(`Business:${foreign.uuid};Account:${id}`),
      btoa(`Business:${business.uuid};Account:7`),
      'BAD_ID',
      '',
    ]) {
      const message = `Account '${sent}' could not be found.`
      const fault = { path: ['input', 'id'], code: 'NOT_FOUND', message }
      const refused = { didSucceed: false, inputErrors: [fault] }
      expect(await change(ARCHIVE, { id: sent })).toEqual(refused)
      expect(await change(PATCH, { id: sent, sequence: 1, name: 'Mine' })).toEqual({
        ...refused,
        account: null,
      })
      const { data, errors } = await read(`account(id: "${sent}") { id }`)
      expect(data.business.account).toBeNull()
      expect(errors).toMatchObject([{ message, extensions: { code: 'NOT_FOUND' } }])
    }
    expect(faultsOf(await change(ARCHIVE, { id }))).toEqual(['input.id NOT_FOUND'])
    expect(await rowsOf(foreign.uuid)).toEqual(before)
  })

  it('keeps accounts that may not be archived', async () => {
    const { nodes } = await accountsOf('(subtypes: [RECEIVABLE_INVOICES, UNCATEGORIZED_EXPENSE])', 'id')
    const { account } = await create({ restrictions: { canArchive: false } })
    for (const { id } of [...nodes, account]) {
      expect(faultsOf(await change(ARCHIVE, { id }))).toEqual(['input.id INVALID_STATE'])
    }
  })

  it('refuses without the scope before anything happens, and says nothing of an account to who may only write', async () => {
    const withScopes = async (scopes: string) => {
      const applicationId = await endpoint.seed.application()
      const allowed = { allowed_scopes: 'business:* account:*' }
      await endpoint.db.updateTable('applications').set(allowed).where('id', '=', applicationId).execute()
      return (await endpoint.seed.token({ userId, applicationId, businessId: business.uuid, scopes })).token
    }
    const input = { businessId: business.id, name: 'Till', subtype: 'CASH_AND_BANK' }
    const reader = await ask(endpoint, await withScopes('business:read account:read'), CREATE, { input })
    expect(reader.body.data).toEqual({ accountCreate: null })
    expect(reader.body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      requiredScopes: ['account:write'],
    })
    expect(await namesOf('(subtypes: [CASH_AND_BANK])')).toEqual(['Cash on Hand'])
    const writer = await withScopes('account:write')
    const made = await ask(endpoint, writer, CREATE, { input })
    expect(made.body.data.accountCreate).toEqual({ didSucceed: true, inputErrors: [], account: null })
    expect(made.body.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['account:read'] })
    await endpoint.db
      .updateTable('plans')
      .set({ state: 'lapsed' })
      .where('business_id', '=', business.uuid)
      .execute()
    const lapsed = await ask(endpoint, writer, CREATE, { input })
    expect(lapsed.body.data).toEqual({ accountCreate: null })
    expect(lapsed.body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'subscription_inactive',
    })
    expect(await namesOf('(subtypes: [CASH_AND_BANK])')).toEqual(['Cash on Hand', 'Till'])
  })

  describe('with postings', () => {
    let next = 0
    /** One entry: by account, the amount in the account's currency and in that of the business; a debit is positive. */
    const post = async (day: string, lines: readonly (readonly [string, number, number, number?])[]) => {
      next += 1
      const entry = next
      await sql`insert into entries (business_id, id, kind, day, created_at)
        values (${business.uuid}, ${entry}, 'MANUAL', ${day}::date, now())`.execute(endpoint.db)
      const rows = lines.map(
        ([account, amount, base, book = 0], position) =>
          sql`(${business.uuid}::uuid, ${entry}::bigint, ${position}::int, ${idIn(account)}::bigint, 'MANUAL', ${day}::date, ${amount}::bigint, ${base}::bigint, ${book}::smallint)`,
      )
      await sql`insert into postings (business_id, entry_id, position, account_id, kind, day, amount, base_amount, book)
        values ${sql.join(rows)}`.execute(endpoint.db)
      return entry
    }
    const idIn = (wireId: string) => atob(wireId).split(':').at(-1)
    const idOf = async (subtype: string) =>
      (await accountsOf(`(subtypes: [${subtype}])`, 'id')).nodes[0].id as string
    const balancesOf = async (id: string) => {
      const { data } = await read(`account(id: "${id}") { balance balanceInBusinessCurrency }`)
      return data.business.account
    }

    it('has balances that are their sums on accrual, up to today where the business is, on the side that grows', async () => {
      const yen = (await create({ name: 'Yen', currency: 'JPY' })).account.id
      const sales = await idOf('INCOME')
      const discounts = await idOf('DISCOUNTS')
      await post('2026-11-19', [
        [yen, 15_000, 13_250],
        [discounts, 1_000, 1_000],
        [sales, -14_250, -14_250],
      ])
      // 08:00 UTC on the 20th is three in the morning in Toronto.
      await post('2026-11-20', [
        [yen, 1, 1],
        [sales, -1, -1],
      ])
      await post('2026-11-21', [
        [yen, 7, 7],
        [sales, -7, -7],
      ])
      await post('2026-11-19', [
        [discounts, 500, 500, 2],
        [sales, -500, -500, 2],
      ])
      expect(await balancesOf(yen)).toEqual({ balance: '15001', balanceInBusinessCurrency: '132.51' })
      expect(await balancesOf(sales)).toEqual({ balance: '142.51', balanceInBusinessCurrency: '142.51' })
      expect(await balancesOf(discounts)).toEqual({ balance: '10.00', balanceInBusinessCurrency: '10.00' })
    })

    it('takes no entry that does not balance, on accrual or on cash', async () => {
      const [cash, sales] = [await idOf('CASH_AND_BANK'), await idOf('INCOME')]
      const lines = (book: number) => [[cash, 100, 100] as const, [sales, -100, -100, book] as const]
      await expect(
        post('2026-11-20', [
          [cash, 100, 100],
          [sales, -99, -99],
        ]),
      ).rejects.toThrow('does not balance')
      await expect(post('2026-11-20', lines(1))).rejects.toThrow('does not balance')
      await expect(post('2026-11-20', lines(2))).rejects.toThrow('does not balance')
    })

    it('never changes or loses what was entered, until the business goes', async () => {
      const [cash, sales] = [await idOf('CASH_AND_BANK'), await idOf('INCOME')]
      await post('2026-11-20', [
        [cash, 100, 100],
        [sales, -100, -100],
      ])
      for (const statement of [
        sql`update postings set amount = 1 where business_id = ${business.uuid}`,
        sql`delete from postings where business_id = ${business.uuid}`,
        sql`update entries set day = '2026-01-01' where business_id = ${business.uuid}`,
        sql`delete from entries where business_id = ${business.uuid}`,
        sql`delete from accounts where business_id = ${business.uuid}`,
      ]) {
        await expect(statement.execute(endpoint.db)).rejects.toThrow('never changed')
      }
      expect(await balancesOf(cash)).toMatchObject({ balance: '1.00' })
      await endpoint.db.deleteFrom('businesses').where('id', '=', business.uuid).execute()
      const left = await sql`select 1 from postings where business_id = ${business.uuid}
        union all select 1 from accounts where business_id = ${business.uuid}`.execute(endpoint.db)
      expect(left.rows).toEqual([])
    })
  })
})
