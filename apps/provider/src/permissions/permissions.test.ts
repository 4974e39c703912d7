import fc from 'fast-check'
import { KNOWN_SCOPES } from '@counterfoil/oauth/scope'
import { describe, expect, it } from 'vitest'
import { countThings, isOptional, keptScopes, reasonsFor } from './permissions.ts'

const known = fc.uniqueArray(fc.constantFrom(...KNOWN_SCOPES), { minLength: 1 })

describe(countThings, () => {
  it('formats quantities in words', () => {
    const read = 'user:read business:read customer:read invoice:read'
    expect(countThings(read)).toEqual({ see: 3, change: 0, send: 0 })
  })

  it('counts changing and sending apart from seeing', () => {
    const all = 'invoice:read invoice:write invoice:send customer:write estimate:send'
    expect(countThings(all)).toEqual({ see: 1, change: 2, send: 2 })
  })
})

describe(keptScopes, () => {
  const asked = ['user:read', 'customer:read', 'invoice:read', 'product:read', 'offline_access']

  it('leaves out an optional line that was unticked', () => {
    expect(keptScopes(asked, ['product:read'], [])).toEqual([
      'user:read',
      'customer:read',
      'invoice:read',
      'offline_access',
    ])
    expect(keptScopes(asked, ['product:read'], ['see_products'])).toEqual(asked)
  })

  it('keeps a line whole if only part of it is optional', () => {
    expect(
      isOptional(
        {
          key: 'see_customers_invoices',
          kind: 'see',
          scopes: ['customer:read', 'invoice:read'],
          includesLater: false,
        },
        ['invoice:read'],
      ),
    ).toBe(false)
    expect(keptScopes(asked, ['invoice:read'], [])).toEqual(asked)
  })

  it('never adds a value, and never drops a required one, for any form', () => {
    fc.assert(
      fc.property(known, known, fc.array(fc.string()), (scopes, optional, kept) => {
        const result = keptScopes(scopes, optional, kept)
        expect(result.filter((scope) => !scopes.includes(scope))).toEqual([])
        expect(scopes.filter((scope) => !result.includes(scope) && !optional.includes(scope))).toEqual([])
      }),
    )
  })
})

describe(reasonsFor, () => {
  it('shows each reason once, and none that is inherited', () => {
    const line = {
      key: 'see_customers_invoices',
      kind: 'see',
      scopes: ['customer:read', 'invoice:read', 'toString'],
      includesLater: false,
    } as const
    const why = { 'customer:read': 'why', 'invoice:read': 'why' }
    expect(reasonsFor(line, why, 'en')).toEqual([{ text: 'why', locale: 'en' }])
    expect(reasonsFor(line, {}, 'en')).toEqual([])
  })

  it('shows the reason in the reader’s language if the application gave one, and otherwise names its language', () => {
    const line = { key: 'see_accounts', kind: 'see', scopes: ['account:read'], includesLater: false } as const
    const reasons = { 'account:read': 'to show your balances', 'account:read@fr': 'pour montrer vos soldes' }
    expect(reasonsFor(line, reasons, 'fr')).toEqual([{ text: 'pour montrer vos soldes', locale: 'fr' }])
    expect(reasonsFor(line, reasons, 'en')).toEqual([{ text: 'to show your balances', locale: 'en' }])
    expect(reasonsFor(line, { 'account:read': 'to show your balances' }, 'fr')).toEqual([
      { text: 'to show your balances', locale: 'en' },
    ])
  })
})
