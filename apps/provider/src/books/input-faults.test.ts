import { expect, it } from 'vitest'
import { createFieldReader, inputFault } from './input-faults.ts'

it('names a field by its way from the argument down', () => {
  expect(inputFault('name', 'REQUIRED', 'm').path).toEqual(['input', 'name'])
  expect(inputFault(['items', '0', 'quantity'], 'INVALID', 'm').path).toEqual([
    'input',
    'items',
    '0',
    'quantity',
  ])
})

it('gathers what is wrong inside a field with what is wrong beside it', () => {
  const fields = createFieldReader()
  fields.someText('name', ' ', 10)
  const item = fields.within('items').within(2)
  item.text('description', 'abc', 2)
  item.within('taxes').within(0).refuse('salesTaxId', 'NOT_FOUND', 'm')
  expect(fields.faults.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
    'input.name REQUIRED',
    'input.items.2.description TOO_LONG',
    'input.items.2.taxes.0.salesTaxId NOT_FOUND',
  ])
})
