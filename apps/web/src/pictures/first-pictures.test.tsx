import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NOTHING_EXCLUDED } from '#figures/picture-facts.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { sampleOverview } from '#figures/sample-overview.ts'
import { CashPicture } from './cash-picture.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { OwedPicture, shareOut } from './owed-picture.tsx'
import { ProfitPicture } from './profit-picture.tsx'

const figures = sampleOverview()
const region = (name: string) => screen.getByRole('region', { name })
const answer = (name: string) => region(name).querySelector('.picture-answer')?.textContent
const show = (picture: React.ReactNode, locale: 'en' | 'fr' = 'en') =>
  render(<FigureFrame locale={locale}>{picture}</FigureFrame>)
const facts = { from: { accounts: 1 }, excluded: NOTHING_EXCLUDED, partial: false }

describe('the cash chart', () => {
  it('shows the current cash and the difference since its start', () => {
    show(<CashPicture model={figures.cashLine} />)
    expect(answer('Cash')).toBe('You have $18,420, $7,420 more than on 1\u00a0December\u00a02025.')
    expect(region('Cash').textContent).toContain('Lowest: $9,800 on 28\u00a0February')
  })

  it.each([
    ['young', 'You have $150. A line appears when the books are a month old.'],
    ['differs', 'You have $150. Earlier days don’t add up to this total, so no line is drawn.'],
    ['not_offered', 'You have $150. A line needs earlier days, which Harbour doesn’t offer.'],
    ['not_allowed', 'You have $150. To show how it got there, Counterfoil needs to see transactions.'],
    ['failed', 'You have $150. The days before didn’t load, so no line is drawn.'],
  ] as const)('shows account bars, and the reason: %s', (why, text) => {
    const accounts = [{ id: 'a', name: 'Everyday', minor: 15_000 }]
    show(<CashPicture model={{ form: 'accounts', why, endMinor: 15_000, accounts, ...facts }} />)
    expect(answer('Cash')).toBe(text)
    expect(within(region('Cash')).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('is a sentence if nothing has moved or it did not load', () => {
    show(
      <>
        <CashPicture model={{ form: 'empty', ...facts }} />
      </>,
    )
    expect(answer('Cash')).toBe('No money has come in or gone out yet.')
  })
})

describe('the months of a chart', () => {
  it('have axis labels beside the drawing, not over it', () => {
    show(<FlowPicture model={figures.inAndOut} />)
    const [axis, drawing] = region('Money in and out').querySelectorAll('svg')
    expect([...(axis?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      ...['−\u2060$15K', '−\u2060$10K', '−\u2060$5K', '$0', '$5K', '$10K', '$15K'],
    ])
    expect(drawing?.querySelector('text')).toBeNull()
    expect(drawing?.contains(axis ?? null)).toBe(false)
  })

  it('are read with the arrow keys, in one focus stop', () => {
    show(<FlowPicture model={figures.inAndOut} />)
    const slider = screen.getByRole('slider', { name: 'Money in and out: Month' })
    const at = () => slider.getAttribute('aria-valuetext')
    const key = (name: string) => fireEvent.keyDown(slider, { key: name })
    expect(slider.tabIndex).toBe(0)
    expect(at()).toBe('November so far: in $11,950, out $8,300')
    key('ArrowRight')
    expect(slider.getAttribute('aria-valuenow')).toBe('12')
    key('ArrowLeft')
    expect(at()).toBe('October\u00a02026: in $13,300, out $12,600')
    key('Home')
    key('ArrowDown')
    expect(at()).toBe('December\u00a02025: in $7,400, out $6,900')
    expect(region('Money in and out').querySelector('.months-reading')?.textContent).toBe(at())
    key('End')
    expect(slider.getAttribute('aria-valuenow')).toBe('12')
  })

  it('leave other keys to the page', () => {
    show(<FlowPicture model={figures.inAndOut} />)
    expect(fireEvent.keyDown(screen.getByRole('slider'), { key: 'PageDown' })).toBe(true)
    expect(fireEvent.keyDown(screen.getByRole('slider'), { key: 'Home' })).toBe(false)
  })
})

describe('the chart of money in and out', () => {
  it('shows this month so far and the same days of the previous month', () => {
    show(<FlowPicture model={figures.inAndOut} />)
    expect(answer('Money in and out')).toBe(
      'In November so far, $11,950 came in and $8,300 went out: $3,650 more came in. ' +
        'In the same days of October, $9,100 came in and $9,400 went out.',
    )
  })

  it('names what is unknown, and shows no trend in the first month', () => {
    const months = [
      { month: '2026-10', inMinor: null, outMinor: null },
      { month: '2026-11', inMinor: 14_040, outMinor: 14_060 },
    ]
    show(<FlowPicture model={{ form: 'young', source: 'cash', months, movedMinor: 0, ...facts }} />)
    expect(answer('Money in and out')).toBe(
      'In November so far, $140.40 came in and $140.60 went out: $0.20 more went out.',
    )
    expect(region('Money in and out').querySelector('ol')?.textContent).toContain(
      'October\u00a02026: not known',
    )
  })

  it('uses invoices only if the provider has no transactions', () => {
    const months = [{ month: '2026-11', inMinor: 1_195_000, outMinor: null }]
    const model = { form: 'full', source: 'payments', months, movedMinor: 0, ...facts } as const
    show(<FlowPicture model={{ ...model, from: { payments: 31 } }} />)
    const told = 'In November so far, $11,950 came in. Harbour doesn’t say what went out.'
    expect(answer('Money in from invoices')).toBe(told)
    expect(region('Money in from invoices').textContent).toContain('From 31 payments, read at')
    cleanup()
    show(<FlowPicture model={{ ...model, partial: true }} />)
    expect(answer('Money in from invoices')).toBe(told.replace('$', 'at least $'))
  })

  it.each([
    [{ form: 'empty', source: 'payments', ...facts }, 'No invoice was paid in the last twelve months.'],
    [
      { form: 'unavailable', source: 'payments', why: 'not_allowed' },
      'To show what came in, Counterfoil needs to see invoices.',
    ],
  ] as const)('names without transactions what is missing: %o', (model, text) => {
    show(<FlowPicture model={model} />)
    expect(answer('Money in from invoices')).toBe(text)
  })

  it('reports transfers between own accounts, which no month counts', () => {
    show(<FlowPicture model={figures.inAndOut} />)
    expect(region('Money in and out').textContent).toContain(
      'Not counted: $2,000 that only moved between your own accounts.',
    )
  })
})

describe('the chart of open invoices', () => {
  it('shows the overdue sum and five parts that add up to the total', () => {
    show(<OwedPicture model={figures.whoOwesYou} />)
    expect(answer('Who owes you')).toBe('$5,930 is late, $980 of it more than 90 days.')
    const amounts = [...region('Who owes you').querySelectorAll('.ledger:not(h3 + *) .amount')].map(
      ({ textContent }) => textContent,
    )
    expect(amounts).toEqual(['$6,400.00', '$3,100.00', '$1,250.00', '$600.00', '$980.00', '$12,330.00'])
    expect(region('Who owes you').textContent).toContain(
      'In credit: overpaid invoices and credit notes$120.50',
    )
    expect(region('Who owes you').textContent).toContain('Fern & CoInvoice 1042 · 12 days late$1,800.00')
  })

  it('draws every part at a visible width, together as wide as the bar', () => {
    const widths = shareOut([0.9999, 0.0001, 0, 0, 0])
    expect(widths[1]).toBeGreaterThan(0.005)
    expect(widths.slice(2)).toEqual([0, 0, 0])
    expect(widths.reduce((all, width) => all + width, 0)).toBeCloseTo(1)
  })

  it('reports that nothing is owed, and what it needs', () => {
    show(<OwedPicture model={{ form: 'empty', credit: { minor: 0 }, ...facts }} />)
    expect(answer('Who owes you')).toBe('Nobody owes you anything.')
  })

  it('shows "at least" while invoices are missing', () => {
    if (figures.whoOwesYou.form !== 'full') throw new Error('no sample')
    show(<OwedPicture model={{ ...figures.whoOwesYou, veryLate: { minor: 0 }, partial: true }} />)
    expect(answer('Who owes you')).toBe('At least $5,930 is late.')
    expect(region('Who owes you').querySelector('.total')?.textContent).toContain('at least $12,330.00')
  })
})

describe('the profit chart', () => {
  it('shows the year so far, its best month, and how profit is counted', () => {
    show(<ProfitPicture model={figures.profit} />)
    expect(answer('Profit by month')).toBe('$10,650 profit in 2026 so far, best in March.')
    expect(region('Profit by month').textContent).toContain('Counted when it is earned or owed')
  })

  it('does not name an earlier best month if this month is already better', () => {
    if (figures.profit.form === 'unavailable') throw new Error('no sample')
    show(<ProfitPicture model={{ ...figures.profit, best: '2026-11' } as typeof figures.profit} />)
    expect(answer('Profit by month')).toBe(
      '$10,650 profit in 2026 so far, and November is already the best month.',
    )
  })

  it('draws a single month no wider than one of six, and reads it on a press beside it', () => {
    if (figures.profit.form === 'empty' || figures.profit.form === 'unavailable') throw new Error('no sample')
    const { months, ...model } = figures.profit
    show(<ProfitPicture model={{ ...model, form: 'young', months: months.slice(-1) }} />)
    const bars = region('Profit by month').querySelectorAll('.faint rect')
    expect([...bars].map((bar) => Number.parseFloat(bar.getAttribute('width') ?? ''))).toEqual([6, 6])
    expect(region('Profit by month').querySelector('.months-labels')?.children).toHaveLength(6)
    const slider = screen.getByRole('slider', { name: 'Profit by month: Month' })
    slider.getBoundingClientRect = () => new DOMRect(0, 0, 600, 160)
    fireEvent.pointerDown(slider, { clientX: 590 })
    expect(slider.getAttribute('aria-valuenow')).toBe('1')
  })

  it('shows what it needs', () => {
    show(<ProfitPicture model={{ form: 'unavailable', why: 'not_offered' }} />)
    expect(answer('Profit by month')).toBe(
      'Profit needs what was spent as well as what was earned, and Harbour doesn’t offer it.',
    )
  })
})
