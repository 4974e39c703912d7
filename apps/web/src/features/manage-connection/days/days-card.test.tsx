import type { DayOutcome } from '@counterfoil/bff-api/connection'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { SessionView } from '@counterfoil/bff-api/session'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { render } from '#render.tsx'
import { bffHandlers, problemAnswer } from '#testing/bff-handlers.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sampleBoot, sampleConnection, sampleDays, sampleSession, signedInSession } from '#testing/samples.ts'
import { summarizeDays } from './days-card.tsx'

const PAGE = '/settings/connection'
const northwind = sampleConnection()
const bakery = sampleConnection({
  id: asConnectionId('connection-bakery'),
  businessName: 'Harbour Lane Bakery',
})
const server = setupServer()
let session: SessionView
let asked: string[]

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  server.listen({ onUnhandledFrame: 'error' })
})
beforeEach(() => {
  session = signedInSession([northwind, bakery], { idleEndsAt: null })
  asked = []
  server.use(...bffHandlers(() => session))
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/days')) asked.push(pathname)
  })
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  server.events.removeAllListeners()
  sessionStorage.clear()
})
afterAll(() => server.close())

const card = () => screen.getByRole('region', { name: /Last 30 days|Les 30 derniers jours/ })
const strip = () =>
  [...card().querySelectorAll('.strip i')].map(({ className }) => className.slice('day-'.length)[0]).join('')
const allDays = (outcome: DayOutcome) => sampleDays({ outcomes: Array.from({ length: 30 }, () => outcome) })

describe('the last thirty days', () => {
  it('are in the first HTML, as text and as a picture', () => {
    const boot = sampleBoot(session, { recentDays: sampleDays() })
    const { html } = render({ url: PAGE, boot })
    expect(html).toContain('Counterfoil read on 21 of the last 30 days.')
    expect(html).toContain('On 12\u00a0November\u00a02026 it tried and got nothing.')
    expect(html.match(/class="day-/g)).toHaveLength(30)
    expect(html).toContain('title="20\u00a0November\u00a02026: read"')
  })

  it('are hydrated without another request', async () => {
    server.use(http.post('*/api/connections/:id/check-up', () => problemAnswer('internal-error')))
    renderApp(PAGE, sampleBoot(session, { recentDays: sampleDays() }))
    expect(strip()).toBe('rrqqrrrrrqqrrrrrqqrrrfrqqrrrrr')
    // Another complete request runs meanwhile.
    fireEvent.click(screen.getByRole('button', { name: 'Run the check-up' }))
    await screen.findByRole('heading', { name: 'Sorry, there is a problem' })
    expect(asked).toEqual([])
  })

  it('have a text alternative for the picture', () => {
    renderApp(PAGE, sampleBoot(session, { recentDays: sampleDays() }))
    expect(card().querySelector('.strip')?.closest('[aria-hidden=true]')).not.toBeNull()
    const heard = within(card()).getByText(/Counterfoil read on 21/)
    expect(heard.textContent).toBe(
      'Counterfoil read on 21 of the last 30 days. On 12\u00a0November\u00a02026 it tried and got nothing.',
    )
  })

  it.each([
    ['quiet', 'Counterfoil has read nothing in the last 30 days.'],
    ['read', 'Counterfoil read on 30 of the last 30 days.'],
    [
      'failed',
      'Counterfoil has read nothing in the last 30 days. On 30 days it tried and got nothing, last on 20 November 2026.',
    ],
  ] as const)('are summarised if all thirty are %s days', (outcome, sentence) => {
    renderApp(PAGE, sampleBoot(session, { recentDays: allDays(outcome) }))
    expect(within(card()).getByText(sentence)).toBeTruthy()
  })

  it.each([
    [['read'], 'Counterfoil read today.'],
    [['quiet'], 'Nothing was read yet today.'],
    [['read', 'quiet', 'read'], 'Counterfoil read on 2 of the 3 days since it was connected.'],
    [['quiet', 'quiet'], 'Counterfoil has read nothing in the 2 days since it was connected.'],
  ] as const)('begin with the connection: %s', (outcomes, sentence) => {
    renderApp(PAGE, sampleBoot(session, { recentDays: sampleDays({ outcomes: [...outcomes] }) }))
    expect(within(card()).getByText(sentence)).toBeTruthy()
    expect(strip()).toHaveLength(outcomes.length)
  })

  it('mention midnight UTC only if days are counted in UTC', () => {
    renderApp(PAGE, sampleBoot(session, { recentDays: sampleDays() }))
    expect(within(card()).queryByText(/UTC/)).toBeNull()
    cleanup()
    renderApp(PAGE, sampleBoot(session, { recentDays: sampleDays({ timeZone: 'UTC' }) }))
    expect(within(card()).getByText(/A day begins at midnight UTC\./)).toBeTruthy()
  })

  it('are translated into French', () => {
    const boot = sampleBoot({ ...session, locale: 'fr' }, { recentDays: sampleDays() })
    renderApp(PAGE, boot)
    expect(
      within(card()).getByText(
        'Counterfoil a lu 21 jours sur les 30 derniers. Le 12 novembre 2026, il a essayé sans rien obtenir.',
      ),
    ).toBeTruthy()
    expect(card().querySelector('.day-failed')?.getAttribute('title')).toBe(
      '12\u00a0novembre\u00a02026\u00a0: lecture échouée',
    )
  })

  it('are requested after in-app navigation, and show the matching reading', async () => {
    renderApp('/', sampleBoot(session))
    await screen.findByText(/is owed to you/)
    session = signedInSession([{ ...northwind, lastGoodAt: '2026-11-20T12:04:00.000Z' }, bakery])
    fireEvent.click(screen.getAllByRole('link', { name: /Connection/ })[0] as HTMLElement)
    await within(await screen.findByRole('region', { name: 'Last 30 days' })).findByText(/read on 21/)
    const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    await screen.findByText(clock.format(new Date('2026-11-20T12:04:00.000Z')), { exact: false })
    expect(asked.filter((path) => path.endsWith('/days')).length).toBeGreaterThan(0)
  })

  it('are requested again after a new reading, and the old ones stay meanwhile', async () => {
    renderApp(PAGE, sampleBoot(session, { recentDays: allDays('quiet') }))
    server.use(
      http.post('*/api/connections/:id/check-up', () => {
        session = signedInSession([{ ...northwind, lastGoodAt: '2026-11-20T12:04:30.000Z' }])
        return HttpResponse.json({ checks: [], connection: northwind, reference: '7F2K-91' })
      }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Run the check-up' }))
    expect(within(card()).getByText('Counterfoil has read nothing in the last 30 days.')).toBeTruthy()
    await within(card()).findByText(/read on 21/)
    expect(asked).toHaveLength(1)
  })

  it('belong to the shown connection', async () => {
    renderApp(PAGE, sampleBoot(session, { recentDays: allDays('quiet') }))
    fireEvent.click(screen.getByRole('link', { name: 'Harbour Lane Bakery' }))
    await screen.findByRole('heading', { level: 1, name: 'Connection to Harbour Lane Bakery' })
    await within(card()).findByText(/read on 21/)
    expect(asked).toEqual(['/api/connections/connection-bakery/days'])
  })

  it('are reported as unavailable with a retry button', async () => {
    let isDown = true
    server.use(
      http.get(`*${BFF_PATHS.connectionDays}`, () =>
        isDown ? problemAnswer('internal-error') : HttpResponse.json(sampleDays()),
      ),
    )
    renderApp(PAGE, sampleBoot(session))
    await within(card()).findByText('Sorry, there is a problem')
    isDown = false
    fireEvent.click(within(card()).getByRole('button', { name: 'Try again' }))
    await within(card()).findByText(/read on 21/)
  })

  it('leave it to the page to report an expired sign-in', async () => {
    server.use(http.get(`*${BFF_PATHS.connectionDays}`, () => problemAnswer('session-ended')))
    renderApp(PAGE, sampleBoot(session))
    session = sampleSession({ csrfToken: 'fresh' })
    await screen.findByRole('dialog', { name: /been signed out/ })
    expect(within(card()).queryByRole('heading', { level: 2, name: /signed out/ })).toBeNull()
  })

  it('are hidden if nothing is connected', () => {
    renderApp(PAGE, sampleBoot(signedInSession([])))
    expect(screen.queryByRole('region', { name: 'Last 30 days' })).toBeNull()
  })
})

describe(summarizeDays, () => {
  it('lists every day, today last', () => {
    const { days } = summarizeDays(sampleDays())
    expect(days).toHaveLength(30)
    expect(days[0]?.on).toBe('2026-10-22T00:00:00.000Z')
    expect(days.at(-1)?.on).toBe('2026-11-20T00:00:00.000Z')
  })

  it('counts across the end of a month, a year and February', () => {
    expect(summarizeDays(sampleDays({ until: '2027-01-01' })).days[0]?.on).toBe('2026-12-03T00:00:00.000Z')
    expect(summarizeDays(sampleDays({ until: '2028-03-01' })).days.at(-2)?.on).toBe(
      '2028-02-29T00:00:00.000Z',
    )
  })

  it('counts days with readings and with failures, and returns the last failure', () => {
    expect(summarizeDays(sampleDays())).toMatchObject({
      read: 21,
      failed: 1,
      lastFailedOn: '2026-11-12T00:00:00.000Z',
    })
    const quiet = sampleDays({ outcomes: Array.from({ length: 30 }, () => 'quiet') })
    expect(summarizeDays(quiet)).toMatchObject({ read: 0, failed: 0, lastFailedOn: undefined })
  })
})
