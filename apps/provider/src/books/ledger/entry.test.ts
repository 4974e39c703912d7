import { MAX_AMOUNT_MINOR } from '@counterfoil/money/document-totals'
import { describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import { buildEntry, type Book, type EntryLine } from './entry.ts'

const HEAD = { kind: 'DEPOSIT', day: '2026-11-20', description: 'Cash sales' } as const
const line = (account: string, baseMinor: bigint, book: Book = 0, amountMinor = baseMinor): EntryLine => ({
  accountId: account as RowId<'Account'>,
  book,
  amountMinor,
  baseMinor,
})

describe(buildEntry, () => {
  it('accepts lines that balance in the currency of the business, whatever they are in their own', () => {
    const lines = [line('1', 14_777n, 0, 10_000n), line('2', -14_777n)]
    expect(buildEntry(HEAD, lines)).toEqual({ ...HEAD, lines })
  })

  it('accepts lines that balance on accrual and on cash, each with the lines that count on both', () => {
    const lines = [line('1', 500n), line('2', -500n, 1), line('3', -450n, 2), line('4', -50n, 2)]
    expect(buildEntry(HEAD, lines).lines).toEqual(lines)
  })

  it.each([
    ['accrual', [line('1', 1n), line('2', -1n, 2)]],
    ['cash', [line('1', 1n), line('2', -1n, 1)]],
    ['accrual', [line('1', 100n), line('2', -99n)]],
    ['accrual', [line('1', 100n)]],
  ])('refuses lines that do not balance on %s', (book, lines) => {
    expect(() => buildEntry(HEAD, lines)).toThrow(`does not balance on ${book}`)
  })

  it('drops lines of zero, and keeps a line that is zero in one currency alone', () => {
    const tiny = [line('1', 0n, 0, 1n), line('2', 3n, 0, 0n), line('3', -3n)]
    expect(buildEntry(HEAD, [line('4', 0n), ...tiny]).lines).toEqual(tiny)
    expect(buildEntry(HEAD, [line('4', 0n)]).lines).toEqual([])
  })

  it('accepts a line of the largest amount and refuses a larger one', () => {
    const most = [line('1', MAX_AMOUNT_MINOR), line('2', -MAX_AMOUNT_MINOR)]
    expect(buildEntry(HEAD, most).lines).toEqual(most)
    const more = MAX_AMOUNT_MINOR + 1n
    expect(() => buildEntry(HEAD, [line('1', more), line('2', -more)])).toThrow('too large')
    expect(() => buildEntry(HEAD, [line('1', 1n, 0, -more), line('2', -1n)])).toThrow('too large')
    expect(() => buildEntry(HEAD, [line('1', 1n, 0, more), line('2', -1n)])).toThrow('too large')
  })
})
