import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import type { ToEdit } from '#forms/use-reading.ts'
import { customerValues, readCustomer } from './customer-form-screen.tsx'

const NEW = { id: null, businessId: asBusinessWireId('b') }
const CHANGED = { ...NEW, id: 'c' }
const FERN: ToEdit['customer'] = {
  ...{ id: 'c', name: 'Fern', firstName: null, lastName: 'Oak', email: null, phone: '1', website: null },
  ...{ internalNotes: null, modifiedAt: '2026-11-20T10:00:00Z' },
  __typename: 'Customer',
  address: {
    __typename: 'Address',
    ...{ addressLine1: '1 Elm', addressLine2: null, city: 'York', postalCode: null },
    ...{
      province: { __typename: 'Province', code: 'GB-ENG' },
      country: { __typename: 'Country', code: 'GB' },
    },
  },
}

const inputOf = (values: Readonly<Record<string, string>>) => {
  const read = readCustomer(values, CHANGED)
  return read.kind === 'input' ? read.input : undefined
}

describe('the input of a customer form', () => {
  it('contains only filled fields for a new customer', () => {
    const values = { name: ' Fern ', email: '', 'address.city': ' York', 'address.countryCode': 'GB' }
    const input = { businessId: 'b', name: 'Fern' }
    expect(readCustomer(values, NEW)).toEqual({
      kind: 'input',
      input: { ...input, address: { city: 'York', countryCode: 'GB' } },
    })
    expect(readCustomer({ name: 'Fern' }, NEW)).toEqual({ kind: 'input', input })
  })

  it('clears emptied fields, and omits fields that the form does not show', () => {
    const values = { ...customerValues(FERN), phone: ' ' }
    expect(inputOf(values)).toEqual({
      ...{ id: 'c', name: 'Fern', firstName: null, lastName: 'Oak', email: null, phone: null, website: null },
      internalNotes: null,
      address: {
        addressLine1: '1 Elm',
        addressLine2: null,
        city: 'York',
        postalCode: null,
        countryCode: 'GB',
      },
    })
  })

  it('removes an address if all its lines are empty', () => {
    expect(inputOf({ name: 'Fern', 'address.city': ' ' })).toMatchObject({ address: null })
  })
})
