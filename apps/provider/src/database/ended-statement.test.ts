import { describe, expect, it } from 'vitest'
import { describeStatement, observeRun, type EndedStatement } from './ended-statement.ts'

describe(describeStatement, () => {
  it.each([
    ['select "id" from "users" where "id" = $1', 'select', 'users'],
    ['  insert into "invoices" ("id") values ($1)', 'insert', 'invoices'],
    ['/* planned each time */ SELECT 1 FROM ledger_entries', 'select', 'ledger_entries'],
    ['update authorization_codes set consumed_at = $1', 'update', 'authorization_codes'],
    ['delete from "sessions"', 'delete', 'sessions'],
    ['with due as (select id from "messages") update x set a = 1', 'other', 'messages'],
    ['begin', 'other', undefined],
    ['', 'other', undefined],
  ])('parses %j: operation %s, table %s', (text, operation, table) => {
    expect(describeStatement(text)).toEqual({ operation, table })
  })
})

describe(observeRun, () => {
  it('reports a failed statement too, and rethrows its error', async () => {
    const ended: EndedStatement[] = []
    const run = observeRun(
      async (text) => {
        if (text === 'bad') throw new Error('no')
        return []
      },
      (statement) => void ended.push(statement),
    )
    await run('good', [])
    await expect(run('bad', [])).rejects.toThrow('no')
    expect(ended.map(({ text, isError }) => [text, isError])).toEqual([
      ['good', false],
      ['bad', true],
    ])
  })
})
