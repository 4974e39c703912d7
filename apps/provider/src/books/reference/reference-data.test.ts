import { readFileSync } from 'node:fs'
import { buildSchema, isEnumType } from 'graphql'
import { currencies, findCurrency } from '@counterfoil/money/currencies'
import { describe, expect, it } from 'vitest'
import {
  accountSubtypes,
  accountTypes,
  countries,
  findBusinessSubtype,
  findBusinessType,
  findCountry,
  findProvince,
} from './reference-data.ts'

const SCHEMA = new URL(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))
const schema = buildSchema(readFileSync(SCHEMA, 'utf8'))

function valuesOf(name: string): readonly string[] {
  const type = schema.getType(name)
  return isEnumType(type) ? type.getValues().map((value) => value.name) : []
}

describe('the reference data', () => {
  it('has every code of the schema, and no other', () => {
    expect(countries.map(({ code }) => code).toSorted()).toEqual(valuesOf('CountryCode').toSorted())
    expect(currencies.map(({ code }) => code)).toEqual(valuesOf('CurrencyCode'))
    expect(accountSubtypes.map(({ value }) => value)).toEqual(valuesOf('AccountSubtypeValue'))
    expect(accountTypes.map(({ value }) => value).toSorted()).toEqual(valuesOf('AccountTypeValue').toSorted())
  })

  it('has a name for every business type', () => {
    for (const value of valuesOf('BusinessTypeValue')) expect(findBusinessType(value)?.name).toMatch(/^[A-Z]/)
    for (const value of valuesOf('BusinessSubtypeValue'))
      expect(findBusinessSubtype(value)?.name).toMatch(/^[A-Z]/)
  })

  it('has unique names of countries and of currencies', () => {
    for (const rows of [countries, currencies]) {
      const names: readonly string[] = rows.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('has a symbol, a plural and the digits of ISO 4217 for every currency', () => {
    for (const currency of currencies) {
      expect(currency.symbol).not.toBe('')
      expect(currency.plural).not.toBe('')
      expect([0, 2, 3]).toContain(currency.exponent)
    }
    expect(['JPY', 'CAD', 'KWD', 'CLP', 'TND', 'ISK'].map((code) => findCurrency(code)?.exponent)).toEqual([
      0, 2, 3, 0, 3, 0,
    ])
  })

  it('lists the methods of payment', () => {
    const paid = {
      CA: 'CAD',
      US: 'USD',
      GB: 'GBP',
      FR: 'EUR',
      HR: 'EUR',
      BG: 'EUR',
      JP: 'JPY',
      CH: 'CHF',
      LI: 'CHF',
      SN: 'XOF',
      GA: 'XAF',
      NC: 'XPF',
      LC: 'XCD',
      ZM: 'ZMW',
      MR: 'MRU',
      TV: 'AUD',
      GL: 'DKK',
      PS: 'ILS',
    }
    for (const [code, currency] of Object.entries(paid))
      expect(findCountry(code)?.currency.code, code).toBe(currency)
  })

  it('has an article for each country whose name needs one in a sentence', () => {
    expect(['NL', 'US', 'GB', 'PH', 'CA', 'FR'].map((code) => findCountry(code)?.nameWithArticle)).toEqual([
      'the Netherlands',
      'the United States',
      'the United Kingdom',
      'the Philippines',
      'Canada',
      'France',
    ])
    for (const { name, nameWithArticle } of countries)
      expect([name, `the ${name}`]).toContain(nameWithArticle)
  })

  it('has every province of Canada and every state of the United States and of Australia', () => {
    expect(findCountry('CA')?.provinces).toHaveLength(13)
    expect(findCountry('AU')?.provinces).toHaveLength(8)
    // Fifty states, the district, and six territories.
    expect(findCountry('US')?.provinces).toHaveLength(57)
    expect(findProvince('CA-QC')).toEqual({ code: 'CA-QC', name: 'Quebec', slug: 'quebec' })
    expect(findProvince('MX-NLE')).toEqual({ code: 'MX-NLE', name: 'Nuevo León', slug: 'nuevo-leon' })
  })

  it('has well-formed, unique province codes, each under an existing country', () => {
    const codes = countries.flatMap((country) =>
      country.provinces.map((province) => {
        expect(province.code).toMatch(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
        expect(province.code.startsWith(`${country.code}-`)).toBe(true)
        expect(province.name.trim()).toBe(province.name)
        expect(province.name.length).toBeGreaterThan(2)
        return province.code
      }),
    )
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.length).toBeGreaterThan(600)
  })

  it('finds nothing for an unknown code', () => {
    for (const code of ['', 'ca', 'XX', '__proto__', 'constructor']) {
      expect(findCountry(code)).toBeUndefined()
      expect(findCurrency(code)).toBeUndefined()
      expect(findProvince(code)).toBeUndefined()
    }
  })
})
