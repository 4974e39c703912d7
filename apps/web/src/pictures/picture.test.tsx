import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PictureFacts } from '#figures/picture-facts.ts'
import { FigureFrame } from '#testing/figure-frame.tsx'
import { Money } from './money.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'

const FACTS: PictureFacts = {
  from: { transactions: 1204, invoices: 412 },
  excluded: {
    drafts: 1,
    unknownStatus: 2,
  },
  partial: true,
  isAbout: true,
}
const TABLE = {
  caption: 'Cash by month',
  head: ['Month', 'Cash'],
  rows: [{ key: '2026-10', name: 'October', cells: [<Money key="cash" minor={123_450} />] }],
}
const picture = (
  <FigureFrame>
    <Picture name="cash" title="Cash" sentence="You have $1,235." facts={FACTS} table={TABLE}>
      <svg aria-hidden="true" />
    </Picture>
  </FigureFrame>
)

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

describe('a chart', () => {
  it('is a section named by its question, with the name of the business', () => {
    render(picture)
    const section = screen.getByRole('region', { name: 'Cash' })
    expect(section.dataset['of']).toBe('connection-1')
  })

  it('shows the number of its sources and everything that was excluded', () => {
    render(picture)
    expect(screen.getByText(/^From/).textContent?.replace(/at \d\d:\d\d/, 'now')).toBe(
      'From 1,204 transactions and 412 invoices, read now. Some of it didn’t load, so these are at least the amounts. ' +
        '1 draft is not counted. 2 invoices have a status that Counterfoil doesn’t know and are not counted. ' +
        'Other currencies are converted at each invoice’s own rate.',
    )
  })

  it('switches between table and chart by one button, which keeps focus, and remembers the choice', () => {
    const { unmount } = render(picture)
    const button = screen.getByRole('button', { name: 'Show as table: Cash' })
    button.focus()
    fireEvent.click(button)
    expect(screen.getByRole('table', { name: 'Cash by month' }).textContent).toContain('$1,234.50')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show as chart: Cash' }))
    unmount()
    const again = render(picture)
    expect(screen.getByRole('table')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show as chart: Cash' }))
    again.unmount()
    render(picture)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('shows an error of its drawing in its own place', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const Faulty = () => {
      throw new Error('no drawing')
    }
    render(
      <FigureFrame>
        <Picture name="cash" title="Cash" sentence="">
          <Faulty />
        </Picture>
        <UnavailablePicture name="profit" title="Profit" why="refused" />
      </FigureFrame>,
    )
    expect(screen.getByRole('region', { name: 'Cash' }).textContent).toContain('a fault of ours')
    expect(screen.getByRole('region', { name: 'Profit' }).textContent).toContain('too large')
  })
})
