import { describe, expect, it } from 'vitest'
import { titlesIn } from './unchanged-titles.ts'

const NEW = { itemTitle: 'Items', unitTitle: 'Quantity', priceTitle: 'Price', amountTitle: 'Amount' }

describe(titlesIn, () => {
  it.each([
    ['en', 'invoice', ['Invoice', 'Items', 'Quantity', 'Price', 'Amount']],
    ['fr', 'invoice', ['Facture', 'Articles', 'Quantité', 'Prix', 'Montant']],
    ['de', 'invoice', ['Rechnung', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag']],
    ['de', 'estimate', ['Angebot', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag']],
  ] as const)('translates default titles: %s, %s', (locale, kind, said) => {
    const titles = { title: kind === 'invoice' ? 'Invoice' : 'Estimate', ...NEW }
    expect(Object.values(titlesIn(locale, { kind, titles }))).toEqual(said)
  })

  it('keeps titles that the business changed', () => {
    const titles = { ...NEW, title: 'Tax invoice', unitTitle: 'Hours' }
    expect(titlesIn('de', { kind: 'invoice', titles })).toMatchObject({
      title: 'Tax invoice',
      unitTitle: 'Hours',
      itemTitle: 'Bezeichnung',
    })
  })
})
