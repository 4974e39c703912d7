import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS, startBooks } from '#testing/books-endpoint.ts'
import { startBooksWorld } from '#testing/books-world.ts'

describe.each(DATABASE_KINDS)('reports, on a database of kind %s', (kind) => {
  const world = startBooksWorld(kind)

  it('end today in the zone of the business by default', async () => {
    const { profitAndLoss } = await world.books.select('profitAndLoss(from: "2026-11-01") { to }')
    expect(profitAndLoss.to).toBe('2026-11-20')
  })

  it.each([
    ['profitAndLoss(from: "2026-01-02", to: "2026-01-01") { income }', 'from must not be after to.'],
    [
      'profitAndLoss(from: "2023-01-31", to: "2026-01-01") { income }',
      'The days lie in more than 36 months.',
    ],
    ['cashByDay(from: "2025-01-01", to: "2026-01-03") { opening }', 'to is more than 366 days after from.'],
    ['balanceSheet(on: "1899-12-31") { assets }', 'Days must be from 1900-01-01 to 2199-12-31.'],
    ['agedReceivables(on: "2200-01-01") { total }', 'Days must be from 1900-01-01 to 2199-12-31.'],
  ])('refuse days outside their range: %s', async (selection, message) => {
    const { errors } = await world.books.read(selection)
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('require permission to read transactions, and cost as many points as they read', async () => {
    const token = await world.tokenWith('business:read account:read')
    const { data, errors } = await (async () => {
      const response = await fetch(world.endpoint.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: '{ business { agedReceivables { total } } }' }),
      })
      return (await response.json()) as any
    })()
    expect(data.business.agedReceivables).toBeNull()
    expect(errors[0].extensions.requiredScopes).toEqual(['transaction:read'])
    const many = Array.from({ length: 100 }, (_, index) => `r${index}: balanceSheet { assets }`).join(' ')
    const answer = await world.books.read(many)
    expect(answer.errors).toBeUndefined()
    const limit = await startBooks('postgres', { PROVIDER_GRAPHQL_MAX_COST: '401' })
    try {
      const own = await limit.open()
      expect((await own.read('balanceSheet { assets }')).errors).toBeUndefined()
      expect(
        (await own.read('a: balanceSheet { assets } b: balanceSheet { assets }')).errors?.[0]?.message,
      ).toContain('could hold 405 fields')
      expect((await own.read('agedReceivables(on: null) { total }')).errors).toBeUndefined()
      expect((await own.read('agedReceivables(on: "2026-01-01") { total }')).errors?.[0]?.message).toContain(
        'could hold 8203 fields',
      )
    } finally {
      await limit.close()
    }
  })
})
