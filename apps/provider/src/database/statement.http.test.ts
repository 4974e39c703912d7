import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeptTexts } from './statement.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'

let database: OpenDatabase

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' })
})
afterAll(() => database.close())

it('builds the SQL text of a statement once, and sends it with the values of each call', async () => {
  const runKept = createKeptTexts(database.db)
  let made = 0
  const sumOf = (one: number, other: number) =>
    runKept('sum', [one, other], () => {
      made += 1
      return sql<{ sum: number }>`select ${one}::int + ${other}::int as sum`
    })
  expect(await sumOf(1, 2)).toEqual([{ sum: 3 }])
  expect(await sumOf(20, 30)).toEqual([{ sum: 50 }])
  expect(made).toBe(1)
})

it('refuses a statement whose values do not match the parameters of its SQL text', async () => {
  const runKept = createKeptTexts(database.db)
  const build = () => sql`select ${1}::int, ${2}::int`
  await expect(runKept('too few', [1], build)).rejects.toThrow('are not its parameters')
  await expect(runKept('another order', [2, 1], build)).rejects.toThrow('are not its parameters')
})
