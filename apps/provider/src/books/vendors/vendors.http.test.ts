import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_ADDRESS, NO_DETAILS, NO_SHIPPING, type ContactDetails } from '#books/contacts/contact.ts'
import { contactValues } from '#books/contacts/contact-store.ts'
import { insertRow } from '#books/row-store.ts'
import {
  DATABASE_KINDS,
  integerIn,
  startBooks,
  type BooksEndpoint,
  type TestBooks,
} from '#testing/books-endpoint.ts'
import { VENDORS } from './vendor-noun.ts'

const ADDRESS = 'addressLine1 addressLine2 city postalCode country { code } province { code }'
const VENDOR = `id name firstName lastName email displayId internalNotes phone mobile tollFree fax website
  currency { code } isArchived createdAt modifiedAt business { id }
  address { ${ADDRESS} } shippingDetails { name phone instructions address { ${ADDRESS} } }`

describe.each(DATABASE_KINDS)('vendors, on a database of kind %s', (kind) => {
  let server: BooksEndpoint
  let books: TestBooks
  beforeAll(async () => {
    server = await startBooks(kind)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    books = await server.open()
  })

  const create = (details: Partial<ContactDetails> & { readonly name: string }, of = books) =>
    of.transact((transaction) =>
      insertRow(transaction, VENDORS, contactValues({ ...NO_DETAILS, ...details })),
    )
  const namesOf = async (args = '') =>
    (await books.list(`vendors${args}`, 'name')).nodes.map(({ name }) => name as string)

  it('have all their fields, and are read by both forms of their id', async () => {
    const city = { ...NO_ADDRESS, city: 'Halifax', countryCode: 'CA', provinceCode: 'CA-NS' }
    const details = {
      name: 'Timber Yard',
      email: 'sales@timber.example',
      phone: '1',
      fax: '2',
      website: 'timber.example',
      currencyCode: 'USD',
      address: city,
      shipping: { ...NO_SHIPPING, name: 'Gate 4', address: city },
    }
    const { id } = await create(details)
    const wireId = btoa(`Business:${books.business.uuid};Vendor:${id}`)
    const address = {
      addressLine1: null,
      addressLine2: null,
      city: 'Halifax',
      postalCode: null,
      country: { code: 'CA' },
      province: { code: 'CA-NS' },
    }
    const vendor = {
      id: wireId,
      name: 'Timber Yard',
      firstName: null,
      lastName: null,
      email: 'sales@timber.example',
      displayId: null,
      internalNotes: null,
      phone: '1',
      mobile: null,
      tollFree: null,
      fax: '2',
      website: 'timber.example',
      currency: { code: 'USD' },
      isArchived: false,
      createdAt: '2026-11-20T08:00:00.000Z',
      modifiedAt: '2026-11-20T08:00:00.000Z',
      business: { id: books.business.id },
      address,
      shippingDetails: { name: 'Gate 4', phone: null, instructions: null, address },
    }
    expect(await books.select(`vendor(id: "${wireId}") { ${VENDOR} }`)).toEqual({ vendor })
    expect(await books.select(`vendor(id: "${integerIn(wireId)}") { ${VENDOR} }`)).toEqual({ vendor })
  })

  it('are listed by name, filtered by e-mail and by change, page by page', async () => {
    await create({ name: 'timber' })
    await create({ name: 'Éclair', email: 'a@b.example' })
    server.endpoint.advance(1000)
    await create({ name: 'Quarry' })
    const instant = server.endpoint.now().toISOString()
    expect(await namesOf()).toEqual(['Éclair', 'Quarry', 'timber'])
    expect(await namesOf('(email: "A@B.example")')).toEqual(['Éclair'])
    expect(await namesOf(`(modifiedAtAfter: "${instant}")`)).toEqual(['Quarry'])
    expect(await namesOf(`(modifiedAtBefore: "${instant}")`)).toHaveLength(3)
    expect(await books.list('vendors(pageSize: 2, page: 2)', 'name')).toEqual({
      nodes: [{ name: 'timber' }],
      pageInfo: { currentPage: 2, totalPages: 2, totalCount: 3 },
    })
  })

  it('of another business are answered as unknown', async () => {
    const foreign = await server.open()
    const { id } = await create({ name: 'Hers' }, foreign)
    for (const sent of [btoa(`Business:${foreign.business.uuid};Vendor:${id}`), id, '', 'BAD_ID']) {
      const { data, errors } = await books.read(`vendor(id: "${sent}") { id }`)
      expect(data.business.vendor).toBeNull()
      const message = `Vendor '${sent}' could not be found.`
      expect(errors).toMatchObject([{ message, extensions: { code: 'NOT_FOUND' } }])
    }
  })
})
