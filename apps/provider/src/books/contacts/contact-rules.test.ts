import { describe, expect, it } from 'vitest'
import { createFieldReader } from '#books/input-faults.ts'
import { NO_ADDRESS, NO_DETAILS, NO_SHIPPING } from './contact.ts'
import {
  applyContactChange,
  contactAddresses,
  MAX_CHARACTERS,
  readContactChange,
  type ContactInput,
} from './contact-rules.ts'

function read(input: ContactInput) {
  const fields = createFieldReader()
  const change = readContactChange(fields, input)
  return { change, faults: fields.faults.map(({ path, code }) => [path.slice(1).join('.'), code]) }
}
const ADA = { ...NO_DETAILS, name: 'Ada' }
const TORONTO = { ...NO_ADDRESS, city: 'Toronto', countryCode: 'CA', provinceCode: 'CA-ON' }

describe('the fields of a contact', () => {
  it('are trimmed, and blank ones are null', () => {
    const { change, faults } = read({ name: ' Ada ', firstName: ' ', email: ' ada@quay.example ' })
    expect(change).toMatchObject({ name: 'Ada', firstName: null, email: 'ada@quay.example' })
    expect(faults).toEqual([])
  })

  it('include a name that is not blank, unless the name is omitted', () => {
    expect(read({}).faults).toEqual([])
    for (const name of [null, '', '  ']) expect(read({ name }).faults).toEqual([['name', 'REQUIRED']])
  })

  it.each(['a@b', 'ada+bills@quay.example', 'ä@ö.example'])('accept %s as an e-mail address', (email) => {
    expect(read({ email }).faults).toEqual([])
  })

  it.each([
    'quay.example',
    'quay.example:8080/a',
    'https://quay.example/?a=b:c',
    'HTTP://quay.example',
    'quay.example/a:b',
  ])('accept %s as a website', (website) => {
    expect(read({ website }).faults).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:1/alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'https://',
  ])('refuse %j as a website', (website) => {
    expect(read({ website }).faults).toEqual([['website', 'INVALID']])
  })

  it.each(['ada', '@quay.example', 'ada@', 'a@b@c', 'a da@quay.example'])(
    'refuse %s as an e-mail address',
    (email) => {
      expect(read({ email }).faults).toEqual([['email', 'INVALID']])
    },
  )

  it('have a maximum length', () => {
    const { name, phone, addressLine, instructions } = MAX_CHARACTERS
    const of = (more: number) => ({
      ...{ name: 'n'.repeat(name + more), tollFree: '1'.repeat(phone + more) },
      address: { addressLine2: 'a'.repeat(addressLine + more) },
      shippingDetails: { instructions: 'i'.repeat(instructions + more), phone: '1'.repeat(phone + more) },
    })
    expect(read(of(0)).faults).toEqual([])
    expect(read(of(1)).faults).toEqual([
      ['name', 'TOO_LONG'],
      ['tollFree', 'TOO_LONG'],
      ['address.addressLine2', 'TOO_LONG'],
      ['shippingDetails.phone', 'TOO_LONG'],
      ['shippingDetails.instructions', 'TOO_LONG'],
    ])
  })

  it('are refused with their own path', () => {
    const long = 'x'.repeat(5001)
    const texts = ['name', 'firstName', 'lastName', 'email', 'displayId', 'internalNotes', 'phone', 'mobile']
    const more = ['tollFree', 'fax', 'website']
    const address = { addressLine1: long, addressLine2: long, city: long, postalCode: long }
    const parts = ['addressLine1', 'addressLine2', 'city', 'postalCode']
    const { faults } = read({
      ...Object.fromEntries([...texts, ...more].map((name) => [name, long])),
      address,
      shippingDetails: { name: long, phone: long, instructions: long, address },
    })
    expect(faults.filter(([, code]) => code === 'TOO_LONG').map(([path]) => path)).toEqual([
      ...texts,
      ...more,
      ...parts.map((part) => `address.${part}`),
      ...['name', 'phone', 'instructions'].map((part) => `shippingDetails.${part}`),
      ...parts.map((part) => `shippingDetails.address.${part}`),
    ])
  })

  it.each([
    [{ email: 'ada' }, 'email must be an e-mail address.'],
    [{ address: { provinceCode: 'CA-XX' } }, 'provinceCode must be a code of ISO 3166-2.'],
    [
      { address: { provinceCode: 'CA-ON', countryCode: 'US' } },
      'provinceCode must be of the country in countryCode.',
    ],
  ])('are refused with the message %j', (input, message) => {
    const fields = createFieldReader()
    readContactChange(fields, input)
    expect(fields.faults).toMatchObject([{ message }])
  })

  it.each([
    [{ provinceCode: 'CA-ON', countryCode: 'CA' }, []],
    [{ provinceCode: ' CA-ON ' }, []],
    [{ provinceCode: '' }, []],
    [{ provinceCode: null }, []],
    [{ provinceCode: 'CA-XX' }, ['INVALID']],
    [{ provinceCode: 'CA-ON', countryCode: 'US' }, ['INVALID']],
    [{ provinceCode: 'CA-ON', countryCode: null }, ['INVALID']],
  ])('have a province of the same country: %j', (address, codes) => {
    expect(read({ address }).faults).toEqual(codes.map((code) => ['address.provinceCode', code]))
  })
})

describe('a change of a contact', () => {
  const known = { ...ADA, phone: '1', address: TORONTO, shipping: { ...NO_SHIPPING, name: 'Dock 4' } }

  it('keeps omitted fields and clears those that are null', () => {
    expect(applyContactChange(known, {})).toEqual(known)
    expect(applyContactChange(known, { name: undefined, phone: undefined })).toEqual(known)
    expect(applyContactChange(known, { phone: null, email: 'a@b' })).toEqual({
      ...known,
      ...{ phone: null, email: 'a@b' },
    })
  })

  it('clears a whole address, or the parts that were sent', () => {
    expect(applyContactChange(known, { address: null }).address).toEqual(NO_ADDRESS)
    expect(applyContactChange(known, { address: { city: null } }).address).toEqual({ ...TORONTO, city: null })
  })

  it('sets the country of a new province, and clears the province when the country changes', () => {
    expect(applyContactChange(known, { address: { provinceCode: 'US-NY' } }).address).toMatchObject({
      ...{ countryCode: 'US', provinceCode: 'US-NY' },
    })
    expect(applyContactChange(known, { address: { countryCode: 'US' } }).address).toMatchObject({
      ...{ countryCode: 'US', provinceCode: null },
    })
    expect(applyContactChange(known, { address: { countryCode: 'CA' } }).address).toEqual(TORONTO)
  })

  it('clears the shipping details, or changes a part of them and of their address', () => {
    expect(applyContactChange(known, { shipping: null }).shipping).toEqual(NO_SHIPPING)
    const { shipping } = applyContactChange(known, { shipping: { phone: '2', address: { city: 'York' } } })
    expect(shipping).toEqual({
      ...{ name: 'Dock 4', phone: '2', instructions: null },
      address: { ...NO_ADDRESS, city: 'York' },
    })
  })
})

describe('the shipping details of a customer', () => {
  const { shippingDetails } = contactAddresses
  it('are null while every part is unknown, and present with any part', () => {
    expect(shippingDetails({ shipping: NO_SHIPPING })).toBeNull()
    expect(shippingDetails({ shipping: { ...NO_SHIPPING, instructions: 'Ring twice' } })).toEqual({
      ...{ name: null, phone: null, instructions: 'Ring twice', address: null },
    })
    expect(shippingDetails({ shipping: { ...NO_SHIPPING, address: TORONTO } })?.address).toMatchObject({
      city: 'Toronto',
    })
  })
})
