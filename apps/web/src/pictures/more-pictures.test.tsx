import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Locale } from '@counterfoil/bff-api/session'
import { buildBestCustomers } from '#figures/best-customers.ts'
import { buildUpcomingPayments } from '#figures/upcoming-payments.ts'
import { buildHabits } from '#figures/habits.ts'
import { buildInvoiceProgress } from '#figures/invoice-progress.ts'
import { buildAccountBalances } from '#figures/account-balances.ts'
import type { Unavailable } from '#figures/picture-facts.ts'
import { buildWhatSells } from '#figures/what-sells.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { invoiceRow, money, payment, TODAY } from '#testing/figure-rows.ts'
import { BestCustomers } from './best-customers.tsx'
import { UpcomingPayments } from './upcoming-payments.tsx'
import { Habits } from './habits.tsx'
import { InvoiceProgress } from './invoice-progress.tsx'
import { AccountBalances } from './account-balances.tsx'
import { WhatSells } from './what-sells.tsx'

const about = { today: TODAY, currency: { code: 'CAD', exponent: 2 }, partial: false }
const CUSTOMERS = ['Fern & Co', 'Larch Ltd', 'Okafor Plumbing']
const invoices = Array.from({ length: 12 }, (_, place) =>
  invoiceRow({
    id: String(place),
    invoiceNumber: String(1040 + place),
    customer: { id: String(place % 3), name: CUSTOMERS[place % 3] ?? '' },
    invoiceDate: '2026-10-01',
    dueDate: `2026-12-${String(place + 1).padStart(2, '0')}`,
    lastSentAt: '2026-11-01T12:00:00Z',
    payments: [payment(`2026-12-${String(place + 4).padStart(2, '0')}`, '113')],
  }),
)
const account = (name: string, value: string, balance: string | null) => ({
  id: name,
  name,
  isArchived: false,
  type: { value },
  normalBalanceType: value === 'ASSET' ? 'DEBIT' : 'CREDIT',
  balanceInBusinessCurrency: balance,
})
const show = (picture: ReactElement, locale: Locale = 'en') =>
  render(<FigureFrame locale={locale}>{picture}</FigureFrame>)
const region = () => screen.getByRole('region')
/** Returns the text of a chart for screen readers, without visual-only parts. */
const said = () => region().textContent.replaceAll('\u00a0', ' ')

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the upcoming payments chart', () => {
  const model = buildUpcomingPayments(invoices, { ...about, habits: [{ customerId: '0', median: 9 }] })

  it('shows the amount due, the end date and late payers', () => {
    show(<UpcomingPayments model={model} />)
    expect(said()).toContain('$1,356 is due by 19 January. Fern & Co usually pays 9 days late.')
    const rows = within(region()).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '1\u00a0DecFern & Co usually 10\u00a0Dec$113.00',
      '2\u00a0DecLarch Ltd$113.00',
      '3\u00a0DecOkafor Plumbing$113.00',
      '4\u00a0DecFern & Co usually 13\u00a0Dec$113.00',
      '5\u00a0DecLarch Ltd$113.00',
      '6\u00a0DecOkafor Plumbing$113.00',
      '7\u00a0DecFern & Co usually 16\u00a0Dec$113.00',
    ])
    expect(said()).toContain('and 5 more$565.00Due$1,356.00')
  })

  it('lists every invoice in its table', () => {
    show(<UpcomingPayments model={model} />)
    fireEvent.click(screen.getByRole('button', { name: /Show as table/ }))
    expect(screen.getAllByRole('row')).toHaveLength(14)
    expect(screen.getByRole('table').textContent).toContain(
      '1\u00a0December\u00a02026Fern & Co10\u00a0December\u00a02026$113.00',
    )
  })

  it('reports that nothing is due, and "at least" while rows are missing', () => {
    show(<UpcomingPayments model={buildUpcomingPayments([], { ...about, habits: [] })} />)
    expect(said()).toContain('Nothing is due in the next 60 days.')
    cleanup()
    show(<UpcomingPayments model={{ ...model, partial: true }} />)
    expect(said()).toContain('At least $1,356 is due')
  })

  it('names invoices instead of customers without the permission for customers', () => {
    const unnamed = invoices.map(({ customer: _customer, ...row }) => row)
    show(<UpcomingPayments model={buildUpcomingPayments(unnamed, { ...about, habits: [] })} />)
    expect(said()).toContain('1 DecInvoice 1040$113.00')
  })
})

describe('the best customers chart', () => {
  it('shows how few customers make half of the total, and marks the place', () => {
    const rows = invoices.map((row, place) => (place === 0 ? { ...row, total: money(101_300) } : row))
    show(<BestCustomers model={buildBestCustomers(rows, about)} />)
    expect(said()).toContain(
      'One customer brings 62% of what was invoiced since 1 November 2025, before taxes.',
    )
    const [first, second] = within(region()).getAllByRole('listitem')
    expect(first?.textContent).toBe('Fern & Co$1,300.00Half of the total is reached here')
    expect(second?.textContent).toBe('Larch Ltd$400.00')
    expect(said()).toContain('Total$2,100.00')
  })

  it('is one sentence for fewer than three customers, and another for none', () => {
    show(<BestCustomers model={buildBestCustomers(invoices.slice(0, 2), about)} />)
    expect(said()).toContain(
      'Since 1 November 2025, $200 was invoiced before taxes, all of it to Fern & Co and Larch Ltd.',
    )
    cleanup()
    show(<BestCustomers model={buildBestCustomers([], about)} />)
    expect(said()).toContain('Nothing was invoiced since 1 November 2025.')
  })

  it('adds up the customers that are not drawn', () => {
    const rows = invoices.map((row) => ({ ...row, customer: { id: row.id, name: `Customer ${row.id}` } }))
    show(<BestCustomers model={buildBestCustomers(rows, about)} />)
    expect(within(region()).getAllByRole('listitem')).toHaveLength(8)
    expect(said()).toContain('4 others$400.00')
  })
})

describe('the product sales chart', () => {
  it('names the product with the highest sales, and the discounts that are not subtracted', () => {
    const rows = [
      invoiceRow({ id: '1', discountTotal: money(500) }),
      invoiceRow({ id: '2', invoiceDate: '2026-03-02' }),
    ]
    show(<WhatSells model={buildWhatSells(rows, about)} />)
    expect(said()).toContain(
      'Labour earns most: 100% of what was invoiced since 1 November 2025, before taxes.',
    )
    expect(said()).toContain('Discounts on 1 whole invoice, $5.00 together, are not taken off.')
    expect(region().querySelectorAll('.spark')).toHaveLength(1)
  })

  it('draws no monthly line for a young business', () => {
    show(<WhatSells model={buildWhatSells([invoiceRow({ id: '1' })], about)} />)
    expect(said()).toContain('since 2 November 2026')
    expect(region().querySelectorAll('.spark')).toHaveLength(0)
  })
})

describe('the payment habits chart', () => {
  it('names the latest payer and the usual delay of each customer', () => {
    show(<Habits model={buildHabits(invoices, about)} />)
    expect(said()).toContain('Fern & Co is usually the last to pay: 3 days late.')
    expect(within(region()).getAllByRole('listitem')[0]?.textContent).toBe(
      'Fern & Cousually 3 days late, from 3 days late to 3 days late',
    )
  })

  it('reports if everyone pays on time, or no habit is known', () => {
    const early = invoices.map((row) => ({ ...row, payments: [payment('2026-11-30', '113')] }))
    show(<Habits model={buildHabits(early, about)} />)
    expect(said()).toContain('Everyone here usually pays in time.')
    cleanup()
    show(<Habits model={buildHabits([], about)} />)
    expect(said()).toContain('a customer with three paid invoices')
  })
})

describe('the balance sheet chart', () => {
  const rows = [
    account('Chequing', 'ASSET', '900.00'),
    account('Loan', 'LIABILITY', '300.00'),
    account('Sales', 'INCOME', '600.00'),
    account('Till', 'ASSET', null),
  ]

  it('shows assets, debts and net worth', () => {
    show(<AccountBalances model={buildAccountBalances(rows, { exponent: 2, partial: false })} />)
    expect(said()).toContain('The business has $900 and owes $300: $600 is left.')
    expect(said()).toContain('Assets less debts$600.00')
    expect(said()).toContain('Owners’ capital, with all profits$600.00')
    expect(said()).not.toContain('Difference')
    expect(said()).toContain('The balance of 1 account is not known and not counted.')
  })

  it('shows cents if rounded parts would not add up', () => {
    const odd = [account('Chequing', 'ASSET', '900.50'), account('Loan', 'LIABILITY', '300.25')]
    show(<AccountBalances model={buildAccountBalances(odd, { exponent: 2, partial: false })} />)
    expect(said()).toContain('The business has $900.50 and owes $300.25: $600.25 is left.')
    expect(said()).toContain('Difference between the two$600.25')
  })

  it('reports debts that exceed the assets', () => {
    show(
      <AccountBalances
        model={buildAccountBalances([account('Loan', 'LIABILITY', '7')], { exponent: 2, partial: false })}
      />,
    )
    expect(said()).toContain('The business has $0 and owes $7: $7 more than it has.')
  })
})

describe('the invoice status chart', () => {
  const journey = { today: TODAY, timezone: null, partial: false }

  it('shows the number of unopened invoices and counts each step', () => {
    show(<InvoiceProgress model={buildInvoiceProgress(invoices, journey)} />)
    expect(said()).toContain(
      '12 invoices were sent in the last 90 days and have not been opened since, nor paid.',
    )
    expect(
      within(region())
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Sent12', 'Opened0', 'Due by now0', 'Paid0'])
  })

  it('reports if no invoice is unopened, or none was sent', () => {
    const paidUnopened = invoices.map((row) => ({ ...row, amountDue: money(0) }))
    show(<InvoiceProgress model={buildInvoiceProgress(paidUnopened.slice(0, 1), journey)} />)
    expect(said()).toContain(
      'Every invoice sent in the last 90 days was opened or paid. 1 was paid unopened.',
    )
    cleanup()
    show(<InvoiceProgress model={buildInvoiceProgress([], journey)} />)
    expect(said()).toContain('No invoice was sent in the last 90 days.')
  })
})

describe('every further chart', () => {
  const pictures = (model: Unavailable) => [
    <UpcomingPayments key="1" model={model} />,
    <BestCustomers key="2" model={model} />,
    <WhatSells key="3" model={model} />,
    <Habits key="4" model={model} />,
    <AccountBalances key="5" model={model} />,
    <InvoiceProgress key="6" model={model} />,
  ]

  it.each(['failed', 'refused', 'not_allowed'] as const)(
    'keeps its place and shows the reason: %s',
    (why) => {
      show(<>{pictures({ form: 'unavailable', why })}</>)
      const regions = screen.getAllByRole('region')
      expect(regions).toHaveLength(6)
      expect(new Set(regions.map(({ textContent }) => textContent)).size).toBe(6)
      for (const each of regions) expect(each.querySelector('.picture-answer')?.textContent).not.toBe('')
    },
  )

  it('is translated into French', () => {
    show(
      <UpcomingPayments
        model={buildUpcomingPayments(invoices, { ...about, habits: [{ customerId: '0', median: 9 }] })}
      />,
      'fr',
    )
    expect(said()).toContain(
      '1 356 $ à recevoir d’ici le 19 janvier. Fern & Co paie d’habitude 9 jours après l’échéance.',
    )
  })
})
