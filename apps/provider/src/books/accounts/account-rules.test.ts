import { describe, expect, it } from 'vitest'
import { exampleBooks } from '#testing/example-books.ts'
import type { Account } from './account.ts'
import {
  completeAccount,
  findArchiveFault,
  findStaleness,
  readAccountChange,
  readAccountDraft,
} from './account-rules.ts'

type DraftInput = Parameters<typeof readAccountDraft>[0]
const draftOf = (input: object) =>
  readAccountDraft({ name: 'Till', subtype: 'CASH_AND_BANK', ...input } as DraftInput)
const codes = (faults: readonly { path: readonly string[]; code: string }[]) =>
  faults.map(({ path, code }) => [path.slice(1).join('.'), code])

describe('a new account', () => {
  it('is archivable by default, and is no account of the system', () => {
    expect(draftOf({}).draft).toMatchObject({ canArchive: true, systemKey: null, currencyCode: undefined })
    expect(draftOf({ restrictions: { canArchive: false } }).draft.canArchive).toBe(false)
  })

  it('stores its name without the spaces around it', () => {
    expect(draftOf({ name: ' Till ', description: 'At the door', displayId: '1000' }).draft).toMatchObject({
      ...{ name: 'Till', description: 'At the door', displayId: '1000' },
    })
    expect(draftOf({ name: ' ' }).draft).toMatchObject({ name: '', description: null, displayId: null })
  })

  it.each([
    [{ name: ' ' }, [['name', 'REQUIRED']]],
    [{ name: 'n'.repeat(301) }, [['name', 'TOO_LONG']]],
    [
      { description: 'd'.repeat(2001), displayId: 'i'.repeat(51) },
      [
        ['description', 'TOO_LONG'],
        ['displayId', 'TOO_LONG'],
      ],
    ],
    [{ name: 'n'.repeat(300), description: 'd'.repeat(2000), displayId: 'i'.repeat(50) }, []],
  ])('is refused with a fault that names the field: %j', (input, faults) => {
    expect(codes(draftOf(input).faults)).toEqual(faults)
  })

  it('has the currency of the business by default', () => {
    expect(completeAccount(draftOf({}).draft, exampleBooks('EUR'))).toMatchObject({ currencyCode: 'EUR' })
  })

  it.each([
    ['CASH_AND_BANK', true],
    ['CREDIT_CARD', true],
    ['INCOME', false],
    ['EXPENSE', false],
    ['RETAINED_EARNINGS', false],
  ])('of the subtype %s may be in another currency: %s', (subtype, mayBe) => {
    const completed = completeAccount(draftOf({ subtype, currency: 'USD' }).draft, exampleBooks())
    expect(completed).toMatchObject(
      mayBe
        ? { currencyCode: 'USD' }
        : {
            ...{ path: ['input', 'currency'], code: 'CURRENCY_MISMATCH' },
            message: expect.stringMatching(/^An account of the type \w+ is kept in CAD\.$/),
          },
    )
    expect(completeAccount(draftOf({ subtype, currency: 'CAD' }).draft, exampleBooks())).toMatchObject({
      currencyCode: 'CAD',
    })
  })
})

describe('a change of an account', () => {
  const account = { sequence: 3, canArchive: true } as Account

  it('keeps omitted fields, and cannot remove the name', () => {
    expect(readAccountChange({} as never)).toEqual({ change: {}, faults: [] })
    expect(codes(readAccountChange({ name: null } as never).faults)).toEqual([['name', 'REQUIRED']])
    const tooLong = { description: 'd'.repeat(2001), displayId: 'i'.repeat(51) }
    expect(codes(readAccountChange(tooLong as never).faults)).toEqual([
      ['description', 'TOO_LONG'],
      ['displayId', 'TOO_LONG'],
    ])
  })

  it('is refused if the account was changed since it was read', () => {
    expect(findStaleness(account, 3)).toBeUndefined()
    for (const sequence of [2, 4]) {
      expect(findStaleness(account, sequence)).toEqual({
        ...{ path: ['input', 'sequence'], code: 'STALE' },
        message: 'The account was changed meanwhile. Read it again.',
      })
    }
  })

  it('archives only archivable accounts', () => {
    expect(findArchiveFault(account)).toBeUndefined()
    expect(findArchiveFault({ ...account, canArchive: false })).toEqual({
      ...{ path: ['input', 'id'], code: 'INVALID_STATE' },
      message: 'This account cannot be archived.',
    })
  })
})
