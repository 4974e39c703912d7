import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeScopes } from './permissions.ts'
import { KNOWN_SCOPES } from './scope.ts'

const keys = (scope: string) => describeScopes(scope.split(' ')).map((permission) => permission.key)
const known = fc.uniqueArray(fc.constantFrom(...KNOWN_SCOPES), { minLength: 1 })

describe(describeScopes, () => {
  it('groups permissions by resource, with customers and invoices in one line, and read before write', () => {
    expect(keys('invoice:write invoice:read customer:read user:read')).toEqual([
      'see_profile',
      'see_customers_invoices',
      'change_invoices',
    ])
    expect(keys('customer:read')).toEqual(['see_customers'])
  })

  it('lists all operations of a * scope, and marks that later ones are included', () => {
    const lines = describeScopes(['invoice:*'])
    expect(lines.map((line) => line.key)).toEqual(['see_invoices', 'change_invoices', 'send_invoices'])
    expect(lines.every((line) => line.includesLater)).toBe(true)
    expect(describeScopes(['invoice:read'])[0]?.includesLater).toBe(false)
  })

  it('marks the joint line of customers and invoices as including later operations if either scope does', () => {
    const merged = (...scopes: string[]) =>
      describeScopes(scopes).find(({ key }) => key === 'see_customers_invoices')
    expect(merged('customer:read', 'invoice:read')).toEqual({
      ...{ key: 'see_customers_invoices', kind: 'see', includesLater: false },
      scopes: ['customer:read', 'invoice:read'],
    })
    expect(merged('customer:*', 'invoice:read')?.includesLater).toBe(true)
    expect(merged('customer:read', 'invoice:*')?.includesLater).toBe(true)
  })

  it('lists the permission to send only for invoices and estimates', () => {
    expect(keys('estimate:*')).toEqual(['see_estimates', 'change_estimates', 'send_estimates'])
    expect(keys('vendor:*')).toEqual(['see_vendors', 'change_vendors'])
    expect(describeScopes(['vendor:send', 'product:send'])).toEqual([])
  })

  it('shows no line for values that grant nothing, and one for every value that grants something', () => {
    expect(keys('offline_access')).toEqual([])
    fc.assert(
      fc.property(known, (scopes) => {
        const shown = new Set(describeScopes(scopes).flatMap((line) => line.scopes))
        expect(scopes.filter((scope) => scope !== 'offline_access' && !shown.has(scope))).toEqual([])
      }),
    )
  })
})
