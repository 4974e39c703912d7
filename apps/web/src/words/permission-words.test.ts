import { describeScopes } from '@counterfoil/oauth/permissions'
import { describe, expect, it } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { createFormat } from './format.ts'
import { permissionNames, permissionWords } from './permission-words.ts'

/** Every resource in the provider's permissions. */
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

const harbour = { t: en, locale: 'en', scopeWords: {} } as const
const ledger = {
  ...harbour,
  scopeWords: {
    'books.read': { en: 'See your books', de: 'Ihre Bücher sehen', fr: 'Voir vos livres' },
    'invoice:read': { en: 'See bills', de: 'Belege sehen', fr: 'Voir les factures' },
  },
}

describe(permissionWords, () => {
  it('has plain words for every known permission', () => {
    for (const value of KNOWN)
      for (const { key } of permissionWords([value], harbour)) expect(key, value).not.toBe('other')
  })
  it('lists each subject once, with reading, changing and sending separated as at the provider', () => {
    const words = permissionWords(['invoice:send', 'invoice:read', 'invoice:write', 'customer:read'], harbour)
    expect(words.map(({ key, name, thing, kind }) => [key, name, thing, kind])).toEqual([
      ['see_customers_invoices', 'Customers and invoices', 'Customers and invoices', 'see'],
      ['change_invoices', 'Change: Invoices and payments', 'Invoices and payments', 'change'],
      ['send_invoices', 'Send: Invoices and payments', 'Invoices and payments', 'send'],
    ])
  })
  it('lists as many permissions as the provider', () => {
    for (const values of [['account:*'], ['invoice:send', 'user:read'], [...KNOWN], ['offline_access']])
      expect(permissionWords(values, harbour)).toHaveLength(describeScopes(values).length)
  })
  it('is empty for scopes without a permission', () => {
    expect(permissionWords(['offline_access'], harbour)).toEqual([])
  })
  it('prefers the words of the provider to its own, in the language of the page', () => {
    const values = ['openid', 'books.read', 'invoice:read', 'product:read']
    expect(permissionWords(values, ledger).map(({ kind, name }) => [kind, name])).toEqual([
      ['own', 'See your books'],
      ['own', 'See bills'],
      ['see', 'Products and services'],
    ])
    expect(permissionWords(['books.read'], { ...ledger, t: de, locale: 'de' })[0]?.name).toBe(
      'Ihre Bücher sehen',
    )
  })
  it('lists an unknown permission, too', () => {
    expect(permissionWords(['payroll:read'], harbour)[0]?.key).toBe('other')
  })
})

describe(permissionNames, () => {
  it('keeps the words of the provider unchanged', () => {
    expect(permissionNames(['books.read'], ledger, createFormat('en', 'UTC', 0))).toEqual(['See your books'])
  })
  it('begins with a lower-case letter, for use inside a sentence', () => {
    expect(permissionNames(['product:read', 'business:read'], harbour, createFormat('en', 'UTC', 0))).toEqual(
      ['business details', 'products and services'],
    )
  })
})
