import { cleanup, fireEvent, screen } from '@testing-library/react'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionView } from '@counterfoil/bff-api/session'
import { bffHandlers, problemAnswer } from '#testing/bff-handlers.ts'
import { renderApp } from '#testing/render-app.tsx'
import {
  sampleBoot,
  sampleConnection,
  sampleDays,
  sampleConnectResult,
  sampleSession,
  signedInSession,
} from '#testing/samples.ts'

const MAILBOX = 'mailto:help@counterfoil.example'
const server = setupServer()
let session: SessionView

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => server.use(...bffHandlers(() => session)))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => server.close())

const link = () => screen.queryByRole('link', { name: 'Contact us' })?.getAttribute('href') ?? null

describe.each([
  [MAILBOX, `${MAILBOX}?subject=Reference%207F2K-91`, MAILBOX],
  ['https://help.example/', 'https://help.example/', 'https://help.example/'],
  [null, null, null],
])('the contact link, with %s as its address', (supportUrl, withReference, bare) => {
  it('is beside the way back in the result of a fault of the app', () => {
    session = sampleSession({ supportUrl })
    const connectResult = sampleConnectResult('misconfigured', { connectionId: null, businessName: null })
    renderApp('/', sampleBoot(session, { connectResult }))
    expect(screen.getByRole('link', { name: 'Go back' })).toBeTruthy()
    expect(link()).toBe(withReference)
  })

  it('is on the connection page if the app is misconfigured', () => {
    const troubled = sampleConnection({ state: 'trouble', reason: 'misconfigured' })
    session = signedInSession([troubled], { supportUrl })
    renderApp('/settings/connection', sampleBoot(session, { recentDays: sampleDays() }))
    expect(link()).toBe(bare)
  })

  it('is shown for an unknown error, and for no other', async () => {
    session = signedInSession([sampleConnection()], { supportUrl })
    server.use(http.post('*/api/connections/:id/check-up', () => problemAnswer('internal-error')))
    renderApp('/settings/connection', sampleBoot(session, { recentDays: sampleDays() }))
    const run = screen.getByRole('button', { name: 'Run the check-up' })
    fireEvent.click(run)
    await screen.findByRole('heading', { name: 'Sorry, there is a problem' })
    expect(link()?.split('?')[0] ?? null).toBe(bare)
    server.use(http.post('*/api/connections/:id/check-up', () => problemAnswer('provider-timeout')))
    fireEvent.click(run)
    await screen.findByRole('heading', { name: 'Harbour isn’t answering' })
    expect(link()).toBeNull()
  })
})

it('a result without a fault of the app has no contact link', () => {
  session = sampleSession({ supportUrl: MAILBOX })
  renderApp('/', sampleBoot(session, { connectResult: sampleConnectResult('declined') }))
  expect(link()).toBeNull()
})
