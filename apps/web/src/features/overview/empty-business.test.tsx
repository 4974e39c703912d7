import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { EmptyBusiness } from './empty-business.tsx'

const show = (today: string) =>
  render(
    <FigureFrame linked>
      <EmptyBusiness name="Northwind Trading" provider="Harbour" figures={{ today }} />
    </FigureFrame>,
  )
const SAMPLE = 'These figures are invented.'
/** A long timeout, since a busy machine renders slowly. */
const WAIT = { timeout: 20_000 }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

// Loaded in advance: the time to read the script from disk is not measured.
beforeAll(() => import('./sample-pictures.tsx'))

describe('a business with empty books', () => {
  it('reports it, and shows or hides sample figures without links on a press', async () => {
    show('2026-11-20')
    expect(screen.getByText(/^Northwind Trading has no activity in Harbour yet\./)).toBeTruthy()
    expect(screen.queryByText('Sample')).toBeNull()
    press('See an example')
    const sample = await screen.findByRole('region', { name: SAMPLE }, WAIT)
    expect([...sample.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
      'Cash',
      'Who owes you',
      'Money in and out',
      'Profit by month',
    ])
    // The sample names no connection, has no links to rows, and no reading time.
    expect(
      [...sample.querySelectorAll<HTMLElement>('[data-of]')].map(({ dataset }) => dataset['of']),
    ).toEqual(Array.from({ length: 4 }, () => 'sample'))
    expect(sample.querySelector('a')).toBeNull()
    expect(sample.textContent).not.toContain('read at')
    press('Hide the example')
    expect(screen.queryByText('Sample')).toBeNull()
  })

  it.each(['2027-01-05', '2027-02-28', '2028-02-29'])(
    'dates the sample figures by its own day, %s',
    async (today) => {
      show(today)
      press('See an example')
      const sample = await screen.findByRole('region', { name: SAMPLE }, WAIT)
      expect(sample.textContent).toContain(`profit in ${today.slice(0, 4)} so far`)
      const sliders = screen.getAllByRole('slider').map((slider) => slider.getAttribute('aria-valuemax'))
      expect(sliders[0]).toBe('12')
      expect(sample.textContent).not.toContain('Invalid')
    },
  )
})
