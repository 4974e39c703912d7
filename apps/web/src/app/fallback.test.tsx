import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ALL_PARTS } from '#app/all-parts.ts'
import { follow, heading, press, setOnline, startFakeBff } from '#testing/app-fixture.ts'
import { sampleSession } from '#testing/samples.ts'

const bff = startFakeBff()
const partOf = ALL_PARTS.await
/** Makes a part fail to load, or throw when it is rendered. */
function breakPart(name: string, thrown: Error) {
  vi.spyOn(ALL_PARTS, 'await').mockImplementation((part) => {
    if (part !== name) return partOf(part)
    throw thrown
  })
}
const GONE = new TypeError('Failed to fetch dynamically imported module: /assets/profile-1.js')

beforeEach(() => {
  // React logs the errors that a boundary caught.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

describe('a screen that throws', () => {
  it('shows an error in its place, focused and named in the window title; the rest of the page works', () => {
    breakPart('profile', new Error('a bug'))
    bff.open('/')
    follow('Profile')
    expect(heading()).toBe('Sorry, there is a problem')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(document.title).toBe('Sorry, there is a problem – Counterfoil')
    follow('Businesses')
    expect(heading()).toBe('Businesses')
    expect(document.title).toBe('Businesses – Counterfoil')
  })

  it('can be retried, and then has its own title again', () => {
    breakPart('profile', new Error('a bug'))
    bff.open('/profile')
    expect(document.title).toBe('Sorry, there is a problem – Counterfoil')
    vi.mocked(ALL_PARTS.await).mockImplementation(partOf)
    press('Try again')
    expect(heading()).toBe('Profile')
    expect(document.title).toBe('Profile – Northwind Trading – Counterfoil')
  })

  it('links to a full reload of the overview and to the support contact', () => {
    bff.session = sampleSession({ supportUrl: 'https://help.example/' })
    breakPart('start', new Error('a bug'))
    bff.open('/')
    expect(screen.getByRole('link', { name: 'Go to Overview' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe(
      'https://help.example/',
    )
  })

  it('shows the error in French', () => {
    bff.session = sampleSession({ locale: 'fr' })
    breakPart('start', new Error('a bug'))
    bff.open('/')
    expect(heading()).not.toBe('Sorry, there is a problem')
    expect(heading()).toMatch(/problème/)
  })
})

describe('a screen whose script file is missing', () => {
  it('shows that the app may have been updated and offers to reload', () => {
    breakPart('profile', GONE)
    bff.open('/')
    follow('Profile')
    expect(heading()).toBe('A part of this page is missing')
    expect(screen.getByRole('button', { name: 'Reload' }).className).toBe('button-primary')
    expect(screen.queryByText('Sorry, there is a problem')).toBeNull()
  })

  it('reports a missing network when offline, and can be retried without a reload', async () => {
    breakPart('profile', GONE)
    bff.open('/')
    setOnline(false)
    follow('Profile')
    expect(heading()).toBe('You’re offline')
    vi.mocked(ALL_PARTS.await).mockImplementation(partOf)
    press('Try again')
    await waitFor(() => expect(heading()).toBe('Profile'))
  })
})

describe('an unknown address', () => {
  it('shows an error with links, for a signed-in person also to the businesses', () => {
    bff.open('/nothing')
    expect(heading()).toBe('We can’t find that page')
    expect(document.title).toBe('We can’t find that page – Counterfoil')
    const ways = within(screen.getByRole('main')).getAllByRole('link')
    expect(ways.map((link) => link.getAttribute('href'))).toEqual([
      '/b/northwind/',
      '/b/northwind/businesses',
    ])
  })

  it('gives the same answer for a forbidden page, and offers only the start page to a signed-out visitor', () => {
    bff.session = sampleSession()
    bff.open('/nothing')
    const main = screen.getByRole('main')
    expect([...main.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(['Overview'])
  })

  it('shows the error even if script files cannot be loaded', () => {
    vi.spyOn(ALL_PARTS, 'await').mockImplementation(() => {
      throw GONE
    })
    bff.open('/nothing')
    expect(heading()).toBe('We can’t find that page')
  })
})
