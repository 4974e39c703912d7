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
  it('tells having no business from having none that can be chosen', () => {
    expect(decide([])).toEqual({ kind: 'no_businesses' })
    expect(decide([business(asBusinessId('a'), 'lapsed')])).toMatchObject({
      kind: 'none_choosable',
      blocked: [{ businessId: 'a' }],
    })
  })

  it('picks the only one, and never one of several', () => {
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

  it('picks the one that was asked for, when it can be chosen', () => {
    expect(
      decide([business(asBusinessId('a')), business(asBusinessId('b'))], asked(asBusinessId('b'))),
    ).toMatchObject({
      chosenId: 'b',
      asked: { kind: 'fine' },
    })
  })

  it('picks none when the one asked for cannot be chosen, also when one other is left', () => {
    expect(
      decide([business(asBusinessId('a')), business(asBusinessId('b'), 'lapsed')], asked(asBusinessId('b'))),
    ).toMatchObject({
      chosenId: undefined,
      asked: { kind: 'blocked' },
    })
  })

  it('cannot tell a foreign business from one that does not exist or text that is no id', () => {
    for (const facts of [asked(asBusinessId('x')), { asked: { kind: 'unreadable' } } as const]) {
      expect(decide([business(asBusinessId('a')), business(asBusinessId('b'))], facts)).toMatchObject({
        chosenId: undefined,
        asked: { kind: 'unknown' },
      })
    }
  })

  it('keeps what the person picked over what was asked for, and forgets it when it can no longer be chosen', () => {
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

  it('offers a search from the ninth on, without regard to case and accents, and it hides nothing below', () => {
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

  it('finds a business by its city too, and one without a city by its name alone', () => {
    const many = Array.from({ length: SEARCH_FROM }, (_, at) => business(asBusinessId(`b${at}`)))
    const inYork = business(asBusinessId('fern'), 'active', 'Fern', 'York')
    const found = (search: string) => {
      const view = decide([...many, inYork], { search })
      return view.kind === 'choose' ? view.shown.map(({ businessId }) => businessId) : view.kind
    }
    expect(found('york')).toEqual(['fern'])
    expect(found('fern york')).toEqual(['fern'])
    expect(found('   b3   ')).toEqual(['b3'])
    // No name and no city has this letter.
    expect(found('w')).toEqual([])
  })
})
