import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OwedPicture } from '#pictures/owed-picture.tsx'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { sampleOverview } from '#figures/sample-overview.ts'
import { HeadlineText } from './headline-text.tsx'

const { headline, outlook, whoOwesYou } = sampleOverview()
const linksOf = () => screen.getAllByRole('link').map((link) => [link.ariaLabel, link.getAttribute('href')])
const spaces = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ')

describe('the numbers of the first view', () => {
  it('link to their rows, and have accessible names', () => {
    const { container } = render(
      <FigureFrame linked>
        <HeadlineText headline={headline} />
        <OwedPicture model={whoOwesYou} />
      </FigureFrame>,
    )
    expect(container.querySelector('.lede')?.textContent).toBe(
      'You have $18,420. $12,330 is owed to you, $5,930 of it late.',
    )
    expect(linksOf().slice(0, 11)).toEqual([
      ['$18,420: Cash', '/accounts'],
      ['$12,330: Owed to you', '/invoices?state=unpaid'],
      ['$5,930: late invoices', '/invoices?state=late'],
      ['$5,930: late invoices', '/invoices?state=late'],
      ['$980: Over 90 days late', '/invoices?state=late&age=over-90'],
      ['Not late: 6 invoices', '/invoices?state=unpaid&age=not-late'],
      ['1–30 days late: 4 invoices', '/invoices?state=late&age=1-30'],
      ['31–60 days late: 2 invoices', '/invoices?state=late&age=31-60'],
      ['61–90 days late: 1 invoice', '/invoices?state=late&age=61-90'],
      ['Over 90 days late: 2 invoices', '/invoices?state=late&age=over-90'],
      ['Fern & Co: 12 days late', '/invoices/invoice-1042'],
    ])
  })

  it('link to the transactions of the month and to invoices that are not late', () => {
    render(
      <FigureFrame linked>
        <HeadlineText headline={{ cash: null, owed: null, late: null }} outlook={outlook} />
      </FigureFrame>,
    )
    expect(linksOf()).toEqual([
      ['$3,650: Profit by month', '/transactions?from=2026-11-01'],
      ['$3,100: Not late', '/invoices?state=unpaid&age=not-late'],
    ])
  })

  it('have the same links in French, where the sentence has the same order', () => {
    render(
      <FigureFrame linked locale="fr">
        <HeadlineText headline={headline} />
      </FigureFrame>,
    )
    expect(linksOf().map(([name, to]) => [spaces(name), to])).toEqual([
      ['18 420 $ : Trésorerie', '/accounts'],
      ['12 330 $ : À recevoir', '/invoices?state=unpaid'],
      ['5 930 $ : factures en retard', '/invoices?state=late'],
    ])
  })

  it('link to all unpaid invoices if none is late, and nowhere if there are none', () => {
    const none =
      whoOwesYou.form === 'full' ? whoOwesYou.ages.map((age) => ({ ...age, minor: 0, count: 0 })) : []
    render(
      <FigureFrame linked>
        <OwedPicture
          model={{ ...whoOwesYou, ages: none, late: { minor: 0 }, topLate: [] } as typeof whoOwesYou}
        />
      </FigureFrame>,
    )
    expect(linksOf()).toEqual([['$12,330: Owed to you', '/invoices?state=unpaid']])
  })
})
