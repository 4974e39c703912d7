import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import { buildEntry } from '#books/ledger/entry.ts'
import { post } from '#books/ledger/ledger-store.ts'
import { DATABASE_KINDS, integerIn } from '#testing/books-endpoint.ts'
import { startBooksWorld } from '#testing/books-world.ts'

const ADDRESS = 'addressLine1 addressLine2 city postalCode country { code } province { code name }'
const CUSTOMER = `id name firstName lastName email displayId internalNotes phone mobile tollFree fax website
  currency { code } internalId isArchived createdAt modifiedAt business { id }
  address { ${ADDRESS} } shippingDetails { name phone instructions address { ${ADDRESS} } }`
const ANSWER = `customer { ${CUSTOMER} }`

describe.each(DATABASE_KINDS)('customers, on a database of kind %s', (kind) => {
  const world = startBooksWorld(kind)

  const create = async (input: Readonly<Record<string, unknown>> = {}) =>
    (
      await world.books.change(
        'customerCreate',
        { businessId: world.books.business.id, name: 'Mill & Co', ...input },
        ANSWER,
      )
    ).customer
  const namesOf = async (args = '') =>
    (await world.books.list(`customers${args}`, 'name')).nodes.map(({ name }) => name as string)
  const read = async (id: string) =>
    (await world.books.select(`customer(id: "${id}") { ${CUSTOMER} }`)).customer

  it('have all their fields, and are read by both forms of their id', async () => {
    const details = {
      firstName: 'Zoë',
      lastName: 'Mill',
      email: 'Zoe@Mill.example',
      displayId: 'C-1',
      internalNotes: 'Pays late.\nAlways.',
      phone: '+1 416 555 0100',
      mobile: '+1 416 555 0101',
      tollFree: '+1 800 555 0102',
      fax: '+1 416 555 0103',
      website: 'mill.example',
    }
    const sent = { addressLine1: '1 Pier', addressLine2: 'Unit 2', city: 'Toronto', postalCode: 'M5V 2T6' }
    const address = { ...sent, provinceCode: 'CA-ON', countryCode: 'CA' }
    const made = await create({
      ...details,
      name: '  Mill & Co ',
      currency: 'EUR',
      address,
      shippingDetails: { name: 'Yard', phone: '5', instructions: 'Ring twice', address },
    })
    const kept = { ...sent, country: { code: 'CA' }, province: { code: 'CA-ON', name: 'Ontario' } }
    expect(made).toEqual({
      ...details,
      id: expect.any(String),
      name: 'Mill & Co',
      currency: { code: 'EUR' },
      internalId: null,
      isArchived: false,
      createdAt: world.endpoint.now().toISOString(),
      modifiedAt: world.endpoint.now().toISOString(),
      business: { id: world.books.business.id },
      address: kept,
      shippingDetails: { name: 'Yard', phone: '5', instructions: 'Ring twice', address: kept },
    })
    expect(atob(made.id)).toBe(`Business:${world.books.business.uuid};Customer:${integerIn(made.id)}`)
    expect(await read(made.id)).toEqual(made)
    expect(await read(integerIn(made.id))).toEqual(made)
    const byUuid = await world.books.read(
      `customer(id: "${integerIn(made.id)}") { id }`,
      world.books.business.uuid,
    )
    expect(byUuid.data.business.customer).toEqual({ id: made.id })
  })

  it('need nothing but a name; blank text is null', async () => {
    expect(
      await create({ businessId: world.books.business.uuid, email: ' ', address: { city: '' } }),
    ).toMatchObject({
      name: 'Mill & Co',
      email: null,
      currency: null,
      address: null,
      shippingDetails: null,
    })
  })

  it('are refused with every fault and its path, and nothing is stored', async () => {
    const before = await world.books.rowsOf('customers')
    const wrong = {
      businessId: world.foreignBooks.business.id,
      name: ' ',
      firstName: 'x'.repeat(201),
      email: 'nobody',
      phone: 'a\0',
      internalNotes: 'x'.repeat(10_000),
      address: { provinceCode: 'CA-XX', city: 'x'.repeat(201) },
      shippingDetails: { name: '\ud800', address: { provinceCode: 'US-NY', countryCode: 'CA' } },
    }
    expect(await world.books.refused('customerCreate', wrong)).toEqual([
      'input.businessId NOT_FOUND',
      'input.name REQUIRED',
      'input.firstName TOO_LONG',
      'input.email INVALID',
      'input.internalNotes TOO_LONG',
      'input.phone INVALID',
      'input.address.city TOO_LONG',
      'input.address.provinceCode INVALID',
      'input.shippingDetails.name INVALID',
      'input.shippingDetails.address.provinceCode INVALID',
    ])
    expect(await world.books.rowsOf('customers')).toEqual(before)
    expect(await world.foreignBooks.rowsOf('customers')).toEqual([])
    expect(await create({ name: '𝄞'.repeat(300), email: `${'é'.repeat(252)}@x` })).toMatchObject({
      isArchived: false,
    })
  })

  it('change in the given fields, part by part of an address; null clears', async () => {
    const made = await create({
      phone: '1',
      address: { addressLine1: '1 Pier', city: 'Toronto', provinceCode: 'CA-ON' },
      shippingDetails: { name: 'Yard', address: { city: 'Ottawa' } },
    })
    world.endpoint.advance(1000)
    const patch = async (input: Readonly<Record<string, unknown>>) =>
      (await world.books.change('customerPatch', { id: made.id, ...input }, ANSWER)).customer
    const moved = await patch({ name: 'Mill Ltd', address: { city: 'Albany', countryCode: 'US' } })
    expect(moved).toEqual({
      ...made,
      name: 'Mill Ltd',
      modifiedAt: world.endpoint.now().toISOString(),
      address: { ...made.address, city: 'Albany', country: { code: 'US' }, province: null },
    })
    expect((await patch({ address: { provinceCode: 'CA-QC' } })).address).toMatchObject({
      city: 'Albany',
      country: { code: 'CA' },
      province: { code: 'CA-QC' },
    })
    const cleared = await patch({ phone: null, address: null, shippingDetails: { address: null } })
    expect(cleared).toMatchObject({
      phone: null,
      address: null,
      shippingDetails: { name: 'Yard', address: null },
    })
    expect((await patch({ shippingDetails: null })).shippingDetails).toBeNull()
    expect(await world.books.refused('customerPatch', { id: made.id, name: null })).toEqual([
      'input.name REQUIRED',
    ])
    expect(await patch({})).toMatchObject({ name: 'Mill Ltd' })
  })

  it('are listed newest first, by any order, filtered by e-mail and by change, page by page', async () => {
    const bay = await create({ name: 'bay Foods', email: 'Bay@foods.example' })
    await create({ name: 'Ábaco' })
    world.endpoint.advance(1000)
    const instant = (await create({ name: 'Cairn' })).createdAt
    expect(await namesOf()).toEqual(['Cairn', 'Ábaco', 'bay Foods'])
    expect(await namesOf('(sort: [])')).toEqual(['Cairn', 'Ábaco', 'bay Foods'])
    expect(await namesOf('(sort: [NAME_ASC])')).toEqual(['Ábaco', 'bay Foods', 'Cairn'])
    expect(await namesOf('(sort: [NAME_DESC, CREATED_AT_ASC])')).toEqual(['Cairn', 'bay Foods', 'Ábaco'])
    expect(await namesOf('(sort: [MODIFIED_AT_ASC])')).toEqual(['bay Foods', 'Ábaco', 'Cairn'])
    expect(await namesOf('(sort: [MODIFIED_AT_DESC, NAME_ASC])')).toEqual(['Cairn', 'Ábaco', 'bay Foods'])
    expect(await namesOf('(email: " bay@FOODS.example")')).toEqual(['bay Foods'])
    expect(await namesOf('(email: "bay@foods")')).toEqual([])
    expect(await namesOf('(email: "\\u0000")')).toEqual([])
    expect(await namesOf(`(modifiedAtAfter: "${instant}")`)).toEqual(['Cairn'])
    expect(await namesOf(`(modifiedAtBefore: "${bay.createdAt}")`)).toEqual(['Ábaco', 'bay Foods'])
    expect(await namesOf(`(email: null, modifiedAtAfter: null, modifiedAtBefore: null)`)).toHaveLength(3)
    expect(await world.books.list('customers(pageSize: 2, page: 2, sort: [NAME_ASC])', 'name')).toEqual({
      nodes: [{ name: 'Cairn' }],
      pageInfo: { currentPage: 2, totalPages: 2, totalCount: 3 },
    })
    expect(await world.books.list('customers(pageSize: 2, page: 9)', 'name')).toMatchObject({
      nodes: [],
      pageInfo: { currentPage: 9, totalCount: 3 },
    })
  })

  it('are deleted if they were never used', async () => {
    const { id } = await create()
    expect(await world.books.change('customerDelete', { id })).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await namesOf()).toEqual([])
    expect((await world.books.read(`customer(id: "${id}") { id }`)).errors?.[0]?.extensions['code']).toBe(
      'NOT_FOUND',
    )
    expect(await world.books.refused('customerDelete', { id })).toEqual(['input.id NOT_FOUND'])
  })

  it('are archived instead of deleted if the books refer to them, and can still be read', async () => {
    const { id } = await create()
    const [cash] = (await world.books.list('accounts(subtypes: [CASH_AND_BANK])', 'id')).nodes
    const line = (amountMinor: bigint) => ({
      accountId: integerIn(cash.id) as RowId<'Account'>,
      book: 0 as const,
      amountMinor,
      baseMinor: amountMinor,
      customerId: integerIn(id) as RowId<'Customer'>,
    })
    const entry = buildEntry({ kind: 'DEPOSIT', day: '2026-11-20', description: 'Takings' }, [
      line(5n),
      line(-5n),
    ])
    await world.books.transact((transaction) => post(transaction, entry))
    await expect(
      sql`delete from customers where business_id = ${world.books.business.uuid}`.execute(world.endpoint.db),
    ).rejects.toThrow('postings_customer')
    for (let times = 0; times < 2; times += 1) {
      expect(await world.books.change('customerDelete', { id })).toEqual({
        didSucceed: true,
        inputErrors: [],
      })
    }
    expect(await namesOf()).toEqual([])
    expect((await world.books.list('customers', 'id')).pageInfo.totalCount).toBe(0)
    expect(await read(id)).toMatchObject({ id, isArchived: true })
    await world.endpoint.db.deleteFrom('businesses').where('id', '=', world.books.business.uuid).execute()
    expect(await world.books.rowsOf('customers')).toEqual([])
  })

  it('of another business are answered as unknown', async () => {
    const { customer } = await world.foreignBooks.change(
      'customerCreate',
      { businessId: world.foreignBooks.business.id, name: 'Hers' },
      ANSWER,
    )
    const before = await world.foreignBooks.rowsOf('customers')
    for (const id of [customer.id, 'BAD_ID', '', btoa(`Business:${world.books.business.uuid};Vendor:7`)]) {
      const message = `Customer '${id}' could not be found.`
      const refused = {
        didSucceed: false,
        inputErrors: [{ path: ['input', 'id'], code: 'NOT_FOUND', message }],
      }
      expect(await world.books.change('customerDelete', { id })).toEqual(refused)
      expect(await world.books.change('customerPatch', { id, name: 'Mine' })).toEqual(refused)
      const { data, errors } = await world.books.read(`customer(id: "${id}") { id }`)
      expect(data.business.customer).toBeNull()
      expect(errors).toMatchObject([{ message, extensions: { code: 'NOT_FOUND' } }])
    }
    const foreignInteger = await world.books.read(`customer(id: "${integerIn(customer.id)}") { id }`)
    expect(foreignInteger.data.business.customer).toBeNull()
    expect(await world.foreignBooks.rowsOf('customers')).toEqual(before)
  })

  it('cannot be deleted unless every table that refers to them is checked', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct conrelid::regclass::text as table from pg_constraint
      where contype = 'f' and confrelid = 'customers'::regclass order by 1`.execute(world.endpoint.db)
    expect(rows.map(({ table }) => table)).toEqual(['estimates', 'invoices', 'postings'])
  })
})
