import { createFieldReader, inputFault, type FieldReader, type InputFault } from '#books/input-faults.ts'
import type { SalesTaxRate } from './sales-tax.ts'
import type { SalesTaxCreateInput, SalesTaxPatchInput, SalesTaxRateInput } from './sales-taxes-schema.ts'

const MAX_NAME_CHARACTERS = 300
const MAX_ABBREVIATION_CHARACTERS = 10
const MAX_DESCRIPTION_CHARACTERS = 2000
const MAX_TAX_NUMBER_CHARACTERS = 100
const MAX_RATES = 100
const RATE = { scale: 6, min: '0', max: '1' } as const

/** Parses the input of a new tax. Its only rate begins on the day of creation. */
export function readSalesTaxDraft(input: SalesTaxCreateInput) {
  const fields = createFieldReader()
  const draft = {
    name: fields.someLine('name', input.name, MAX_NAME_CHARACTERS) ?? '',
    abbreviation: fields.someLine('abbreviation', input.abbreviation, MAX_ABBREVIATION_CHARACTERS) ?? '',
    description: fields.text('description', input.description, MAX_DESCRIPTION_CHARACTERS) ?? null,
    taxNumber: fields.line('taxNumber', input.taxNumber, MAX_TAX_NUMBER_CHARACTERS) ?? null,
    showTaxNumberOnInvoices: input.showTaxNumberOnInvoices ?? false,
    isCompound: input.isCompound ?? false,
    isRecoverable: input.isRecoverable ?? false,
    rate: fields.decimal('rate', input.rate, RATE) ?? '0',
  }
  return { draft, faults: fields.faults }
}

export function readSalesTaxChange(input: SalesTaxPatchInput) {
  const fields = createFieldReader()
  const change = {
    name: fields.someLine('name', input.name, MAX_NAME_CHARACTERS),
    abbreviation: fields.someLine('abbreviation', input.abbreviation, MAX_ABBREVIATION_CHARACTERS),
    description: fields.text('description', input.description, MAX_DESCRIPTION_CHARACTERS),
    taxNumber: fields.line('taxNumber', input.taxNumber, MAX_TAX_NUMBER_CHARACTERS),
    showTaxNumberOnInvoices: fields.some('showTaxNumberOnInvoices', input.showTaxNumberOnInvoices),
    rates: readRates(fields, input.rates),
  }
  return { change, faults: fields.faults }
}

/** Returns the normalized abbreviation, which is unique among the taxes of a business. */
export function abbreviationKeyOf(abbreviation: string): string {
  return abbreviation.normalize('NFKC').toLowerCase()
}

export function abbreviationFault(abbreviation: string): InputFault {
  return inputFault('abbreviation', 'NOT_UNIQUE', `Another sales tax is called ${abbreviation}.`)
}

function readRates(
  fields: FieldReader,
  sent: readonly SalesTaxRateInput[] | null | undefined,
): readonly SalesTaxRate[] | undefined {
  if (sent === undefined) return undefined
  if (sent === null || sent.length === 0) {
    fields.refuse('rates', 'REQUIRED', 'rates must have at least one.')
    return undefined
  }
  if (sent.length > MAX_RATES) {
    fields.refuse('rates', 'TOO_LONG', `rates has more than ${MAX_RATES} entries.`)
    return undefined
  }
  const places = fields.within('rates')
  const seen = new Set<string>()
  const rates = sent.map(({ effective, rate }, index) => {
    const place = places.within(index)
    place.day('effective', effective)
    if (seen.has(effective)) place.refuse('effective', 'NOT_UNIQUE', `Two rates begin on ${effective}.`)
    seen.add(effective)
    return { effective, rate: place.decimal('rate', rate, RATE) ?? '0' }
  })
  return rates.toSorted((one, other) => (one.effective < other.effective ? -1 : 1))
}
