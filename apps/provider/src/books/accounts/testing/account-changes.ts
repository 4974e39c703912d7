import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { PlanState } from '#database/database.ts'
import { ask } from '#testing/graphql-endpoint.ts'
import { ACCOUNT, CREATE, PATCH, ARCHIVE, type AccountsWorld } from './accounts-world.ts'

export function accountChanges(world: AccountsWorld): void {
  const { read, accountsOf, namesOf, change, create, faultsOf } = world

  it('creates accounts with trimmed names and defaults, and finds them by both forms of their id', async () => {
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
        business: { id: world.business.id },
      },
    })
    const { id } = made.account
    const digits = atob(id).split(':').at(-1)
    expect(atob(id)).toBe(`Business:${world.business.uuid};Account:${digits}`)
    expect(digits).toHaveLength(19)
    const byWire = await read(`account(id: "${id}") { ${ACCOUNT} }`)
    expect(byWire.data.business.account).toEqual(made.account)
    expect(await read(`account(id: "${digits}") { ${ACCOUNT} }`, world.business.uuid)).toEqual(byWire)
    expect((await create({ businessId: world.business.uuid, name: 'Second till' })).didSucceed).toBe(true)
    expect(await namesOf('(subtypes: [CASH_AND_BANK])')).toEqual([
      'Cash on Hand',
      'Second till',
      'Zürich till',
    ])
  })

  it('reports every fault of a new account at once, and leaves the books unchanged', async () => {
    const before = await world.books.rowsOf('accounts')
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
      world.foreign.id,
      world.foreign.uuid,
      'BAD_ID',
      '',
      '00000000-0000-4000-8000-000000000000',
    ]) {
      const answer = await create({ businessId, name: '' })
      expect(faultsOf(answer)).toEqual(['input.businessId NOT_FOUND', 'input.name REQUIRED'])
      expect(answer.inputErrors[0].message).toBe(`Business '${businessId}' could not be found.`)
    }
    expect(await world.books.rowsOf('accounts')).toEqual(before)
    expect(await world.foreignBooks.rowsOf('accounts')).toHaveLength(before.length)
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
  ])('refuses inputs that violate the schema before anything happens: %s', async (_, mutation, input) => {
    const { body } = await ask(world.endpoint, world.token, mutation, { input })
    expect(body.data).toBeUndefined()
    expect(body.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT')
  })

  it('changes the given fields and keeps the others; null clears a field', async () => {
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

  it('accepts one of many simultaneous changes of the same version', async () => {
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

  it('gives simultaneous new accounts unique ids, in the order of creation', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create({ name: `Till ${index}` })),
    )
    const ids = made.map(({ account }) => account.id)
    expect(new Set(ids).size).toBe(12)
    const later = await create({ name: 'Later' })
    const digits = (id: string) => BigInt(atob(id).split(':').at(-1) ?? '')
    for (const id of ids) expect(digits(later.account.id) > digits(id)).toBe(true)
  })

  it('gives the same answer for a foreign account, an unknown one and none, and leaves the account unchanged', async () => {
    const before = await world.foreignBooks.rowsOf('accounts')
    const { id } = (
      await sql<{
        id: string
      }>`select min(id)::text as id from accounts where business_id = ${world.foreign.uuid}`.execute(
        world.endpoint.db,
      )
    ).rows[0]!
    for (const sent of [
      btoa(`Business:${world.foreign.uuid};Account:${id}`),
      btoa(`Business:${world.business.uuid};Account:7`),
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
    expect(await world.foreignBooks.rowsOf('accounts')).toEqual(before)
  })

  it('refuses to archive accounts that are not archivable', async () => {
    const { nodes } = await accountsOf('(subtypes: [RECEIVABLE_INVOICES, UNCATEGORIZED_EXPENSE])', 'id')
    const { account } = await create({ restrictions: { canArchive: false } })
    for (const { id } of [...nodes, account]) {
      expect(faultsOf(await change(ARCHIVE, { id }))).toEqual(['input.id INVALID_STATE'])
    }
  })

  it('refuses calls without the scope before anything happens, and reveals no account to a caller who may only write', async () => {
    const setPlan = (state: PlanState) =>
      world.endpoint.db
        .updateTable('plans')
        .set({ state })
        .where('business_id', '=', world.business.uuid)
        .execute()
    const input = { businessId: world.business.id, name: 'Till', subtype: 'CASH_AND_BANK' }
    const reader = await ask(world.endpoint, await world.tokenWith('business:read account:read'), CREATE, {
      input,
    })
    expect(reader.body.data).toEqual({ accountCreate: null })
    expect(reader.body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      requiredScopes: ['account:write'],
    })
    expect(await namesOf('(subtypes: [CASH_AND_BANK])')).toEqual(['Cash on Hand'])
    const writer = await world.tokenWith('account:write')
    const made = await ask(world.endpoint, writer, CREATE, { input })
    expect(made.body.data.accountCreate).toEqual({ didSucceed: true, inputErrors: [], account: null })
    expect(made.body.errors?.[0]?.extensions).toMatchObject({ requiredScopes: ['account:read'] })
    await setPlan('lapsed')
    const lapsed = await ask(world.endpoint, writer, CREATE, { input })
    expect(lapsed.body.data).toEqual({ accountCreate: null })
    expect(lapsed.body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'subscription_inactive',
    })
    // The inactive plan also closes the token that may only read.
    await setPlan('active')
    expect(await namesOf('(subtypes: [CASH_AND_BANK])')).toEqual(['Cash on Hand', 'Till'])
  })
}
