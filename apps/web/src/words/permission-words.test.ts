import { describeScopes } from '@counterfoil/oauth/permissions'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { createFormat } from './format.ts'
import { permissionNames, permissionWords } from './permission-words.ts'

/** Every resource of the provider's permissions. */
const KNOWN = [
  'account',
  'business',
  'customer',
  'estimate',
  'invoice',
  'product',
  'sales_tax',
  'transaction',
  'user',
  'vendor',
].map((resource) => `${resource}:read`)

describe(permissionWords, () => {
  it('has plain words for every permission there is', () => {
    for (const value of KNOWN)
      for (const { key } of permissionWords([value], en)) expect(key, value).not.toBe('other')
  })
  it('says one thing once, seeing, changing and sending apart, as the provider does', () => {
    const words = permissionWords(['invoice:send', 'invoice:read', 'invoice:write', 'customer:read'], en)
    expect(words.map(({ key, name, thing, kind }) => [key, name, thing, kind])).toEqual([
      ['see_customers_invoices', 'Customers and invoices', 'Customers and invoices', 'see'],
      ['change_invoices', 'Change: Invoices and payments', 'Invoices and payments', 'change'],
      ['send_invoices', 'Send: Invoices and payments', 'Invoices and payments', 'send'],
    ])
  })
  it('counts what the provider counts', () => {
    for (const values of [['account:*'], ['invoice:send', 'user:read'], [...KNOWN], ['offline_access']])
      expect(permissionWords(values, en)).toHaveLength(describeScopes(values).length)
  })
  it('has no words for values that allow nothing', () => {
    expect(permissionWords(['offline_access'], en)).toEqual([])
  })
  it('does not hide a permission it does not know', () => {
    expect(permissionWords(['payroll:read'], en)[0]?.key).toBe('other')
  })
})

describe(permissionNames, () => {
  it('are written small, to stand inside a sentence', () => {
    expect(permissionNames(['product:read', 'business:read'], en, createFormat('en', 'UTC', 0))).toEqual([
      'business details',
      'products and services',
    ])
  })
})
