import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { businessIdOf, businessKeyOf } from './business-key.ts'

const wireId = (text: string) => asBusinessWireId(Buffer.from(text).toString('base64'))
const HARBOUR = wireId('Business:0198c0de-1234-7abc-8def-0123456789ab')

describe(businessKeyOf, () => {
  it('is as short as a UUID and needs no escaping in an address', () => {
    expect(businessKeyOf(HARBOUR)).toBe('AZjA3hI0eryN7wEjRWeJqw')
  })

  it.each([
    HARBOUR,
    wireId('Business:ffffffff-ffff-ffff-ffff-ffffffffffff'),
    wireId('Business:0198C0DE-1234-7abc-8def-0123456789ab'),
    wireId('Business:0198c0de12347abc8def0123456789ab----'),
    wireId('Business:1'),
    wireId('Company:0198c0de-1234-7abc-8def-0123456789ab'),
    asBusinessWireId('AZjA3hI0eryN7wEjRWeJqw'),
    asBusinessWireId('all'),
    asBusinessWireId('~/é?#'),
  ])('decodes to %s and to nothing else', (businessId) => {
    const key = businessKeyOf(businessId)
    expect(key).toMatch(/^~?[\w-]+$/)
    expect(businessIdOf(key)).toBe(businessId)
  })

  it('names no business if the connection covers all of them', () => {
    expect(businessIdOf(businessKeyOf(null))).toBeUndefined()
  })
})

it.each([
  '',
  '~',
  'all',
  'invoices',
  'AZjA3hI0eryN7wEjRWeJq',
  'AZjA3hI0eryN7wEjRWeJq-',
  '~AA==',
  '../x',
  '%00',
])('rejects %j as a key', (key) => expect(businessIdOf(key)).toBeUndefined())
