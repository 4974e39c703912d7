import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '@counterfoil/testkit/sample'
import { readOverview } from '#figures/read/read-overview.ts'
import { FiguresProvider } from '#pictures/figures-context.tsx'
import { SAMPLE_NOW } from '#testing/samples.ts'
import { answerOf, CURRENCIES, modelOf, TODAY, unit, WORLD, type Sums, type World } from '#testing/worlds.ts'
import { ALL_LANGUAGES } from '#words/all-words.ts'
import { createFigureFormat } from '#words/figure-format.ts'
import { WordsProvider } from '#words/words.tsx'
import { FirstPictures } from './first/first-pictures.tsx'

const t = ALL_LANGUAGES.en.t

/** Formats the amounts of one paragraph: all with cents if one would otherwise be rounded to zero. */
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
  // Books without movements say so in the chart only.
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

/** Returns the expected sentence on the amount due in fourteen days. Undefined if no later invoice was read. */
function expectedOutlook(world: World): string | undefined {
  const { outlook } = t.overview
  const { own, profit, reach, rent, cash } = world
  const open = reach === 'many' ? [] : world.invoices.filter(({ due }) => due > 0)
  const soon = { ...world, invoices: open.filter(({ daysLate }) => daysLate <= 0 && daysLate > -14) }
  const isPart = reach !== 'whole' && open.every(({ daysLate }) => daysLate > -14)
  const due = modelOf(soon).owed
  const sums = (minor: number): Sums => (minor === 0 ? [] : [[own.code, minor]])
  const results = profit === undefined || profit.now === 0 ? [] : [sums(profit.now), sums(profit.before)]
  const goes = rent === undefined || cash === null ? [] : [sums(rent)]
  const paragraph = [...results, due, ...goes]
  const result = createSay({ ...world, invoices: [], reach: 'whole' }, paragraph)
  const [now, before] = results.map((each) => result(each).text)
  const profitText = now === undefined ? [] : [outlook.profit({ profit: now, before: before ?? '' })]
  const { text, count } = createSay({ ...soon, reach: isPart ? 'cut' : 'whole' }, paragraph)(due)
  const dueText = due.length > 0 ? [outlook.due({ amount: text, count })] : isPart ? [] : [outlook.dueNothing]
  const goesText = goes.map((each) => outlook.goes(result(each).text))
  const said = [...profitText, ...dueText, ...goesText].map(plain).join(' ')
  return said === '' ? undefined : said
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
      : JSON.stringify(veryLate) === JSON.stringify(late)
        ? words.allVeryLate({ late: text, count })
        : words.veryLate({ late: text, count, very: say(veryLate).text }),
  )
}

const rentOf = (minor: number) => ({ cadence: 'monthly', onDay: 25, minor: -minor, lastSeen: '2026-10-25' })

/** Renders the overview and returns its sentences. */
async function show(world: World) {
  const {
    figures: { movedUp: _, ...figures },
  } = await readOverview({
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
    lastLook: () => Promise.resolve({ beforeMs: undefined, putOff: {} }),
    left: () =>
      Promise.resolve({
        on: TODAY,
        usuallyLate: {},
        repeating: world.rent === undefined ? [] : [rentOf(world.rent)],
      }),
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
    outlook: textOf('.outlook'),
    owed: textOf('.picture-owed .picture-answer'),
    ages: [...container.querySelectorAll('.picture-owed .ledger:first-of-type li:not(.total)')].map((row) =>
      [...row.querySelectorAll('data')].map((amount) => Number(amount.value)),
    ),
  }
}

describe('the sentences of the overview', () => {
  it('equal those of a simple reference model, for random books', async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        const said = await show(world)
        expect(said.headline).toBe(expectedHeadline(world))
        expect(said.outlook).toBe(expectedOutlook(world))
        expect(said.owed).toBe(expectedOwed(world))
      }),
      { numRuns: caseCount({ all: 1_000, sampled: 60 }) },
    )
  })

  it('list ages that add up to the open amount', async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        fc.pre(world.reach !== 'cut' && modelOf(world).owed.length > 0)
        const { ages } = await show(world)
        const { ages: expected } = modelOf(world)
        expect(ages).toEqual(
          expected.map((sums) => (sums.length === 0 ? [0] : sums.map(([code, minor]) => minor / unit(code)))),
        )
      }),
      { numRuns: caseCount({ all: 400, sampled: 40 }) },
    )
  })

  it('show €999,999.99 of a business in Canadian dollars, alone and beside its own currency', async () => {
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
