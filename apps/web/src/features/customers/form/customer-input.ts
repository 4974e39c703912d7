import type { BusinessWireId } from '@counterfoil/oauth/ids'
import { isEmail, type InputError } from '#forms/input-faults.ts'
import type { ToEdit } from '#forms/use-reading.ts'

type Values = Readonly<Record<string, string>>

/** The single-line fields, named as in the provider's input. */
export const CUSTOMER_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'website',
  'internalNotes',
] as const
export const ADDRESS_FIELDS = ['addressLine1', 'addressLine2', 'city', 'postalCode', 'countryCode'] as const

export function customerValues(customer: ToEdit['customer']): Values {
  const { address } = customer
  return withoutBlanks({
    ...Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, customer[name] ?? ''])),
    'address.addressLine1': address?.addressLine1 ?? '',
    'address.addressLine2': address?.addressLine2 ?? '',
    'address.city': address?.city ?? '',
    'address.postalCode': address?.postalCode ?? '',
    'address.countryCode': address?.country?.code ?? '',
  })
}

/** Returns the errors that every provider would report, so that nobody is asked to allow writing for an input that is refused. */
export function customerFaults(values: Values): readonly InputError[] {
  const email = textOf(values, 'email')
  return [
    ...(textOf(values, 'name') === '' ? [{ path: ['name'], code: 'REQUIRED' }] : []),
    ...(email === '' || isEmail(email) ? [] : [{ path: ['email'], code: 'INVALID' }]),
  ]
}

/** Returns the input of a new customer, without blank fields. */
export function customerCreateInput(values: Values, businessId: BusinessWireId | null) {
  const address = addressOf(values)
  return {
    businessId,
    ...withoutBlanks(Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, textOf(values, name)]))),
    name: textOf(values, 'name'),
    ...(address === null ? {} : { address: withoutBlanks(address) }),
  }
}

/** Returns the input of a changed customer. Blank fields are cleared; fields that the form does not show stay unchanged. */
export function customerPatchInput(values: Values, id: string) {
  const address = addressOf(values)
  return {
    id,
    ...Object.fromEntries(CUSTOMER_FIELDS.map((name) => [name, textOf(values, name) || null])),
    name: textOf(values, 'name'),
    address:
      address === null
        ? null
        : Object.fromEntries(Object.entries(address).map(([name, text]) => [name, text || null])),
  }
}

/** Returns the address; null if all its fields are blank. */
function addressOf(values: Values): Readonly<Record<string, string>> | null {
  const lines = ADDRESS_FIELDS.map((name) => [name, textOf(values, `address.${name}`)] as const)
  if (lines.every(([, text]) => text === '')) return null
  return Object.fromEntries(lines)
}

function textOf(values: Values, name: string): string {
  return (values[name] ?? '').trim()
}

function withoutBlanks(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))
}
