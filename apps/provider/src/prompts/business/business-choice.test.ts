import { describe, expect, it } from 'vitest'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import { judgeBusinessChoice, type BusinessAccess } from '#businesses/business-access.ts'
import { decideBusinessChoice, SEARCH_FROM, type ChoiceFacts } from './business-choice.ts'

function business(
  businessId: BusinessId,
  state: 'active' | 'lapsed' = 'active',
  name: string = businessId,
  city: string | null = null,
): BusinessAccess {
  const facts = {
    isArchived: false,
    role: 'owner',
    plan: { state, name: 'Pro', reason: null, endsOn: null, endedOn: null },
  } as const
  const rest = { businessId, name, city, currencyCode: 'CAD', isPersonal: false, isDefault: false }
  return { ...rest, ...facts, choice: judgeBusinessChoice(facts) }
}

const decide = (businesses: readonly BusinessAccess[], facts: Partial<ChoiceFacts> = {}) =>
  decideBusinessChoice({ businesses, asked: { kind: 'none' }, picked: undefined, search: '', ...facts })
const asked = (businessId: BusinessId) => ({ asked: { kind: 'business', businessId } }) as const

describe(decideBusinessChoice, () => {
  it('distinguishes a person without a business from one whose businesses cannot be chosen', () => {
    expect(decide([])).toEqual({ kind: 'no_businesses' })
    expect(decide([business(asBusinessId('a'), 'lapsed')])).toMatchObject({
      kind: 'none_choosable',
      blocked: [{ businessId: 'a' }],
    })
  })

  it('preselects the only business that can be chosen, and none of several', () => {
    expect(decide([business(asBusinessId('a')), business(asBusinessId('b'), 'lapsed')])).toMatchObject({
      chosenId: 'a',
      choosable: [{ businessId: 'a' }],
      blocked: [{ businessId: 'b' }],
      asked: { kind: 'none' },
    })
    expect(decide([business(asBusinessId('a')), business(asBusinessId('b'))])).toMatchObject({
      chosenId: undefined,
    })
  })

  it('preselects the requested business if it can be chosen', () => {
    expect(
      decide([business(asBusinessId('a')), business(asBusinessId('b'))], asked(asBusinessId('b'))),
    ).toMatchObject({
      chosenId: 'b',
      asked: { kind: 'fine' },
    })
  })

  it('preselects none if the requested business cannot be chosen, even if only one other can', () => {
    expect(
      decide([business(asBusinessId('a')), business(asBusinessId('b'), 'lapsed')], asked(asBusinessId('b'))),
    ).toMatchObject({
      chosenId: undefined,
      asked: { kind: 'blocked' },
    })
  })

  it('gives the same answer for another person’s business, an unknown one and a malformed id', () => {
    for (const facts of [asked(asBusinessId('x')), { asked: { kind: 'unreadable' } } as const]) {
      expect(decide([business(asBusinessId('a')), business(asBusinessId('b'))], facts)).toMatchObject({
        chosenId: undefined,
        asked: { kind: 'unknown' },
      })
    }
  })

  it('prefers the person’s choice to the requested business, and drops it if it can no longer be chosen', () => {
    expect(
      decide([business(asBusinessId('a')), business(asBusinessId('b'))], {
        ...asked(asBusinessId('b')),
        picked: 'a',
      }),
    ).toMatchObject({
      chosenId: 'a',
    })
    expect(
      decide(
        [business(asBusinessId('a')), business(asBusinessId('b')), business(asBusinessId('c'), 'lapsed')],
        { picked: 'c' },
      ),
    ).toMatchObject({
      chosenId: undefined,
    })
  })

  it('offers a search from nine businesses on, without regard to case and accents, and ignores it below nine', () => {
    const eight = Array.from({ length: SEARCH_FROM - 1 }, (_, at) => business(asBusinessId(`b${at}`)))
    expect(decide(eight, { search: 'nothing' })).toMatchObject({ hasSearch: false, shown: eight })
    const nine = [...eight, business(asBusinessId('cafe'), 'active', asBusinessId('Café Étoile'))]
    expect(decide(nine, { search: ' ETOILE ' })).toMatchObject({
      hasSearch: true,
      shown: [{ businessId: 'cafe' }],
      choosable: nine,
    })
    expect(decide(nine, { search: 'nothing' })).toMatchObject({ kind: 'choose', shown: [] })
    expect(decide(nine, { search: '  ' })).toMatchObject({ shown: nine })
  })

  it('searches the name and the city of a business, which may have no city', () => {
    const many = Array.from({ length: SEARCH_FROM }, (_, at) => business(asBusinessId(`b${at}`)))
    const inYork = business(asBusinessId('fern'), 'active', 'Fern', 'York')
    const found = (search: string) => {
      const view = decide([...many, inYork], { search })
      return view.kind === 'choose' ? view.shown.map(({ businessId }) => businessId) : view.kind
    }
    expect(found('york')).toEqual(['fern'])
    expect(found('fern york')).toEqual(['fern'])
    expect(found('   b3   ')).toEqual(['b3'])
    // No name and no city contains this letter.
    expect(found('w')).toEqual([])
  })
})
