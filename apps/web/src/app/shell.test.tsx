import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { startFakeBff } from '#testing/app-fixture.ts'
import { SAMPLE_PAGES } from '#testing/sample-pages.ts'
import { sampleSession } from '#testing/samples.ts'
import { renderApp } from '#testing/render-app.tsx'
import { render } from '../render.tsx'

const bff = startFakeBff()

describe('the frame around every screen', () => {
  it('begins with a skip link to the focusable main content', () => {
    bff.open('/')
    const [first] = screen.getAllByRole('link')
    expect(first?.textContent).toBe('Skip to content')
    const target = document.getElementById((first?.getAttribute('href') ?? '').slice(1))
    expect(target).toBe(screen.getByRole('main'))
    expect(target?.tabIndex).toBe(-1)
  })

  it('has a labelled navigation for a signed-in person, and none for a signed-out visitor', () => {
    const page = bff.open('/')
    const ways = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(ways.map(({ textContent }) => textContent)).toEqual([
      ...['Overview', 'Search', 'Invoices', 'Customers', 'Products', 'Transactions', 'Accounts', 'Estimates'],
      ...['Businesses', 'Profile'],
    ])
    page.unmount()
    bff.session = sampleSession()
    bff.open('/')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('states in the footer what the app never does', () => {
    bff.open('/')
    expect(
      within(screen.getByRole('contentinfo')).getByText(/^Counterfoil reads what you allowed,/),
    ).toBeTruthy()
  })
})

describe.each(Object.entries(SAMPLE_PAGES))('the page %s', (_, { path, boot }) => {
  it('has the same landmarks, one heading, a title, and an accessible name for every control', () => {
    renderApp(path, { ...boot, session: { ...boot.session, idleEndsAt: null } })
    for (const role of ['banner', 'main', 'contentinfo'] as const)
      expect(screen.getAllByRole(role)).toHaveLength(1)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(document.title).toMatch(/ – Counterfoil$/)
    const nameless = [...document.querySelectorAll('a, button, summary')].filter(
      (element) => (element.textContent ?? '').trim() === '',
    )
    expect(nameless).toEqual([])
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const element of document.querySelectorAll('[aria-labelledby], [aria-describedby]'))
      for (const id of (
        element.getAttribute('aria-labelledby') ??
        element.getAttribute('aria-describedby') ??
        ''
      ).split(' '))
        expect(document.getElementById(id)).not.toBeNull()
  })

  it('has the same title in the first HTML and after hydration', () => {
    const { title } = render({ url: path, boot })
    renderApp(path, { ...boot, session: { ...boot.session, idleEndsAt: null } })
    expect(document.title).toBe(title)
  })
})
