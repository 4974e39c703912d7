import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ToDo } from '#figures/to-do.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { ToDoCard } from './to-do-card.tsx'

const ITEMS: readonly ToDo[] = [
  {
    ...{ kind: 'remind', customer: 'Ivory Lane Hotel', id: 'inv/1', invoices: 3, daysLate: 83 },
    ...{ amount: { minor: 135_630 }, isAbout: true },
  },
  { kind: 'send', id: '7', number: '1042', customer: null, amount: { minor: 100 }, isAbout: false },
  { kind: 'approve', drafts: 1 },
]
const show = (items: readonly ToDo[], locale: 'en' | 'de' | 'fr' = 'en') => {
  cleanup()
  render(
    <FigureFrame linked locale={locale}>
      <ToDoCard items={items} />
    </FigureFrame>,
  )
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
}

describe('the card of today', () => {
  it('gives each thing its reason and its amount, and leads to where it is done', () => {
    expect(show(ITEMS)).toEqual([
      'Remind Ivory Lane Hotel3 invoices, the oldest 83 days lateabout $1,356.30',
      'Send invoice 1042Approved, not sent yet$1.00',
      'Finish 1 draft invoiceDrafts don’t count until you approve them.',
    ])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/invoices/inv%2F1#remind',
      '/invoices/7',
      '/invoices?state=draft',
    ])
  })

  it('says the same in German and French', () => {
    expect(show(ITEMS, 'de')[0]).toContain(
      'Ivory Lane Hotel erinnern3 Rechnungen, die älteste seit 83 Tagen überfällig',
    )
    expect(show(ITEMS, 'fr')[2]).toContain('Terminer 1 brouillon de facture')
  })

  it('counts no invoices where there is one', () => {
    const one = { ...ITEMS[0], invoices: 1, daysLate: 1 } as ToDo
    expect(show([one])[0]).toContain('Hotel1 day late')
  })

  it('says calmly that there is nothing to do', () => {
    cleanup()
    render(
      <FigureFrame>
        <ToDoCard items={[]} />
      </FigureFrame>,
    )
    expect(screen.getByRole('region', { name: 'Today' }).textContent).toBe('TodayNothing needs you today.')
  })
})
