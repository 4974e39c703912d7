import { notFoundError } from '#caller/caller-error.ts'
import type { Resolver } from '#caller/resolver.ts'
import {
  accountSubtypes,
  accountTypes,
  countries,
  currencies,
  findCountry,
  findCurrency,
  findProvince,
} from './reference-data.ts'

const country: Resolver<unknown, { readonly code: string }> = (_, { code }) => findCountry(code)
const currency: Resolver<unknown, { readonly code: string }> = (_, { code }) => findCurrency(code)
const province: Resolver<unknown, { readonly code: string }> = (_, { code }) => {
  const found = findProvince(code)
  if (!found) throw notFoundError('Province', code)
  return found
}

export const referenceResolvers = {
  Query: {
    _: () => true,
    accountSubtypes: () => accountSubtypes,
    accountTypes: () => accountTypes,
    countries: () => countries,
    country,
    currencies: () => currencies,
    currency,
    province,
  },
}
