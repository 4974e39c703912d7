import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import type { ToEdit } from '#forms/use-reading.ts'
import { customerCreateInput, customerPatchInput, customerValues } from './customer-form-screen.tsx'

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

describe('the input of a customer form', () => {
  it('contains only filled fields for a new customer', () => {
    expect(
      customerCreateInput(
        { name: ' Fern ', email: '', 'address.city': ' York', 'address.countryCode': 'GB' },
        asBusinessWireId('b'),
      ),
    ).toEqual({
      businessId: 'b',
      name: 'Fern',
      address: { city: 'York', countryCode: 'GB' },
    })
    expect(customerCreateInput({ name: 'Fern' }, asBusinessWireId('b'))).toEqual({
      businessId: 'b',
      name: 'Fern',
    })
  })

  it('clears emptied fields, and omits fields that the form does not show', () => {
    const values = { ...customerValues(FERN), phone: ' ' }
    expect(customerPatchInput(values, 'c')).toEqual({
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
    expect(customerPatchInput({ name: 'Fern', 'address.city': ' ' }, 'c').address).toBeNull()
  })
})
