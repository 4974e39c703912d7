import { describe, expect, it } from 'vitest'
import {
  abbreviationFault,
  abbreviationKeyOf,
  readSalesTaxChange,
  readSalesTaxDraft,
} from './sales-tax-rules.ts'

type DraftInput = Parameters<typeof readSalesTaxDraft>[0]
type ChangeInput = Parameters<typeof readSalesTaxChange>[0]
const read = (input: object) =>
  readSalesTaxDraft({ name: 'Sales tax', abbreviation: 'ST', rate: '0.13', ...input } as DraftInput)
const change = (rates: unknown) => readSalesTaxChange({ rates } as ChangeInput)
const codes = ({ faults }: { faults: readonly { path: readonly string[]; code: string }[] }) =>
  faults.map(({ path, code }) => [path.slice(1).join('.'), code])

describe('a new sales tax', () => {
  it('is neither compound nor recoverable, and hides its number, by default', () => {
    expect(read({})).toEqual({
      draft: {
        ...{ name: 'Sales tax', abbreviation: 'ST', description: null, taxNumber: null, rate: '0.130000' },
        ...{ showTaxNumberOnInvoices: false, isCompound: false, isRecoverable: false },
      },
      faults: [],
    })
    const said = { showTaxNumberOnInvoices: true, isCompound: true, isRecoverable: true }
    expect(read(said).draft).toMatchObject(said)
  })

  it.each([
    ['0', []],
    ['1', []],
    ['-0.000001', [['rate', 'OUT_OF_RANGE']]],
    ['1.000001', [['rate', 'OUT_OF_RANGE']]],
  ])('has a rate between 0 and 1: %s', (rate, faults) => {
    expect(codes(read({ rate }))).toEqual(faults)
  })

  it('has an abbreviation of at most ten characters', () => {
    expect(codes(read({ abbreviation: 'a'.repeat(10) }))).toEqual([])
    expect(codes(read({ abbreviation: 'a'.repeat(11) }))).toEqual([['abbreviation', 'TOO_LONG']])
    expect(codes(read({ abbreviation: ' ' }))).toEqual([['abbreviation', 'REQUIRED']])
  })
})

const TOO_LONG = {
  ...{ name: 'n'.repeat(301), abbreviation: 'a'.repeat(11) },
  ...{ description: 'd'.repeat(2001), taxNumber: '1'.repeat(101) },
}
const WHERE_TOO_LONG = Object.keys(TOO_LONG).map((name) => [name, 'TOO_LONG'])

describe('the fields of a sales tax', () => {
  it('are trimmed, and refused with their own path', () => {
    const said = {
      name: ' Harmonised ',
      abbreviation: ' HST ',
      description: 'Of a province',
      taxNumber: '123 RT',
    }
    const kept = { ...said, name: 'Harmonised', abbreviation: 'HST' }
    expect(read(said).draft).toMatchObject(kept)
    expect(readSalesTaxChange(said as ChangeInput).change).toMatchObject(kept)
    expect(codes(read(TOO_LONG))).toEqual(WHERE_TOO_LONG)
    expect(codes(readSalesTaxChange(TOO_LONG as ChangeInput))).toEqual(WHERE_TOO_LONG)
  })

  it('are undefined if they cannot be parsed', () => {
    expect(read({ name: ' ', abbreviation: ' ', rate: 'x' }).draft).toMatchObject({
      ...{ name: '', abbreviation: '', rate: '0' },
    })
  })

  it('keep their value if they are omitted, and showing the number cannot be null', () => {
    expect(readSalesTaxChange({} as ChangeInput)).toEqual({ change: {}, faults: [] })
    expect(readSalesTaxChange({ showTaxNumberOnInvoices: true } as ChangeInput).change).toMatchObject({
      showTaxNumberOnInvoices: true,
    })
    const none = readSalesTaxChange({ showTaxNumberOnInvoices: null } as ChangeInput)
    expect(codes(none)).toEqual([['showTaxNumberOnInvoices', 'REQUIRED']])
  })
})

describe('the rates of a sales tax', () => {
  it('stay if they are omitted, and there is always at least one', () => {
    expect(change(undefined)).toMatchObject({ change: { rates: undefined }, faults: [] })
    for (const rates of [null, []]) {
      expect(codes(change(rates))).toEqual([['rates', 'REQUIRED']])
      expect(change(rates).faults).toMatchObject([{ message: 'rates must have at least one.' }])
    }
  })

  it('are sorted by their first day', () => {
    const sent = ['2026-07-01', '2024-01-01', '2025-01-01'].map((effective) => ({ effective, rate: '0.1' }))
    expect(change(sent).change.rates?.map(({ effective }) => effective)).toEqual([
      ...['2024-01-01', '2025-01-01', '2026-07-01'],
    ])
  })

  it('begin on different days, and each reports its own faults', () => {
    const sent = [
      { effective: '2026-01-01', rate: '0.1' },
      { effective: '2026-02-01', rate: '2' },
      { effective: '2026-01-01', rate: '0.2' },
    ]
    expect(codes(change(sent))).toEqual([
      ['rates.1.rate', 'OUT_OF_RANGE'],
      ['rates.2.effective', 'NOT_UNIQUE'],
    ])
    expect(change(sent).faults[1]?.message).toBe('Two rates begin on 2026-01-01.')
    expect(change([{ effective: '2026-01-01', rate: 'x' }]).change.rates).toEqual([
      { effective: '2026-01-01', rate: '0' },
    ])
  })

  it('are at most a hundred', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ effective: `${2000 + index}-01-01`, rate: '0' }))
    expect(codes(change(many(100)))).toEqual([])
    expect(codes(change(many(101)))).toEqual([['rates', 'TOO_LONG']])
    expect(change(many(101)).faults).toMatchObject([{ message: 'rates has more than 100 entries.' }])
    expect(change(many(101)).change.rates).toBeUndefined()
  })
})

describe('the abbreviation of a sales tax', () => {
  it('is compared without case and without the width of letters', () => {
    expect(new Set(['HST', 'hst', 'ＨＳＴ'].map(abbreviationKeyOf)).size).toBe(1)
    expect(abbreviationKeyOf('HST')).not.toBe(abbreviationKeyOf('HST2'))
  })

  it('is refused if another tax has it', () => {
    expect(abbreviationFault('HST')).toEqual({
      ...{ path: ['input', 'abbreviation'], code: 'NOT_UNIQUE' },
      message: 'Another sales tax is called HST.',
    })
  })
})
