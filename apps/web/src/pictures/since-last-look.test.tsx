import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SinceLastLookModel } from '#figures/since-last-look.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { SinceLastLook } from './since-last-look.tsx'

const inDollars = (minor: number) => ({ minor, code: 'CAD', exponent: 2 })
const MODEL: SinceLastLookModel = {
  since: '2026-11-17T15:04:00.000Z',
  paid: [
    { customer: 'Fern & Co', amount: inDollars(48_000) },
    { customer: 'Larch Ltd', amount: { minor: 2_050, code: 'EUR', exponent: 2 } },
    { customer: 'Okafor', amount: inDollars(100) },
    { customer: 'Quay', amount: inDollars(200) },
  ],
  late: { invoices: 2, total: inDollars(125_000) },
  opened: [{ id: '1', number: '1046', customer: 'Larch Ltd' }],
}
const show = (model: SinceLastLookModel | null, locale: 'en' | 'fr' = 'en') =>
  render(
    <FigureFrame locale={locale}>
      <SinceLastLook model={model} />
    </FigureFrame>,
  )
const lines = () =>
  within(screen.getByRole('region'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))

afterEach(cleanup)

describe('the box of changes since the last visit', () => {
  it('is hidden if nothing has changed', () => {
    show(null)
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('lists who paid, what became late and what was viewed, each in its own currency', () => {
    show(MODEL)
    expect(screen.getByRole('heading').textContent).toMatch(
      /^Since you last looked, 17\u00a0November, \d\d:\d\d/,
    )
    expect(lines()).toEqual([
      'Fern & Co paid $480',
      'Larch Ltd paid €20.50',
      'Okafor paid $1',
      '1 more customer paid',
      '2 invoices became late, $1,250 together',
      'Invoice 1046 to Larch Ltd was opened',
    ])
  })

  it('omits lines without a change', () => {
    show({ ...MODEL, paid: [], opened: [], late: { invoices: 1, total: inDollars(500) } }, 'fr')
    expect(lines()).toEqual(['1 facture est maintenant en retard, 5 $'])
  })
})
