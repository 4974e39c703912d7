import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sample, testSeed } from '@counterfoil/testkit/sample'
import { DEADLY_MUTATIONS, standOf, type DeadlyMutation } from '#testing/books-process/books-kills.ts'
import { startBooksProcess, type BooksProcess, type KillPoint } from '#testing/books-process/books-process.ts'
import { KILL_MOMENTS } from '#testing/books-process/deadly-query.ts'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { call } from '#testing/graphql-endpoint.ts'
import { drawsFrom } from '#testing/random-model.ts'
import { verifyBooks } from './ledger/verify-store.ts'

/** One point of each mutation in a deep run; `npm run bench -- books-kills` tries every one. */
const isEvery = process.env['BOOKS_KILLS'] === 'every'
const seed = testSeed()

describe(`a process killed during a mutation (seed ${seed})`, () => {
  let endpoint: BooksEndpoint
  /** A process that is not killed: the number of its statements, and the expected result. */
  let living: BooksProcess

  beforeAll(async () => {
    endpoint = await startBooks('postgres')
    living = await start()
  })
  afterAll(async () => {
    await living.stop()
    await endpoint.close()
  })

  const verify = (books: TestBooks) => verifyBooks(endpoint.endpoint.db, books.business.uuid)
  const send = (url: string, books: TestBooks, { name, input }: DeadlyMutation, key: string) => {
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { didSucceed inputErrors { code } } }`
    return call({ url }, books.token, { query, variables: { input } }, { 'idempotency-key': key })
  }
  const start = (point?: KillPoint) => startBooksProcess(endpoint.databaseUrl ?? '', point)

  it.each(sample(Object.entries(DEADLY_MUTATIONS), 1))(
    'stores the mutation completely or not at all, and its repetition completes it once: %s',
    async (_, prepare) => {
      const model = await endpoint.open()
      const mutation = await prepare(model)
      const before = await standOf(endpoint, model)
      await living.count()
      const answer = await send(living.url, model, mutation, randomUUID())
      expect(answer.body.data[mutation.name]).toEqual({ didSucceed: true, inputErrors: [] })
      const statements = await living.counted()
      const after = await standOf(endpoint, model)
      expect(after).not.toEqual(before)

      // Background statements were counted too, so a point may lie after the end. Then the previous one is tried.
      const points = [...pointsOf(statements)]
      for (const point of points) {
        const dying = await start(point)
        const books = await endpoint.open()
        const deadly = await prepare(books)
        await dying.count()
        const key = randomUUID()
        const where = `statement ${point.statement} of ${statements}, ${point.moment}`
        const isDead = await send(dying.url, books, deadly, key).then(
          () => false,
          () => true,
        )
        if (!isDead) {
          expect(point.statement, where).toBeGreaterThan(0)
          points.push({ ...point, statement: point.statement - 1 })
          await dying.stop()
          continue
        }
        await dying.died
        const stand = await standOf(endpoint, books)
        expect([before, after], where).toContainEqual(stand)
        expect(await verify(books), where).toEqual([])
        const again = await send(endpoint.endpoint.url, books, deadly, key)
        expect(again.body.data[deadly.name], where).toEqual({ didSucceed: true, inputErrors: [] })
        expect(await standOf(endpoint, books), where).toEqual(after)
        expect(await verify(books), where).toEqual([])
      }
    },
    isEvery ? 3_600_000 : 120_000,
  )

  function pointsOf(statements: number): readonly KillPoint[] {
    const all = KILL_MOMENTS.flatMap((moment) =>
      Array.from({ length: statements }, (_, statement) => ({ statement, moment })),
    )
    const one = all[drawsFrom(seed)(all.length)]
    return isEvery || one === undefined ? all : [one]
  }
})
