import { describe, expect, it } from 'vitest'
import { createFieldReader, inputFault } from './input-faults.ts'

it('an input fault has the path of its field, beginning with the argument', () => {
  expect(inputFault('name', 'REQUIRED', 'm').path).toEqual(['input', 'name'])
  expect(inputFault(['items', '0', 'quantity'], 'INVALID', 'm').path).toEqual([
    'input',
    'items',
    '0',
    'quantity',
  ])
})

it('input faults inside a field are combined with those of its siblings', () => {
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

describe('a single-line text in an input', () => {
  const faultsOf = (text: string) => {
    const fields = createFieldReader()
    fields.someLine('name', text, 300)
    return fields.faults.map(({ code }) => code)
  }

  it.each([
    ['a break of the line', 'Ada\nQuay'],
    ['a control', 'Ada\u0007Quay'],
    ['a space without width', 'TK-\u200b019'],
    ['a joiner between Latin letters', 'An\u200dna'],
    ['a joiner at the end', 'Anna\u200d'],
    ['a mark that turns the direction', 'Ada \u202eyauQ'],
    ['a mark of direction', 'TK\u200e-019'],
    ['a soft hyphen', 'An\u00adna'],
    ['a choice of a form behind a letter that has one form', 'A\ufe0f'],
    ['a filler', '\u3164'],
    ['a separator of paragraphs', 'Ada\u2029Quay'],
  ])('is refused with %s', (_, text) => {
    expect(faultsOf(text)).toEqual(['INVALID'])
  })

  it.each([
    'Zoë O’Neill & Søn',
    'می\u200cخواهم',
    'क्\u200dष',
    '田中\u{e0100}',
    '👩\u200d❤\ufe0f\u200d👨',
    'שלום',
    '株式会社　港',
  ])('is accepted with %s', (text) => {
    expect(faultsOf(text)).toEqual([])
  })
})

it.each([
  ['1899-12-31', ['OUT_OF_RANGE']],
  ['0001-01-01', ['OUT_OF_RANGE']],
  ['9999-12-31', ['OUT_OF_RANGE']],
  ['1900-01-01', []],
  ['2199-12-31', []],
] as const)('the day %s in an input has the faults %j', (day, faults) => {
  const fields = createFieldReader()
  fields.day('dueDate', day)
  expect(fields.faults.map(({ code }) => code)).toEqual(faults)
})
