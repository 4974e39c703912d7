import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

let endpoint: Endpoint

beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.close())

describe('a business', () => {
  const EVERYTHING = `{ business {
    id name createdAt modifiedAt isArchived isPersonal isClassicAccounting isClassicInvoicing emailSendEnabled
    organizationalType timezone phone fax mobile tollFree website
    type { name value } subtype { name value } currency { code symbol name plural exponent }
    address { addressLine1 addressLine2 city postalCode
      province { code name slug } country { code name nameWithArticle currency { code } } }
    invoiceEstimateSettings { generalSettings { accentColor logoUrl } }
  } }`

  it('has every stored field', async () => {
    const user = await endpoint.seed.user()
    const { id } = await endpoint.seed.business(user, {
      details: {
        type: 'PRODUCT_PROVIDER',
        subtype: 'PRODUCT_PROVIDER__VENDOR',
        organizational_type: 'PARTNERSHIP',
        timezone: 'America/Toronto',
        address_line1: '12 Pier Road',
        address_line2: 'Unit 3',
        city: 'Toronto',
        postal_code: 'M5V 2T6',
        province_code: 'CA-ON',
        country_code: 'CA',
        phone: '+1 416 555 0100',
        fax: '+1 416 555 0101',
        mobile: '+1 416 555 0102',
        toll_free: '+1 800 555 0103',
        website: 'https://quay.example',
        invoice_accent_color: '#1f6f8b',
        invoice_logo_url: 'https://quay.example/logo.png',
      },
    })
    const answer = await ask(endpoint, await endpoint.seed.personalToken(user), EVERYTHING)
    expect(answer.body).toEqual({
      data: {
        business: {
          id,
          name: 'Quay Books',
          createdAt: '2026-11-20T08:00:00.000Z',
          modifiedAt: '2026-11-20T08:00:00.000Z',
          isArchived: false,
          isPersonal: false,
          isClassicAccounting: false,
          isClassicInvoicing: false,
          emailSendEnabled: true,
          organizationalType: 'PARTNERSHIP',
          timezone: 'America/Toronto',
          phone: '+1 416 555 0100',
          fax: '+1 416 555 0101',
          mobile: '+1 416 555 0102',
          tollFree: '+1 800 555 0103',
          website: 'https://quay.example',
          type: { name: 'Makers and vendors of products', value: 'PRODUCT_PROVIDER' },
          subtype: { name: 'Vendor', value: 'PRODUCT_PROVIDER__VENDOR' },
          currency: {
            code: 'CAD',
            symbol: '$',
            name: 'Canadian Dollar',
            plural: 'Canadian dollars',
            exponent: 2,
          },
          address: {
            addressLine1: '12 Pier Road',
            addressLine2: 'Unit 3',
            city: 'Toronto',
            postalCode: 'M5V 2T6',
            province: { code: 'CA-ON', name: 'Ontario', slug: 'ontario' },
            country: { code: 'CA', name: 'Canada', nameWithArticle: 'Canada', currency: { code: 'CAD' } },
          },
          invoiceEstimateSettings: {
            generalSettings: { accentColor: '#1f6f8b', logoUrl: 'https://quay.example/logo.png' },
          },
        },
      },
    })
  })

  it('answers null for fields that were never set, and never for non-null fields', async () => {
    const user = await endpoint.seed.user()
    await endpoint.seed.business(user)
    const answer = await ask(endpoint, await endpoint.seed.personalToken(user), EVERYTHING)
    expect(answer.body.errors).toBeUndefined()
    expect(answer.body.data.business).toMatchObject({
      address: null,
      type: null,
      timezone: null,
      invoiceEstimateSettings: { generalSettings: { accentColor: null, logoUrl: null } },
    })
  })
})
