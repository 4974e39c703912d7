import fc from 'fast-check'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { giveScreen, startFakeBff } from '#testing/app-fixture.ts'
import {
  counted,
  CURRENCY,
  decimal,
  openOver,
  plainText,
  rowsOf,
  textsOf,
  worldCases,
  written,
  writtenDay,
} from '#testing/detail-worlds.ts'
import { sampleProvider } from '#testing/samples.ts'
import { dayLate } from '#testing/worlds.ts'

const bff = startFakeBff()
beforeEach(() => giveScreen())

const CAD = { code: 'CAD', exponent: 2 }
const MINOR = fc.oneof(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.constantFrom(0, -1, 49))

/** One account: the balance before the lines that are read, and the change of each line in order. */
const ACCOUNT = fc.record({
  ...{ currency: CURRENCY, before: MINOR, normal: fc.constantFrom('DEBIT', 'CREDIT') },
  isKnown: fc.constantFrom(true, true, true, false),
  lines: fc.array(
    fc.record({
      change: MINOR.filter((minor) => minor !== 0),
      ...{ daysAgo: fc.integer({ min: -30, max: 400 }), isOnCashAlone: fc.nat(4).map((one) => one === 0) },
    }),
    { maxLength: 6 },
  ),
  older: fc.constantFrom(0, 0, 99_994),
})
type AccountWorld = typeof ACCOUNT extends fc.Arbitrary<infer Each> ? Each : never

const byAge = (lines: AccountWorld['lines']) => lines.toSorted((one, other) => other.daysAgo - one.daysAgo)
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)
/** Returns the balance after these lines, without lines that affect only the cash account. */
const balanceAfter = ({ before }: AccountWorld, lines: AccountWorld['lines']) =>
  before + sumOf(lines.filter(({ isOnCashAlone }) => !isOnCashAlone).map(({ change }) => change))
const todayOf = (world: AccountWorld) =>
  balanceAfter(
    world,
    world.lines.filter(({ daysAgo }) => daysAgo >= 0),
  )

function answerOf(world: AccountWorld) {
  const { currency, normal, lines, older } = world
  const other = normal === 'DEBIT' ? 'CREDIT' : 'DEBIT'
  const edges = byAge(lines)
    .toReversed()
    .map(({ change, daysAgo, isOnCashAlone }, place) => ({
      node: {
        ...{ id: `t${place}`, date: dayLate(daysAgo), description: `Line ${place}`, kind: 'DEPOSIT' },
        lines: [
          {
            ...{ amount: decimal(Math.abs(change), currency), side: change > 0 ? normal : other },
            ...{ basis: isOnCashAlone ? 'CASH' : 'BOTH', account: { id: 'a1' } },
          },
          { amount: '7.00', side: 'DEBIT', basis: 'BOTH', account: { id: 'a2' } },
        ],
      },
    }))
  return {
    business: {
      ...{ id: 'B', timezone: 'UTC' },
      account: {
        ...{ id: 'a1', name: 'Till', displayId: null, description: null, isArchived: false, currency },
        balance: world.isKnown ? decimal(todayOf(world), currency) : null,
        ...{ normalBalanceType: normal, type: { value: 'ASSET' } },
      },
      transactions: { pageInfo: { totalCount: edges.length + older }, edges },
    },
  }
}

describe('the account page', () => {
  it('shows today’s balance and the balance after each line, for random books', async () => {
    await fc.assert(
      fc.asyncProperty(ACCOUNT, async (world) => {
        await openOver(bff, '/accounts/a1', () => answerOf(world))
        const { currency, isKnown, lines, older } = world
        expect(plainText(document.querySelector('.lede'))).toBe(
          isKnown ? `This account has ${written(todayOf(world), currency)}.` : '',
        )
        const inOrder = byAge(lines)
        const rows = inOrder.map(({ change, daysAgo }, place) => [
          writtenDay(dayLate(daysAgo)),
          `Line ${lines.length - 1 - place}${writtenDay(dayLate(daysAgo))}`,
          written(change, currency),
          isKnown && daysAgo >= 0 ? written(balanceAfter(world, inOrder.slice(0, place + 1)), currency) : '–',
        ])
        const shown = rows.filter((_, place) => inOrder[place]?.isOnCashAlone === false).toReversed()
        expect(rowsOf('.running tbody tr')).toEqual(shown)
        const isPart = older > 0
        const main = plainText(document.querySelector('main'))
        expect(main.includes('Only the latest activity is shown.')).toBe(isPart)
        expect(main.includes('No activity yet.')).toBe(shown.length === 0 && !isPart)
      }),
      worldCases(300),
    )
  })
})

it('the account page reports that activity is not available if the provider does not offer it', async () => {
  bff.session = { ...bff.session, provider: sampleProvider({ offers: ['books'] }) }
  const { business } = answerOf({
    ...{ lines: [], older: 0, before: 5, isKnown: true },
    normal: 'DEBIT',
    currency: CAD,
  })
  await openOver(bff, '/accounts/a1', () => ({ business: { ...business, transactions: undefined } }))
  expect(screen.getByText('The activity of this account can’t be shown here.')).toBeTruthy()
  expect(screen.queryByText('No activity yet.')).toBeNull()
})

/** Account types and their normal balances. */
const KINDS = [
  ['cash', 'ASSET', 'DEBIT', 'Cash and bank'],
  ['asset', 'ASSET', 'DEBIT', 'What you own or are owed'],
  ['liability', 'LIABILITY', 'CREDIT', 'What you owe'],
  ['equity', 'EQUITY', 'CREDIT', 'Owner’s equity'],
  ['income', 'INCOME', 'CREDIT', 'Income'],
  ['expense', 'EXPENSE', 'DEBIT', 'Expenses'],
] as const
const ROW = fc.record({
  kind: fc.constantFrom(...KINDS),
  balance: fc.oneof({ weight: 6, arbitrary: MINOR }, fc.constant(null)),
  /** True for a contra account, such as a discount among the income. */
  isContrary: fc.nat(5).map((one) => one === 0),
  isArchived: fc.nat(4).map((one) => one === 0),
})
const LIST = fc.record({
  ...{ own: CURRENCY, rows: fc.array(ROW, { maxLength: 8 }) },
  reach: fc.constantFrom('whole', 'whole', 'more', 'cut'),
})

describe('the account list', () => {
  it('adds up each group and the rest only if all accounts were read, for random books', async () => {
    await fc.assert(
      fc.asyncProperty(LIST, async ({ own, rows, reach }) => {
        const more = { kind: KINDS[0], balance: 500, isContrary: false, isArchived: false }
        const isCut = reach === 'cut' && rows.length > 0
        const all = reach === 'more' && rows.length > 0 ? [...rows, more] : rows
        const nodeOf = ({ kind: [name, type, normal], ...row }: (typeof rows)[number], place: number) => {
          const balance = row.balance === null ? null : decimal(row.balance, own)
          const other = normal === 'DEBIT' ? 'CREDIT' : 'DEBIT'
          return {
            ...{ id: `a${place}`, name: `Account ${place}`, displayId: null, isArchived: row.isArchived },
            ...{ normalBalanceType: row.isContrary ? other : normal, balance, currency: own },
            ...{ balanceInBusinessCurrency: balance, type: { value: type } },
            subtype: { value: name === 'cash' ? 'CASH_AND_BANK' : 'OTHER' },
          }
        }
        await openOver(bff, '/accounts', (_, { page, pageSize }) => {
          const isFirst = page === 1 && pageSize === 50
          if (isCut && !isFirst) return undefined
          const edges = (isFirst ? rows : all).map((row, place) => ({ node: nodeOf(row, place) }))
          const pageInfo = { totalCount: isCut ? 60 : all.length }
          return { business: { id: 'B', currency: own, accounts: { pageInfo, edges } } }
        })
        if (isCut) await screen.findByText(/The rest didn’t load\./)
        else await waitFor(() => expect(screen.queryByText('Loading more…')).toBeNull())
        const say = (minor: number) => written(minor, own)
        const signed = ({ isContrary, balance }: (typeof rows)[number]) =>
          (isContrary ? -1 : 1) * (balance ?? 0)
        const shown = all.filter(({ isArchived, balance }) => !isArchived || (balance ?? 0) !== 0)
        const groups = KINDS.map(([name, , , title]) => ({
          ...{ name, title, rows: shown.filter(({ kind }) => kind[0] === name) },
        })).filter((group) => group.rows.length > 0)
        const sums = new Map(groups.map((group) => [group.name, sumOf(group.rows.map(signed))]))
        const count = counted(all.length, 'account')
        expect(textsOf('.list-head strong')).toEqual(isCut || all.length === 0 ? [] : [count])
        expect(rowsOf('.detail-ledger tfoot tr')).toEqual(
          isCut ? [] : groups.map(({ name, title }) => [`${title}, total`, say(sums.get(name) ?? 0)]),
        )
        const names = textsOf('.detail-ledger tbody tr > :first-child')
        const inOrder = groups.flatMap((group) => group.rows)
        if (!isCut)
          expect(names).toEqual(
            inOrder.map((row) => `Account ${all.indexOf(row)}${row.isArchived ? ' archived' : ''}`),
          )
        const worth = (sums.get('cash') ?? 0) + (sums.get('asset') ?? 0) - (sums.get('liability') ?? 0)
        expect(textsOf('.beside-total dd')).toEqual(isCut || all.length === 0 ? [] : [say(worth)])
        expect(screen.queryByText(/^Some accounts have no balance/) !== null).toBe(
          !isCut && shown.some(({ balance }) => balance === null),
        )
        const empty = 'No accounts yet. When Northwind Trading has one in Harbour, it shows here.'
        expect(textsOf('.list-empty')).toEqual(all.length === 0 ? [empty] : [])
      }),
      worldCases(200),
    )
  })
})
