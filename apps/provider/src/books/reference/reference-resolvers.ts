import { currencies, findCurrency } from '@counterfoil/money/currencies'
import { notFoundError } from '#caller/caller-error.ts'
import { accountSubtypes, accountTypes, countries, findCountry, findProvince } from './reference-data.ts'
import type { ReferenceResolvers } from './reference-schema.ts'

export const referenceResolvers = {
  Query: {
    accountSubtypes: () => accountSubtypes,
    accountTypes: () => accountTypes,
    countries: () => countries,
    country: (_, { code }) => findCountry(code),
    currencies: () => currencies,
    currency: (_, { code }) => findCurrency(code),
    province: (_, { code }) => {
      const found = findProvince(code)
      if (!found) throw notFoundError('Province', code)
      return found
    },
  },
} satisfies ReferenceResolvers
