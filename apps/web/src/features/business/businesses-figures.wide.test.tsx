import { cleanup, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { caseCount } from '@counterfoil/testkit/sample'
import { sampleOverview } from '#figures/sample-overview.ts'
import { startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { SAMPLE_NOW, sampleConnection, signedInSession } from '#testing/samples.ts'
import { createFigureFormat } from '#words/figure-format.ts'

const bff = startFakeBff()
const CURRENCIES = [
  { code: 'CAD', exponent: 2 },
  { code: 'EUR', exponent: 2 },
  { code: 'JPY', exponent: 0 },
]
const AMOUNT = fc.option(fc.integer({ min: 1, max: 9_999_999 }))
const BUSINESS = fc.record({
  state: fc.constantFrom('read', 'read', 'down', 'plan_ended', 'disconnected'),
  currency: fc.constantFrom(...CURRENCIES),
  cash: fc.option(fc.integer({ min: -9_999_999, max: 9_999_999 })),
  owed: AMOUNT,
  /** The overdue share of the open amount in tenths. */
  late: fc.integer({ min: 0, max: 10 }),
  profit: fc.option(fc.integer({ min: -9_999_999, max: 9_999_999 })),
  toDo: fc.constantFrom('unknown', 'nothing', 'remind'),
})
type World = readonly (typeof BUSINESS extends fc.Arbitrary<infer Each> ? Each : never)[]

/** Returns figures in whole units, since one very small amount would make all show cents. */
function figuresOf({ currency, cash, owed, late, profit, toDo }: World[number], index: number) {
  const sum = (units: number | null) =>
    units === null ? null : { minor: units * 10 ** currency.exponent, atLeast: false }
  const { toDo: _, ...sample } = sampleOverview({
    currency,
    headline: {
      cash: sum(cash),
      owed: sum(owed),
      late: owed === null ? null : sum(Math.floor((owed * late) / 10)),
    },
    outlook: {
      due: null,
      profit:
        profit === null
          ? null
          : { since: '2026-11-01', minor: profit * 10 ** currency.exponent, beforeMinor: 0 },
    },
  })
  const remind = {
    ...{ kind: 'remind', customer: `Customer ${index}`, id: 'i1', invoices: 1, daysLate: 9, isAbout: false },
    amount: { minor: 100 },
  } as const
  if (toDo === 'unknown') return sample
  return { ...sample, toDo: toDo === 'nothing' ? [] : [remind] }
}

function expectedAnswers({ currency, cash, owed, late, profit, toDo }: World[number], index: number) {
  const say = (units: number | null) =>
    units === null ? 'not known' : createFigureFormat('en', currency).whole(units * 10 ** currency.exponent)
  return {
    Cash: say(cash),
    'Owed to you': say(owed),
    Late: say(owed === null ? null : Math.floor((owed * late) / 10)),
    'Profit this month': say(profit),
    'To do today': {
      unknown: 'not known',
      nothing: 'Nothing needs you today.',
      remind: `Remind Customer ${index}`,
    }[toDo],
  }
}

/** Opens the page of all businesses and returns the card of each. */
async function show(world: World): Promise<readonly HTMLElement[]> {
  cleanup()
  const connections = world.map(({ state }, index) =>
    sampleConnection({
      ...{ id: asConnectionId(`c${index}`), businessName: `Business ${index}` },
      ...(state === 'plan_ended' ? { state, reason: 'subscription_inactive' as const } : {}),
      ...(state === 'disconnected' ? { state, reason: 'by_user' as const, endsUnusedAt: null } : {}),
    }),
  )
  bff.session = signedInSession(connections, { idleEndsAt: null })
  for (const [index, business] of world.entries())
    bff.answers(
      `GET /api/connections/c${index}/figures`,
      business.state === 'down'
        ? problemAnswer('provider-unavailable')
        : { connectionId: `c${index}`, version: 1, data: figuresOf(business, index), readAt: SAMPLE_NOW },
    )
  bff.open('/businesses')
  const cards = world.map(
    (_, index) =>
      screen.getByRole('heading', { level: 2, name: `Business ${index}` }).closest('li') as HTMLElement,
  )
  await waitFor(() => expect(document.querySelectorAll('.business-figures[aria-busy=true]')).toHaveLength(0))
  return cards
}

const answersOf = (card: HTMLElement) =>
  Object.fromEntries(
    [...card.querySelectorAll('.business-figures .row')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )

describe('the page of all businesses', () => {
  it('shows for each business its own figures in its own currency, even if others fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(BUSINESS, { minLength: 1, maxLength: 5 }), async (world) => {
        const cards = await show(world)
        for (const [index, business] of world.entries()) {
          const card = cards[index] as HTMLElement
          expect(answersOf(card)).toEqual(business.state === 'read' ? expectedAnswers(business, index) : {})
          for (const link of card.querySelectorAll('.business-figures a'))
            expect(link.getAttribute('href')).toMatch(new RegExp(`^/b/c${index}/`))
          if (business.state === 'down')
            expect(within(card).getByText('Harbour isn’t answering')).toBeTruthy()
        }
      }),
      { numRuns: caseCount({ all: 200, sampled: 25 }) },
    )
  })

  it('shows no overdue amount for a business without open invoices', async () => {
    const business = {
      ...{ state: 'read', currency: CURRENCIES[0] as never },
      cash: 1,
      late: 0,
      profit: null,
    }
    const [card] = await show([{ ...business, state: 'read', owed: 0, toDo: 'nothing' }])
    expect(answersOf(card as HTMLElement)).toMatchObject({ 'Owed to you': '$0', Late: '$0' })
  })
})
