import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ToDo } from '#figures/to-do.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { ToDoCard } from './to-do-card.tsx'

const ITEMS: readonly ToDo[] = [
  {
    ...{
      key: 'remind:1',
      kind: 'remind',
      customer: 'Ivory Lane Hotel',
      id: 'inv/1',
      invoices: 3,
      daysLate: 83,
    },
    ...{ amount: { minor: 135_630 }, isAbout: true },
  },
  {
    key: 'send:7',
    kind: 'send',
    id: '7',
    number: '1042',
    customer: null,
    amount: { minor: 100 },
    isAbout: false,
  },
  { key: 'approve', kind: 'approve', drafts: 1 },
]
const asked: unknown[] = []
const putOff = (about: unknown) => {
  asked.push(about)
  return Promise.resolve()
}
const show = (items: readonly ToDo[], locale: 'en' | 'de' | 'fr' = 'en') => {
  cleanup()
  render(
    <FigureFrame linked locale={locale}>
      <ToDoCard items={items} today="2026-11-20" putOff={putOff} />
    </FigureFrame>,
  )
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
}

describe('the to-do card', () => {
  it('shows the reason and amount of each item, and links to its page', () => {
    expect(show(ITEMS)).toEqual([
      'Remind Ivory Lane Hotel3 invoices, the oldest 83 days lateabout $1,356.30Not today',
      'Send invoice 1042Approved, not sent yet$1.00Not today',
      'Finish 1 draft invoiceDrafts don’t count until you approve them.Not today',
    ])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/invoices/inv%2F1#remind',
      '/invoices/7',
      '/invoices?state=draft',
    ])
  })

  it('is translated into German and French', () => {
    expect(show(ITEMS, 'de')[0]).toContain(
      'Ivory Lane Hotel erinnern3 Rechnungen, die älteste seit 83 Tagen überfällig',
    )
    expect(show(ITEMS, 'fr')[2]).toContain('Terminer 1 brouillon de facture')
  })

  it('shows no count for a single invoice', () => {
    const one = { ...ITEMS[0], invoices: 1, daysLate: 1 } as ToDo
    expect(show([one])[0]).toContain('Hotel1 day late')
  })

  it('adds the usual delay of the customer to the days late', () => {
    const usual = (days: number) => show([{ ...ITEMS[0], usual: days } as ToDo])[0]
    expect(usual(38)).toContain('83 days late · usually pays 38 days late')
    expect(usual(1)).toContain('usually pays 1 day late')
    expect(usual(0)).toContain('usually pays on time')
  })

  it('links to an accepted estimate', () => {
    const estimate = {
      key: 'invoice:5',
      kind: 'invoice',
      id: '5',
      number: 'E-5',
      customer: 'Larch Ltd',
    } as const
    expect(show([{ ...estimate, amount: { minor: 100 }, isAbout: false }])).toEqual([
      'Invoice estimate E-5Larch Ltd: accepted, no invoice yet$1.00Not today',
    ])
    expect(screen.getByRole('link').getAttribute('href')).toBe('/estimates/5')
  })

  it('postpones an item until tomorrow, with undo', () => {
    show(ITEMS)
    asked.length = 0
    fireEvent.click(screen.getByRole('button', { name: 'Not today: Send invoice 1042' }))
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
      '',
      'Back tomorrow.',
      '',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Undo: Send invoice 1042' }))
    expect(screen.getAllByRole('button')).toHaveLength(3)
    expect(asked).toEqual([
      { key: 'send:7', until: '2026-11-21' },
      { key: 'send:7', until: null },
    ])
  })

  it('keeps an item that could not be postponed, and reports it', async () => {
    cleanup()
    render(
      <FigureFrame linked>
        <ToDoCard
          items={ITEMS.slice(0, 1)}
          today="2026-11-20"
          putOff={() => Promise.reject(new Error('down'))}
        />
      </FigureFrame>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('That was not saved. Try again.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Not today: Remind Ivory Lane Hotel' })).toBeDefined()
  })

  it('reports that there is nothing to do', () => {
    cleanup()
    render(
      <FigureFrame>
        <ToDoCard items={[]} today="2026-11-20" putOff={putOff} />
      </FigureFrame>,
    )
    expect(screen.getByRole('region', { name: 'Today' }).textContent).toBe('TodayNothing needs you today.')
  })
})
