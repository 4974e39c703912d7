import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { button, comeBack, follow, formOf, heading, spoken, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleOverview } from '#figures/sample-overview.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const FIGURES = 'GET /api/connections/connection-northwind/figures'
const northwind = sampleConnection()
const signIn = (...connections: Parameters<typeof signedInSession>[0]) =>
  signedInSession(connections, { idleEndsAt: null })
const card = (name: string) => screen.getByRole('region', { name })

describe('the overview of a business', () => {
  it('has the name of the business in its heading and in the window title', () => {
    bff.open('/')
    expect(heading()).toBe('Northwind Trading')
    expect(document.title).toBe('Overview – Northwind Trading – Counterfoil')
  })

  it('shows since when the business is connected and how many permissions are allowed', () => {
    bff.session = signIn({ ...northwind, scopes: ['business:read', 'product:read'] })
    bff.open('/')
    expect(document.querySelector('.overview-foot')?.textContent).toContain(
      'Connected since 18\u00a0November\u00a02026 · sees 2 things, changes nothing, sends nothing',
    )
  })

  it('does not claim "change nothing" if changes are allowed', () => {
    bff.session = signIn({ ...northwind, scopes: ['invoice:write'] })
    bff.open('/')
    expect(document.querySelector('.overview-foot')?.textContent).toContain(
      'sees nothing, changes 1, sends nothing',
    )
  })

  it('has a fallback name for a connection to every business', () => {
    bff.session = signIn({ ...northwind, businessId: null, businessName: null })
    bff.open('/')
    expect(heading()).toBe('“All your businesses”')
  })

  it('begins with a summary sentence, followed by four charts', async () => {
    bff.open('/')
    expect(await screen.findByText(/is owed to you/)).toBeTruthy()
    expect(document.querySelector('.lede')?.textContent).toBe(
      'You have $18,420. $12,330 is owed to you, $5,930 of it late.',
    )
    const pictures = [...document.querySelectorAll<HTMLElement>('.picture')]
    expect(pictures.map((picture) => picture.querySelector('h2')?.textContent)).toEqual([
      ...['Cash', 'Who owes you', 'Money in and out', 'Profit by month'],
    ])
    expect(new Set(pictures.map(({ dataset }) => dataset['of'])).size).toBe(1)
    expect(bff.count(FIGURES)).toBe(1)
  })

  it('is one sentence if the books are empty', async () => {
    bff.answers('GET /api/connections/:id/figures', {
      ...{ connectionId: northwind.id, version: 1, readAt: '2026-11-20T12:02:00.000Z' },
      data: sampleOverview({ isEmpty: true }),
    })
    bff.open('/')
    expect(await screen.findByText(/has no activity in Harbour yet/)).toBeTruthy()
    expect(document.querySelector('.picture')).toBeNull()
  })

  it('links to the connection and to the business details', () => {
    bff.open('/')
    follow('About this business')
    expect(heading()).toBe('Connection to Northwind Trading')
    expect(card('This business')).toBeTruthy()
  })
})

describe('the overview of a business that cannot be read', () => {
  it.each([
    ['reconnect', 'ended'],
    ['plan_ended', 'subscription_inactive'],
  ] as const)(
    'shows the date of its figures, also as the description of the heading: %s',
    (state, reason) => {
      bff.session = signIn({ ...northwind, state, reason, lastGoodAt: '2026-11-18T08:40:00.000Z' })
      bff.open('/')
      const title = screen.getByRole('heading', { level: 1 })
      const described = document.getElementById(title.getAttribute('aria-describedby') ?? '')
      expect(described?.textContent).toMatch(/^As of 18\u00a0November, \d\d:\d\d\.$/)
    },
  )

  it('shows one date, that of the kept figures', async () => {
    bff.open('/')
    await screen.findByText(/is owed to you/)
    bff.session = signIn({ ...northwind, state: 'plan_ended', lastGoodAt: '2026-11-18T08:40:00.000Z' })
    comeBack()
    const [age, ...others] = await screen.findAllByText(/^As of/)
    expect(others).toEqual([])
    expect(age?.textContent).not.toContain('18\u00a0November')
    expect(screen.getByRole('heading', { level: 1 }).getAttribute('aria-describedby')).toBe(age?.id)
  })

  it('shows no date if nothing was ever read', () => {
    bff.session = signIn({ ...northwind, state: 'plan_ended', lastGoodAt: null })
    bff.open('/')
    expect(screen.getByRole('heading', { level: 1 }).hasAttribute('aria-describedby')).toBe(false)
    expect(screen.queryByText(/^As of/)).toBeNull()
  })

  it('shows the needed action in the content, with one primary button', async () => {
    bff.session = signIn({ ...northwind, state: 'reconnect', reason: 'removed_at_provider' })
    bff.open('/')
    const notice = card('Reconnect needed')
    const primary = [...document.querySelectorAll('.button-primary')]
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Reconnect Northwind Trading'])
    expect(within(notice).getByRole('link', { name: 'Disconnect for good' })).toBeTruthy()
    await waitFor(() => expect(spoken()).toBe('Reconnect needed'))
  })

  it('keeps retrying an unreachable provider, and shows the previous figures', async () => {
    bff.session = signIn({ ...northwind, state: 'trouble', reason: 'provider_down' })
    bff.answers('GET /api/connections/:id/figures', problemAnswer('provider-unavailable'))
    bff.open('/')
    await waitFor(() => expect(bff.count(FIGURES)).toBe(1))
    expect(screen.getAllByText('Harbour isn’t answering').length).toBeGreaterThan(0)
    // Named once, by the page: the card does not repeat it.
    expect(screen.getAllByRole('region', { name: 'Harbour isn’t answering' })).toHaveLength(1)
  })
})

describe('the overview of a disconnected business', () => {
  const gone = { ...northwind, state: 'disconnected', reason: 'by_user', endsUnusedAt: null } as const

  it('shows who disconnected it and when, and no figures', () => {
    bff.session = signIn({ ...gone, revocation: 'confirmed' })
    bff.open('/')
    expect(card('Disconnected').textContent).toContain(
      'You disconnected Northwind Trading on 18\u00a0November',
    )
    expect(screen.getByText('Harbour has confirmed it.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'This business' })).toBeNull()
    expect(bff.count(FIGURES)).toBe(0)
  })

  it('claims no confirmation that the provider did not give', async () => {
    bff.session = signIn({ ...gone, revocation: 'confirming' })
    bff.open('/')
    expect(screen.getByText(/hasn’t confirmed yet/)).toBeTruthy()
    bff.session = signIn({ ...gone, revocation: 'confirmed' })
    comeBack()
    expect(await screen.findByText('Harbour has confirmed it.')).toBeTruthy()
  })

  it('offers to connect the same business again', () => {
    bff.session = signIn({ ...gone, revocation: 'confirmed' })
    bff.open('/')
    expect(formOf(button('Connect again'))).toMatchObject({
      intent: 'reconnect',
      connection_id: 'connection-northwind',
    })
  })

  it('offers the other connected businesses', () => {
    bff.session = signIn(
      { ...gone, revocation: 'confirmed' },
      sampleConnection({ id: asConnectionId('quay'), businessName: 'Quay & Sons' }),
    )
    bff.open('/')
    expect(within(card('Your other businesses')).getByText('Quay & Sons')).toBeTruthy()
  })
})

describe('the other businesses', () => {
  const quay10 = sampleConnection({ id: asConnectionId('quay-10'), businessName: 'Quay 10' })
  const quay2 = sampleConnection({
    id: asConnectionId('quay-2'),
    businessName: 'Quay 2',
    state: 'plan_ended',
  })

  it('are sorted by name, each with its state', () => {
    bff.session = signIn(northwind, quay10, quay2)
    bff.open('/')
    const rows = within(card('Your other businesses')).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual(['Quay 2', 'Quay 10'])
    expect(rows[0]?.textContent).toContain('Plan ended')
  })

  it('are one press away, at their own address', () => {
    bff.session = signIn(northwind, quay10)
    bff.open('/')
    follow('Show Quay 10')
    expect(heading()).toBe('Quay 10')
    expect(location.pathname).toBe('/b/quay-10/')
  })

  it('are followed by a button to connect another, which is prominent if there are none', () => {
    const alone = bff.open('/')
    expect(button('Connect another business').className).toBe('button-plain')
    alone.unmount()
    bff.session = signIn(northwind, quay10)
    bff.open('/')
    expect(button('Connect another business').className).toBe('button-quiet')
  })
})
