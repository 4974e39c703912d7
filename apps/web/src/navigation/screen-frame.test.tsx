import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { follow, heading, startFakeBff } from '#testing/app-fixture.ts'
import { sampleConnectResult, sampleSession } from '#testing/samples.ts'
import { ALL_PARTS } from '#app/all-parts.ts'

const bff = startFakeBff()
const title = () => screen.getByRole('heading', { level: 1 })

describe('a screen', () => {
  it('that came as HTML leaves focus and scroll position to the browser', () => {
    bff.open('/profile')
    expect(document.activeElement).toBe(document.body)
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('that came as HTML with a result focuses its heading, and does not scroll', () => {
    const result = sampleConnectResult('declined')
    bff.open(`/?result=${result.id}`, { connectResult: result })
    expect(document.activeElement).toBe(title())
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('that replaces a long page by a result scrolls to its heading', () => {
    vi.stubGlobal('scrollY', 600)
    const result = sampleConnectResult('declined')
    bff.open(`/?result=${result.id}`, { connectResult: result })
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    vi.unstubAllGlobals()
  })

  it('opened in the app scrolls to the top, focuses its heading and sets the window title', () => {
    bff.open('/')
    follow('Profile')
    expect(heading()).toBe('Profile')
    expect(document.activeElement).toBe(title())
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    expect(document.title).toBe('Profile – Northwind Trading – Counterfoil')
  })

  it('is not announced in the live region, since the focused heading is read', () => {
    bff.open('/')
    follow('Profile')
    expect(document.querySelector('#status')?.textContent).toBe('')
    expect(document.querySelector('#alert')?.textContent).toBe('')
  })

  it('that is read again keeps focus and scroll position', async () => {
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

  it('opened with Back focuses its heading, too', async () => {
    bff.open('/')
    follow('Profile')
    history.back()
    await waitFor(() => expect(heading()).toBe('Northwind Trading'))
    expect(document.activeElement).toBe(title())
  })

  it.each(['/', '/profile', '/businesses', '/settings/connection', '/settings/sessions', '/nothing'])(
    'has one h1 and no skipped heading level: %s',
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
  it('marks the current page', () => {
    bff.open('/profile')
    const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(current.map(({ textContent }) => textContent)).toEqual(['Profile'])
  })

  it('closes a result, even if it has the same address', () => {
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
  ])('opened with %s in another tab leaves this page unchanged', (_, keys) => {
    // jsdom does not navigate, and logs an error.
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    bff.session = sampleSession()
    const result = sampleConnectResult('declined', { connectionId: null, businessName: null })
    bff.open(`/?result=${result.id}`, { connectResult: result })
    fireEvent.click(screen.getByRole('link', { name: 'Not now' }), keys)
    expect(heading()).toBe('You didn’t connect')
    expect(history.state).toEqual({ connectResult: result.id })
  })

  it('preloads its screen on hover and on keyboard focus', () => {
    const load = vi.spyOn(ALL_PARTS, 'load')
    bff.open('/')
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Profile' }))
    expect(load).toHaveBeenLastCalledWith('profile')
    fireEvent.focus(screen.getByRole('link', { name: 'Businesses' }))
    expect(load).toHaveBeenLastCalledWith('businesses')
  })

  it('to a screen that cannot be loaded causes no error', () => {
    vi.spyOn(ALL_PARTS, 'load').mockRejectedValue(new Error('gone'))
    bff.open('/')
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Profile' }))
    expect(heading()).toBe('Northwind Trading')
  })
})
