import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { follow, heading, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnectResult, sampleSession } from '#testing/samples.ts'
import { ALL_PARTS } from '#app/all-parts.ts'

const bff = startFakeBff()
const title = () => screen.getByRole('heading', { level: 1 })

describe('a screen', () => {
  it('that came as HTML leaves focus and scrolling to the browser', () => {
    bff.open('/profile')
    expect(document.activeElement).toBe(document.body)
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('that came as HTML and tells a result has focus at its heading, and scrolls nowhere', () => {
    const result = sampleConnectResult('declined')
    bff.open(`/?result=${result.id}`, { connectResult: result })
    expect(document.activeElement).toBe(title())
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('that shows a result in the place of a long page scrolls up to its heading', () => {
    vi.stubGlobal('scrollY', 600)
    const result = sampleConnectResult('declined')
    bff.open(`/?result=${result.id}`, { connectResult: result })
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    vi.unstubAllGlobals()
  })

  it('that is reached inside the app begins at the top, at its heading, and names the window', () => {
    bff.open('/')
    follow('Profile')
    expect(heading()).toBe('Profile')
    expect(document.activeElement).toBe(title())
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    expect(document.title).toBe('Profile – Northwind Trading – Counterfoil')
  })

  it('is not announced on top of that: the heading is read already', () => {
    bff.open('/')
    follow('Profile')
    expect(document.querySelector('#status')?.textContent).toBe('')
    expect(document.querySelector('#alert')?.textContent).toBe('')
  })

  it('that is read again stays where the reader is', async () => {
    bff.open('/')
    follow('Businesses')
    const link = screen.getByRole('link', { name: 'Manage the connection' })
    link.focus()
    vi.mocked(window.scrollTo).mockClear()
    bff.session = { ...bff.session, csrfToken: 'another' }
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() =>
      expect(document.querySelector<HTMLInputElement>('input[name=csrf]')?.value).toBe('another'),
    )
    expect(document.activeElement).toBe(link)
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('that one goes back to is another screen: it begins at its heading too', async () => {
    bff.open('/')
    follow('Profile')
    history.back()
    await waitFor(() => expect(heading()).toBe('Northwind Trading'))
    expect(document.activeElement).toBe(title())
  })

  it.each(['/', '/profile', '/businesses', '/settings/connection', '/settings/sessions', '/nothing'])(
    'has one heading of the first rank, and no rank left out: %s',
    (path) => {
      bff.open(path)
      const ranks = [...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => Number(tagName[1]))
      expect(ranks.filter((rank) => rank === 1)).toHaveLength(1)
      expect(ranks[0]).toBe(1)
      for (const [index, rank] of ranks.entries()) expect(rank - (ranks[index - 1] ?? 1)).toBeLessThan(2)
    },
  )
})

describe('a link inside the app', () => {
  it('marks the page one is on', () => {
    bff.open('/profile')
    const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(current.map(({ textContent }) => textContent)).toEqual(['Profile'])
  })

  it('leaves a result behind, also when that has the same address', () => {
    bff.session = sampleSession()
    const result = sampleConnectResult('declined', { connectionId: null, businessName: null })
    bff.open(`/?result=${result.id}`, { connectResult: result })
    follow('Counterfoil')
    expect(heading()).toBe('See your business at a glance')
  })

  it.each([
    ['Ctrl', { ctrlKey: true }],
    ['Command', { metaKey: true }],
    ['Shift', { shiftKey: true }],
    ['Alt', { altKey: true }],
  ])('that is opened elsewhere with %s leaves this page as it is', (_, keys) => {
    // jsdom goes nowhere, and says so.
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    bff.session = sampleSession()
    const result = sampleConnectResult('declined', { connectionId: null, businessName: null })
    bff.open(`/?result=${result.id}`, { connectResult: result })
    fireEvent.click(screen.getByRole('link', { name: 'Not now' }), keys)
    expect(heading()).toBe('You didn’t connect')
    expect(history.state).toEqual({ connectResult: result.id })
  })

  it('fetches the screen it leads to when it is pointed at or reached by the keyboard', () => {
    const load = vi.spyOn(ALL_PARTS, 'load')
    bff.open('/')
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Profile' }))
    expect(load).toHaveBeenLastCalledWith('profile')
    fireEvent.focus(screen.getByRole('link', { name: 'Businesses' }))
    expect(load).toHaveBeenLastCalledWith('businesses')
  })

  it('that points at something which cannot be fetched breaks nothing', () => {
    vi.spyOn(ALL_PARTS, 'load').mockRejectedValue(new Error('gone'))
    bff.open('/')
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Profile' }))
    expect(heading()).toBe('Northwind Trading')
  })
})
