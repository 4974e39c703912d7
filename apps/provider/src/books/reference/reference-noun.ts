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

/** Limits a value to the 32 bits of the scalar `Int`, beyond which GraphQL would return an error and null. */
function clampToInt(value: bigint): number {
  const held = value > LARGEST_INT ? LARGEST_INT : value < -LARGEST_INT ? -LARGEST_INT : value
  return Number.parseInt(held.toString(), 10)
}

/** Reference data, the same for everybody: countries, currencies, types of accounts and of businesses. */
export const referenceNoun = {
  sdl: new URL('reference.graphql', import.meta.url),
  resolvers: referenceResolvers,
  commands: {},
  createReaders: () => () => ({}),
} satisfies Noun
