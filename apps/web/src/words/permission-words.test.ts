import { describeScopes } from '@counterfoil/oauth/permissions'
import { describe, expect, it } from 'vitest'
import { de } from './de.ts'
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

const harbour = { t: en, locale: 'en', scopeWords: {} } as const
const ledger = {
  ...harbour,
  scopeWords: {
    'books.read': { en: 'See your books', de: 'Ihre Bücher sehen', fr: 'Voir vos livres' },
    'invoice:read': { en: 'See bills', de: 'Belege sehen', fr: 'Voir les factures' },
  },
}

describe(permissionWords, () => {
  it('has plain words for every permission there is', () => {
    for (const value of KNOWN)
      for (const { key } of permissionWords([value], harbour)) expect(key, value).not.toBe('other')
  })
  it('says one thing once, seeing, changing and sending apart, as the provider does', () => {
    const words = permissionWords(['invoice:send', 'invoice:read', 'invoice:write', 'customer:read'], harbour)
    expect(words.map(({ key, name, thing, kind }) => [key, name, thing, kind])).toEqual([
      ['see_customers_invoices', 'Customers and invoices', 'Customers and invoices', 'see'],
      ['change_invoices', 'Change: Invoices and payments', 'Invoices and payments', 'change'],
      ['send_invoices', 'Send: Invoices and payments', 'Invoices and payments', 'send'],
    ])
  })
  it('counts what the provider counts', () => {
    for (const values of [['account:*'], ['invoice:send', 'user:read'], [...KNOWN], ['offline_access']])
      expect(permissionWords(values, harbour)).toHaveLength(describeScopes(values).length)
  })
  it('has no words for values that allow nothing', () => {
    expect(permissionWords(['offline_access'], harbour)).toEqual([])
  })
  it('uses the words of the provider before its own, in the language of the page', () => {
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
  it('does not hide a permission it does not know', () => {
    expect(permissionWords(['payroll:read'], harbour)[0]?.key).toBe('other')
  })
})

describe(permissionNames, () => {
  it('leaves the words of the provider as they are', () => {
    expect(permissionNames(['books.read'], ledger, createFormat('en', 'UTC', 0))).toEqual(['See your books'])
  })
  it('are written small, to stand inside a sentence', () => {
    expect(permissionNames(['product:read', 'business:read'], harbour, createFormat('en', 'UTC', 0))).toEqual(
      ['business details', 'products and services'],
    )
  })
})
