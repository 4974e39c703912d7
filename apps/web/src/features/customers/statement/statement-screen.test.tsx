import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FIGURES_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const READS = ['business:read', 'customer:read', 'invoice:read']
const ADDRESS = {
  ...{ addressLine1: '1 Quay St', addressLine2: null, city: 'Toronto', postalCode: 'M5V 1A1' },
  ...{ province: { name: 'Ontario' }, country: { code: 'CA', name: 'Canada' } },
}
const money = (minor: number, exponent = 2) => ({
  value: (minor / 10 ** exponent).toFixed(exponent),
  minorUnitValue: `${minor}`,
})
const row = (
  number: string,
  about: { readonly total: number; readonly due: number; readonly code?: string },
) => ({
  ...{ id: number, invoiceNumber: number, invoiceDate: '2026-10-01', dueDate: '2026-10-31' },
  total: money(about.total),
  amountDue: { ...money(about.due), currency: { code: about.code ?? 'CAD', exponent: 2 } },
})
const answer = (rows: readonly object[], totalCount = rows.length) =>
  bff.answers(FIGURES_CALL, {
    data: {
      business: {
        ...{ id: 'B', name: 'Northwind Trading', timezone: 'America/Toronto', address: ADDRESS },
        customer: { id: 'C1', name: 'Fern & Co', address: { ...ADDRESS, addressLine1: '9 Elm Rd' } },
        open: { pageInfo: { totalCount }, edges: rows.map((node) => ({ node })) },
      },
    },
  })

beforeEach(() => {
  bff.session = signedInSession([sampleConnection({ scopes: READS })], { idleEndsAt: null })
})

describe('the customer statement', () => {
  it('lists each unpaid invoice with its paid part, and adds up each currency separately', async () => {
    answer([
      row('7', { total: 100_000, due: 60_010 }),
      row('8', { total: 20, due: 20 }),
      row('9', { total: 500, due: 500, code: 'EUR' }),
    ])
    bff.open('/customers/C1/statement')
    await screen.findByRole('heading', { level: 1, name: 'Statement: Fern & Co' })
    const [dollars, euros] = screen.getAllByRole('table').map((table) =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' ')),
    )
    expect(dollars?.[0]).toContain('7 1 Oct 2026')
    expect(dollars?.[0]).toMatch(/days late\$1,000\.00\$399\.90\$600\.10$/)
    expect(dollars?.at(-1)).toBe('Total$600.30')
    expect(euros?.at(-1)).toBe('Total€5.00')
    expect(screen.getByRole('main').textContent).toContain('9 Elm Rd')
    expect(screen.getByRole('main').textContent).toContain('1 Quay St')
  })

  it('reports if there are more invoices than it lists', async () => {
    answer([row('7', { total: 1, due: 1 })], 1204)
    bff.open('/customers/C1/statement')
    expect(await screen.findByText('The 1 oldest of 1,204 unpaid invoices.')).toBeDefined()
  })

  it('has no table and no print button if the customer owes nothing', async () => {
    answer([])
    bff.open('/customers/C1/statement')
    expect(await screen.findByText('No unpaid invoices.')).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('button', { name: /Print/ })).toBeNull()
  })
})
