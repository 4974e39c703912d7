import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type AheadBooks, buildCashAhead } from '#figures/cash-ahead.ts'
import { addMonths } from '#figures/day.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { AheadPicture, TRIED } from './cash-ahead.tsx'

const TODAY = '2026-11-20'
const RENTS = Array.from({ length: 12 }, (_, index) => `${addMonths('2026-11', index - 11)}-01`)
const BOOKS: AheadBooks = {
  cashMinor: 500_000,
  movements: RENTS.map((day) => ({
    ...{ id: day, day, minor: -240_000, name: 'Rent', account: 'rent', canRepeat: true },
  })),
  invoices: [
    {
      ...{ id: '1042', customerId: 'fern', customer: 'Fern & Co', day: '2026-11-01', dueDate: '2026-12-05' },
      ...{ minor: 300_000, payments: [], paidDay: undefined },
    },
  ],
}
const show = (books: AheadBooks = BOOKS) =>
  render(
    <FigureFrame locale="en">
      <AheadPicture model={buildCashAhead(books, TODAY)} storeAs="ahead-off northwind" />
    </FigureFrame>,
  )
const region = () => screen.getByRole('region', { name: 'Cash ahead' })
const answer = () => region().querySelector('.picture-answer')?.textContent?.replaceAll('\u00a0', ' ')

afterEach(() => localStorage.clear())

describe('the cash forecast', () => {
  it('shows the expected cash in sixty days and the lowest day', () => {
    show()
    expect(answer()).toBe(
      'On 19 January there may be about $3,200. The lowest day is 1 December, with about $2,600.',
    )
  })

  it('explains each expected payment, and remembers which were switched off', () => {
    const first = show()
    expect(region().textContent).toContain('What repeats (1)')
    expect(region().textContent).toContain('Every month, 6 of the last 6 times, last on 1\u00a0November.')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Rent', hidden: true }))
    const without =
      'On 19 January there may be about $8,000. The lowest day is 21 November, with about $5,000.'
    expect(answer()).toBe(without)
    expect(localStorage.getItem('ahead-off northwind')).not.toMatch(/rent/i)
    first.unmount()
    show()
    expect(answer()).toBe(without)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Rent', hidden: true }))
    expect(answer()).toContain('$3,200')
  })

  it('shows the sales tax to put aside, with a link to its account or to all accounts', () => {
    const model = { ...buildCashAhead(BOOKS, TODAY), tax: { minor: 431_049, accountId: 'tax/1' } }
    const draw = (drawn: object) =>
      render(
        <FigureFrame locale="en" linked>
          <AheadPicture model={{ ...model, ...drawn } as typeof model} storeAs="ahead-off northwind" />
        </FigureFrame>,
      )
    const { unmount } = draw({})
    expect(region().textContent).toContain(
      'Put aside $4,310 for sales tax: you collected it and haven’t paid it on yet.',
    )
    const lead = () => screen.getByRole('link', { name: /^\$4,310/ }).getAttribute('href')
    expect(lead()).toBe('/accounts/tax%2F1')
    unmount()
    const several = draw({ tax: { minor: 431_049, accountId: null } })
    expect(lead()).toBe('/accounts')
    several.unmount()
    draw({ tax: undefined })
    expect(region().textContent).not.toContain('sales tax')
  })

  it('shows its measured accuracy', async () => {
    show()
    expect(region().textContent).toContain('From 30 earlier days of these books')
    expect(region().textContent).toContain('missed by at most 5%, and 90% of the days')
    const page = await readFile(
      join(import.meta.dirname, '../../../../../../bench/results/cash-ahead.md'),
      'utf8',
    )
    const [, books, missed, held] = /^\| all \| (\d+) \| ([\d.]+) % \| ([\d.]+) % /m.exec(page) ?? []
    expect(Number(books)).toBe(TRIED.books)
    expect(Math.ceil(Number(missed))).toBe(TRIED.missed)
    expect(Math.floor(Number(held))).toBe(TRIED.held)
  })

  it('lists invoices that are not counted', () => {
    const [invoice] = BOOKS.invoices
    if (invoice === undefined) throw new Error('no invoice')
    show({ ...BOOKS, invoices: [{ ...invoice, dueDate: '2026-11-10' }] })
    expect(region().textContent).toContain(
      '1 invoice, $3,000, is later than any that was paid, and not counted.',
    )
  })

  it('explains why there is no forecast', () => {
    show({ ...BOOKS, movements: BOOKS.movements.slice(9) }).unmount()
    const young = show({ ...BOOKS, movements: BOOKS.movements.slice(9) })
    expect(answer()).toBe('A line into the next 60 days appears when the books are six months old.')
    young.unmount()
    show({ ...BOOKS, movements: BOOKS.movements.slice(0, 2), invoices: [] })
    expect(answer()).toBe(
      'No open invoices and no repeating payments are known, so no line goes on after today.',
    )
  })

  it('lists every step with the cash after it', () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: /^Show as table/ }))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'DayFromAmountCash after',
      '1 DecRent−⁠$2,400.00$2,600.00',
      '5 DecFern & Co$3,000.00$5,600.00',
      '1 JanRent−⁠$2,400.00$3,200.00',
      '19 JanEverything else, as before on average$0.00$3,200.00',
    ])
  })
})
