import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OverviewQuery } from '#gql/operations.ts'
import { readOverview } from '#figures/read-overview.ts'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { SAMPLE_NOW } from '#testing/samples.ts'
import { ALL_LANGUAGES } from '#words/all-words.ts'
import { createFigureFormat } from '#words/figure-format.ts'
import { WordsProvider } from '#words/words.tsx'
import { FirstPictures } from './first-pictures.tsx'

/** Books of a business, and how much of them can be read. */
interface World {
  readonly own: Currency
  readonly invoices: readonly WorldInvoice[]
  /** Null: accounts may not be seen. */
  readonly cash: number | null
  /** `whole`: every row is read. `many`: 100,000 open invoices, which only the report adds up. `cut`: rows are missing, no report. */
  readonly reach: 'whole' | 'many' | 'cut'
}

interface Currency {
  readonly code: string
  readonly exponent: number
}

interface WorldInvoice {
  readonly currency: Currency
  /** Decimal text; "0" where it is not known. */
  readonly rate: string
  readonly due: number
  readonly daysLate: number
}

const TODAY = '2026-11-20'
const CURRENCIES: readonly Currency[] = [
  { code: 'CAD', exponent: 2 },
  { code: 'EUR', exponent: 2 },
  { code: 'GBP', exponent: 2 },
  { code: 'JPY', exponent: 0 },
  { code: 'KWD', exponent: 3 },
]
const t = ALL_LANGUAGES.en.t
const dayLate = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)

/** A small model of the books: what is owed, late and very late, in whole smallest units, by plain fractions. */
function modelOf({ own, invoices }: World) {
  const foreign = invoices.filter(({ currency, due }) => currency.code !== own.code && due !== 0)
  const isNamed = foreign.some(({ rate }) => Number(rate) === 0)
  const add = (some: readonly WorldInvoice[]) => {
    const sums = new Map<string, number>()
    for (const { currency, rate, due } of some) {
      const isConverted = currency.code !== own.code && !isNamed
      const [whole = '', part = ''] = rate.split('.')
      const exact = BigInt(due) * BigInt(whole + part) * 10n ** BigInt(own.exponent)
      const unit = 10n ** BigInt(part.length + currency.exponent)
      const rounded = exact / unit + ((exact % unit) * 2n >= unit ? 1n : 0n)
      const key = isConverted ? own.code : currency.code
      sums.set(key, (sums.get(key) ?? 0) + (isConverted ? Number(rounded) : due))
    }
    return [...sums]
      .filter(([, minor]) => minor !== 0)
      .toSorted(([one], [other]) => (one === own.code ? -1 : other === own.code ? 1 : one < other ? -1 : 1))
  }
  const owed = invoices.filter(({ due }) => due > 0)
  return {
    isAbout: foreign.length > 0 && !isNamed,
    isNamed,
    owed: add(owed),
    late: add(owed.filter(({ daysLate }) => daysLate > 0)),
    veryLate: add(owed.filter(({ daysLate }) => daysLate > 90)),
    ages: [-1e9, 0, 30, 60, 90].map((from, place, all) =>
      add(owed.filter(({ daysLate }) => daysLate > from && daysLate <= (all[place + 1] ?? 1e9))),
    ),
    credits: add(invoices.filter(({ due }) => due < 0).map((each) => ({ ...each, due: -each.due }))),
  }
}

type Sums = ReturnType<typeof modelOf>['owed']
const unit = (code: string) => 10 ** (CURRENCIES.find((each) => each.code === code)?.exponent ?? 0)

/** Writes the sums of one paragraph: with cents where one would otherwise read as zero. */
function createSay(world: World, paragraph: readonly Sums[]) {
  const isExact = paragraph.flat().some(([code, minor]) => minor !== 0 && Math.abs(minor) * 2 < unit(code))
  const write = ([code, minor]: Sums[number]) => {
    const format = createFigureFormat('en', CURRENCIES.find((each) => each.code === code) ?? world.own)
    return isExact ? format.exact(minor) : format.whole(minor)
  }
  const { isAbout } = modelOf(world)
  return (sums: Sums) => {
    const amounts = (sums.length === 0 ? [[world.own.code, 0] as const] : sums).map(([code, minor]) =>
      write([code, minor]),
    )
    const text = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(amounts)
    const said = world.reach === 'cut' ? t.picture.atLeast(text) : isAbout ? t.picture.about(text) : text
    return { text: said, count: amounts.length }
  }
}

const plain = (text: string) => {
  const said = text.replaceAll('**', '').replaceAll(/\s+/g, ' ').trim()
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function expectedHeadline(world: World): string {
  const { headline } = t.overview
  const { owed, late } = modelOf(world)
  const cash: Sums = world.cash === null || world.cash === 0 ? [] : [[world.own.code, world.cash]]
  const say = createSay(world, [cash, owed, late])
  const there = createSay({ ...world, invoices: [], reach: 'whole' }, [cash, owed, late])(cash).text
  // Books in which nothing has moved say so in the picture alone.
  const cashText =
    cash.length === 0 || world.cash === null
      ? []
      : [world.cash < 0 ? headline.debt(there) : headline.cash(there)]
  const { text: amount, count } = say(owed)
  const isCut = world.reach === 'cut'
  const owedText =
    late.length > 0
      ? headline.owedLate({ owed: amount, count, late: say(late).text })
      : isCut
        ? headline.owedOnly({ amount, count })
        : owed.length === 0
          ? headline.owedNothing
          : headline.owed({ amount, count })
  return [...cashText, owedText].map(plain).join(' ')
}

function expectedOwed(world: World): string {
  const { owed: words, headline } = t.overview
  const { owed, late, veryLate } = modelOf(world)
  const isCut = world.reach === 'cut'
  if (owed.length === 0 && !isCut) return words.none
  const say = createSay(world, [owed, late, veryLate])
  if (late.length === 0) {
    const { text: amount, count } = say(owed)
    return plain(isCut ? headline.owedOnly({ amount, count }) : words.notLate({ amount, count }))
  }
  const { text, count } = say(late)
  return plain(
    veryLate.length === 0
      ? words.late({ amount: text, count })
      : words.veryLate({ late: text, count, very: say(veryLate).text }),
  )
}

/** What a provider with these books answers. */
function answerOf(world: World): { readonly business: OverviewQuery['business'] } {
  const { own, invoices, reach, cash } = world
  const node = ({ currency, rate, due, daysLate }: WorldInvoice, place: number) => ({
    node: {
      ...{
        id: `${place}`,
        invoiceNumber: `${place}`,
        currency,
        exchangeRate: rate,
        dueDate: dayLate(daysLate),
      },
      status: due < 0 ? 'OVERPAID' : daysLate > 0 ? 'OVERDUE' : 'SENT',
      amountDue: { minorUnitValue: `${due}` },
      customer: { id: 'fern', name: 'Fern & Co' },
    },
  })
  const all = invoices.map(node)
  const open = all.filter((_, place) => (invoices[place]?.due ?? 0) > 0)
  const isMany = reach === 'many'
  const list = (edges: readonly object[], totalCount = edges.length) => ({
    edges,
    pageInfo: { totalCount, totalPages: totalCount > 250 ? Math.ceil(totalCount / 250) : 1 },
  })
  const { ages, credits } = modelOf(world)
  const text = (sums: Sums) => {
    const minor = String(sums.reduce((sum, [, each]) => sum + each, 0)).padStart(own.exponent + 1, '0')
    return own.exponent === 0 ? minor : `${minor.slice(0, -own.exponent)}.${minor.slice(-own.exponent)}`
  }
  const [notDue, days1To30, days31To60, days61To90, over90] = ages.map(text)
  const aged = { notDue, days1To30, days31To60, days61To90, over90, credits: `-${text(credits)}` }
  const balance = cash === null ? '' : cash < 0 ? `-${text([[own.code, -cash]])}` : text([[own.code, cash]])
  return {
    business: {
      ...{ id: 'b', name: 'Northwind', timezone: 'UTC', currency: own },
      accounts:
        cash === null
          ? undefined
          : list([
              { node: { id: 'a', name: 'Bank', isArchived: false, balanceInBusinessCurrency: balance } },
            ]),
      cash: { opening: balance, days: [] },
      aged: isMany ? aged : null,
      profit: { basis: 'ACCRUAL', months: [] },
      ...{ transactions: list([], 9), onUtcDay: list([]), onDayAfter: list([]) },
      open: isMany ? list([], 100_000) : list(open, open.length + (reach === 'cut' ? 1 : 0)),
      overpaid: list(all.filter((_, place) => (invoices[place]?.due ?? 0) < 0)),
      drafts: list([], 0),
      invoices: list([], isMany ? 100_000 : all.length + 1),
    } as unknown as OverviewQuery['business'],
  }
}

/** The sentences on the screen. */
async function show(world: World) {
  const { movedUp: _, ...figures } = await readOverview({
    connection: {
      businessId: 'b' as never,
      scopes: [
        'invoice:read',
        'customer:read',
        'transaction:read',
        ...(world.cash === null ? [] : ['account:read']),
      ],
    },
    offers: ['transactions', 'reports'],
    atMs: Date.parse(`${TODAY}T12:00:00Z`),
    isOver: () => false,
    lastLook: () => Promise.resolve(undefined),
    ask: ({ operationName }) => {
      const own = world.invoices.some(({ currency, due }) => due !== 0 && currency.code !== world.own.code)
      const counted = { business: { open: { pageInfo: { totalCount: own ? 99_999 : 100_000 } } } }
      return Promise.resolve({
        data: (operationName === 'OpenInCurrency' ? counted : answerOf(world)) as never,
        missing: [],
      })
    },
  })
  const about = { connectionKey: 'b', readAt: SAMPLE_NOW, currency: world.own, provider: 'Harbour' }
  cleanup()
  const { container } = render(
    <WordsProvider
      locale="en"
      language={ALL_LANGUAGES.en}
      bootNowMs={Date.parse(SAMPLE_NOW)}
      bootZone={undefined}
    >
      <FiguresProvider about={about}>
        <FirstPictures figures={figures} age={null} />
      </FiguresProvider>
    </WordsProvider>,
  )
  const textOf = (selector: string) =>
    container.querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim()
  return {
    headline: textOf('.lede'),
    owed: textOf('.picture-owed .picture-answer'),
    ages: [...container.querySelectorAll('.picture-owed .ledger:first-of-type li:not(.total)')].map((row) =>
      [...row.querySelectorAll('data')].map((amount) => Number(amount.value)),
    ),
  }
}

const invoiceOf = (own: Currency, currencies: readonly Currency[], areRatesKnown: boolean) =>
  fc
    .record({
      currency: fc.constantFrom(...currencies),
      rate: fc.oneof(
        fc
          .integer({ min: 1, max: 99_999_999 })
          .map((rate) => `${Math.floor(rate / 1e4)}.${String(rate % 1e4).padStart(4, '0')}`),
        fc.constant(areRatesKnown ? '1.4725' : '0'),
      ),
      due: fc.oneof(fc.integer({ min: -5_000, max: 9_999_999 }), fc.constantFrom(0, 1, 49, 99_999_999)),
      daysLate: fc.oneof(fc.integer({ min: -90, max: 400 }), fc.constantFrom(0, 1, 30, 31, 60, 61, 90, 91)),
    })
    .map((row): WorldInvoice => ({
      ...row,
      rate:
        row.currency.code === own.code ? '1' : Number(row.rate) === 0 && areRatesKnown ? '0.0001' : row.rate,
    }))

const WORLD: fc.Arbitrary<World> = fc
  .record({
    own: fc.constantFrom(...CURRENCIES),
    currencies: fc.integer({ min: 1, max: 5 }),
    areRatesKnown: fc.boolean(),
    reach: fc.constantFrom('whole', 'whole', 'many', 'cut'),
    cash: fc.oneof(fc.constant(null), fc.integer({ min: -1e8, max: 1e8 }), fc.constantFrom(-1, 1, 49)),
  })
  .chain(({ own, currencies, areRatesKnown, reach, cash }) => {
    const some = [own, ...CURRENCIES.filter(({ code }) => code !== own.code)].slice(0, currencies)
    return fc
      .array(invoiceOf(own, some, areRatesKnown || reach === 'many'), { maxLength: 8 })
      .map((invoices): World => ({ own, reach, cash, invoices }))
  })

describe('the sentences of the overview', () => {
  it('say what a small model of the same books computes, in any world', async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        const said = await show(world)
        expect(said.headline).toBe(expectedHeadline(world))
        expect(said.owed).toBe(expectedOwed(world))
      }),
      { numRuns: 60 },
    )
  })

  it('list ages that add up to what is owed', async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        fc.pre(world.reach !== 'cut' && modelOf(world).owed.length > 0)
        const { ages } = await show(world)
        const { ages: expected } = modelOf(world)
        expect(ages).toEqual(
          expected.map((sums) => (sums.length === 0 ? [0] : sums.map(([code, minor]) => minor / unit(code)))),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('count €999,999.99 of a business in Canadian dollars, alone and beside its own', async () => {
    const euro = { currency: { code: 'EUR', exponent: 2 }, rate: '1.5', due: 99_999_999, daysLate: 21 }
    const own = { code: 'CAD', exponent: 2 }
    const alone: World = { own, cash: null, reach: 'whole', invoices: [euro] }
    expect((await show(alone)).headline).toBe('About $1,500,000 is owed to you, about $1,500,000 of it late.')
    const unknown = [
      { ...euro, rate: '0' },
      { currency: own, rate: '1', due: 100_000, daysLate: 0 },
    ]
    expect((await show({ ...alone, invoices: unknown })).headline).toBe(
      '$1,000 and €1,000,000 are owed to you, €1,000,000 of it late.',
    )
  })
})
