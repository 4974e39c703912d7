import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseCount, sample, testSeed } from '@counterfoil/testkit/sample'
import { verifyBooks } from './ledger/verify-store.ts'
import { DATABASE_KINDS, startBooks, type BooksEndpoint } from '#testing/books-endpoint.ts'
import { mergedOnExchange, startRandomBooks } from '#testing/random-books.ts'
import { drawsFrom, ON_EXCHANGE } from '#testing/random-model.ts'

/** Hundreds of steps in a deep run; `npm run bench -- books-properties` takes many more. */
const env = process.env
const businesses = Number(env['BOOKS_PROPERTIES_BUSINESSES'] ?? caseCount({ all: 2, sampled: 1 }))
const stepsEach = Number(env['BOOKS_PROPERTIES_STEPS'] ?? 60)
const seed = testSeed()
const CHECK_EVERY_STEPS = 40

/** Moves gains and losses of exchange into income: on accrual they are on their own account, on cash they are income. */
function earned(balances: Iterable<readonly [string, bigint]>): ReadonlyMap<string, bigint> {
  const merged = [...mergedOnExchange(balances)]
  const isIncome = (name: string) => name === 'Sales' || name === ON_EXCHANGE
  const income = merged.filter(([name]) => isIncome(name))
  const others = merged.filter(([name]) => !isIncome(name))
  return new Map([...others, ['Sales', income.reduce((sum, [, minor]) => sum + minor, 0n)]])
}

describe.each(sample(DATABASE_KINDS, 1))(
  'books after any sequence of operations, on a database of kind %s',
  (kind) => {
    let endpoint: BooksEndpoint

    beforeAll(async () => {
      endpoint = await startBooks(kind, { PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '1000000' })
    })
    afterAll(() => endpoint.close())

    const seeds = Array.from({ length: businesses }, (_, index) => (seed + index) % 2 ** 31)
    it.each(seeds)(
      'match a plain model, balance, and agree with their stored totals (seed %i)',
      async (own) => {
        const books = await endpoint.open()
        const random = await startRandomBooks(books, drawsFrom(own))
        while (random.model.steps < stepsEach) {
          await random.step()
          if (random.model.steps % CHECK_EVERY_STEPS === 0) await random.check()
        }
        await random.check()
        expect(await verifyBooks(endpoint.endpoint.db, books.business.uuid)).toEqual([])

        // Once everything is paid, accrual and cash agree.
        await random.payAll()
        await random.check()
        const { model, sales } = random
        expect(earned(Object.entries(await sales.cashBalances()))).toEqual(earned(model.balances))
        expect(await verifyBooks(endpoint.endpoint.db, books.business.uuid)).toEqual([])
      },
      stepsEach * 1000 + 60_000,
    )
  },
)
