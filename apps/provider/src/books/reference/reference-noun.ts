import { currencies, findCurrency } from '@counterfoil/money/currencies'
import { formatAmount } from '@counterfoil/money/money'
import { notFoundError } from '#caller/caller-error.ts'
import type { Noun } from '#caller/noun.ts'
import { accountSubtypes, accountTypes, countries, findCountry, findProvince } from './reference-data.ts'
import type { ReferenceResolvers } from './reference-schema.ts'

const referenceResolvers = {
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
  Money: {
    minorUnitValue: ({ minorUnits }) => minorUnits.toString(),
    raw: ({ minorUnits }) => clampToInt(minorUnits),
    value: formatAmount,
  },
} satisfies ReferenceResolvers

const LARGEST_INT = 2_147_483_647n

/** The scalar `Int` has 32 bits; an answer with more would be empty. */
function clampToInt(value: bigint): number {
  const held = value > LARGEST_INT ? LARGEST_INT : value < -LARGEST_INT ? -LARGEST_INT : value
  return Number.parseInt(held.toString(), 10)
}

/** Lists that are the same for everybody: countries, currencies, kinds of account and of business. */
export const referenceNoun = {
  sdl: new URL('reference.graphql', import.meta.url),
  resolvers: referenceResolvers,
  commands: {},
  createReaders: () => () => ({}),
} satisfies Noun
