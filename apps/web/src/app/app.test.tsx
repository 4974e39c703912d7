import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { resultEn } from '#words/generated/result.en.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sampleBoot, sampleConnectResult, sampleSession, signedInSession } from '#testing/samples.ts'
import { heading } from '#testing/app-fixture.ts'
import { world, northwind, bakery, server, startServedApp, field } from '#testing/served-app.ts'

startServedApp()

describe('the form that opens the provider', () => {
  it('posts the intent, the return path and one idempotency key, however often it is submitted', () => {
    renderApp('/settings/connection', sampleBoot(world.session))
    const form = screen.getByRole('button', { name: 'Switch to another business' }).closest('form')
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.getAttribute('action')).toBe('/connect/start')
    expect(field(form, 'intent')).toBe('switch_business')
    expect(field(form, 'connection_id')).toBe('connection-northwind')
    expect(field(form, 'return_to')).toBe('/b/northwind/settings/connection')
    expect(field(form, 'csrf')).toBe('sample-form-token')
    expect(field(form, 'idempotency_key')).toMatch(/^[\w-]{8,64}$/)
  })

  it('has its own idempotency key for each form of a page', () => {
    renderApp('/settings/connection', sampleBoot(world.session))
    const keys = [...document.querySelectorAll<HTMLInputElement>('input[name=idempotency_key]')].map(
      ({ value }) => value,
    )
    expect(keys.length).toBeGreaterThan(3)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('ignores a second submit, and gets a new key when the page comes back from the back/forward cache', async () => {
    world.session = sampleSession()
    renderApp('/', sampleBoot(world.session))
    const button = screen.getByRole('button', { name: 'Connect a business' })
    const form = button.closest('form') as HTMLFormElement
    const key = field(form, 'idempotency_key')
    const wentThrough = (): boolean => {
      const event = new Event('submit', { bubbles: true, cancelable: true })
      fireEvent(form, event)
      return !event.defaultPrevented
    }
    expect(wentThrough()).toBe(true)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.textContent).toBe('Opening Harbour…')
    expect(wentThrough()).toBe(false)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(button.textContent).toBe('Connect a business'))
    expect(field(form, 'idempotency_key')).not.toBe(key)
    expect(wentThrough()).toBe(true)
  })
})

describe('asking for a missing permission', () => {
  it('requests only the permission of the pressed button, and only after the press', () => {
    world.session = signedInSession([
      { ...northwind, state: 'limited', missing: ['account:read', 'product:read'] },
    ])
    renderApp('/', sampleBoot(world.session))
    const card = screen.getByRole('region', { name: 'Accounts and balances' })
    expect(within(card).queryByRole('button', { name: 'Continue to Harbour' })).toBeNull()
    fireEvent.click(within(card).getByRole('button', { name: 'Allow accounts and balances' }))
    const form = within(card).getByRole('button', { name: 'Continue to Harbour' }).closest('form')
    expect(field(form, 'intent')).toBe('allow_more')
    expect(field(form, 'want')).toBe('account:read')
  })

  it('shows no card for a permission that this page does not use (the connection page lists it)', () => {
    world.session = signedInSession([{ ...northwind, state: 'limited', missing: ['product:read'] }])
    renderApp('/', sampleBoot(world.session))
    expect(screen.queryByRole('region', { name: 'Products and services' })).toBeNull()
  })

  it('is not repeated for thirty days after "Not now"', () => {
    world.session = signedInSession([{ ...northwind, state: 'limited', missing: ['account:read'] }])
    renderApp('/', sampleBoot(world.session))
    fireEvent.click(screen.getByRole('button', { name: 'Allow accounts and balances' }))
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
    expect(screen.getByText(/^Accounts and balances: still off\./)).toBeTruthy()
    cleanup()
    renderApp('/', sampleBoot(world.session))
    expect(screen.queryByRole('button', { name: 'Allow accounts and balances' })).toBeNull()
  })
})

describe('connect results', () => {
  it('count once for the loop detection, however often an effect runs', () => {
    const connectResult = sampleConnectResult('no_business')
    renderApp(`/?result=${connectResult.id}`, sampleBoot(sampleSession(), { connectResult }))
    expect(JSON.parse(sessionStorage.getItem('endings') ?? '')).toHaveLength(1)
    expect(screen.queryByText('It ended the same way twice')).toBeNull()
    cleanup()
    const again = { ...sampleConnectResult('no_business'), id: asAttemptId('another') }
    renderApp(`/?result=${again.id}`, sampleBoot(sampleSession(), { connectResult: again }))
    expect(screen.getByText('It ended the same way twice')).toBeTruthy()
  })

  it('ask for a decision before anything changes if another business was chosen, and show its outcome', async () => {
    const connectResult = sampleConnectResult('other_business', {
      intent: 'reconnect',
      decisionOpen: true,
      expected: { email: null, businessName: 'Northwind Trading' },
      received: { email: null, businessName: 'Harbour Lane Bakery' },
    })
    const answers: unknown[] = []
    server.use(
      http.post('*/api/connect-results/:id/decision', async ({ request }) => {
        answers.push(await request.json())
        return HttpResponse.json({
          ...connectResult,
          ...sampleConnectResult('connected'),
          id: connectResult.id,
          businessName: 'Harbour Lane Bakery',
        })
      }),
    )
    renderApp(`/?result=${connectResult.id}`, sampleBoot(world.session, { connectResult }))
    expect(heading()).toBe('You chose a different business')
    expect(location.search).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Connect Harbour Lane Bakery' }))
    await waitFor(() => expect(heading()).toBe('Connected to Harbour Lane Bakery'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(answers).toEqual([{ choice: 'switch' }])
  })

  it('offer no decision if it was already made in another tab', () => {
    const connectResult = sampleConnectResult('other_person', { decisionOpen: false })
    renderApp(`/?result=${connectResult.id}`, sampleBoot(world.session, { connectResult }))
    expect(screen.getByText(resultEn.decided.closed)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Continue as/ })).toBeNull()
  })
})

describe('the event stream', () => {
  it('is reopened after it was refused, since browsers do not retry by themselves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const streams: FakeStream[] = []
    class FakeStream extends EventTarget {
      static readonly CLOSED = 2
      readyState = 0
      constructor() {
        super()
        streams.push(this)
      }
      close() {
        this.readyState = 2
      }
    }
    vi.stubGlobal('EventSource', FakeStream)
    try {
      renderApp('/', sampleBoot(world.session))
      const last = streams.at(-1)
      const count = streams.length
      if (last !== undefined) last.readyState = FakeStream.CLOSED
      last?.dispatchEvent(new Event('error'))
      await vi.advanceTimersByTimeAsync(30_000)
      expect(streams).toHaveLength(count + 1)
      streams.at(-1)?.dispatchEvent(new Event('open'))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(streams).toHaveLength(count + 1)
    } finally {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })
})

describe('an expired sign-in', () => {
  it('shows a dialog over the page, which stays, when a call reports the expiry', async () => {
    server.use(http.post('*/api/connections/:id/check-up', () => problemAnswer('session-ended')))
    renderApp('/settings/connection', sampleBoot(world.session))
    world.session = sampleSession({ csrfToken: 'fresh-token' })
    fireEvent.click(screen.getByRole('button', { name: 'Run the check-up' }))
    const dialog = await screen.findByRole('dialog', { name: /been signed out/ })
    expect(field(within(dialog).getByRole('button', { name: 'Sign in' }).closest('form'), 'csrf')).toBe(
      'fresh-token',
    )
    expect(heading()).toBe('Connection to Northwind Trading')
  })

  it('is confirmed by a second request: a renewed cookie may be on its way', async () => {
    let reads = 0
    const kept = world.session
    server.use(
      http.get(`*${BFF_PATHS.session}`, () => HttpResponse.json((reads += 1) === 1 ? sampleSession() : kept)),
    )
    renderApp('/', sampleBoot(world.session))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(reads).toBe(2))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(heading()).toBe('Northwind Trading')
  })
})

describe('disconnecting', () => {
  it('shows whether the provider has confirmed the revocation', async () => {
    const gone = {
      ...northwind,
      state: 'disconnected' as const,
      reason: 'by_user' as const,
      revocation: 'confirming' as const,
    }
    server.use(
      http.post('*/api/connections/:id/disconnect', () => {
        world.session = signedInSession([gone, bakery])
        return HttpResponse.json({ connection: gone, revocation: 'confirming', reference: '7F2K-91' })
      }),
    )
    renderApp('/settings/connection/disconnect', sampleBoot(world.session))
    expect(screen.getByText('1 other business stays as it is.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect Northwind Trading' }))
    await waitFor(() => expect(heading()).toBe('Disconnected from Northwind Trading'))
    expect(screen.getByText(/Harbour hasn’t confirmed yet/)).toBeTruthy()
    world.session = signedInSession([{ ...gone, revocation: 'confirmed' }, bakery])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(await screen.findByText('Harbour has confirmed it.')).toBeTruthy()
  })

  it('reports an uncertain outcome if the call fails, and claims nothing else', async () => {
    server.use(http.post('*/api/connections/:id/disconnect', () => problemAnswer('store-unavailable')))
    renderApp('/settings/connection/disconnect', sampleBoot(world.session))
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect Northwind Trading' }))
    await waitFor(() =>
      expect(document.querySelector('#alert')?.textContent).toBe(
        'We got no answer, so it may not be disconnected yet. Try again.',
      ),
    )
    expect(heading()).toBe('Disconnect Northwind Trading?')
  })
})

describe('changing the language', () => {
  it('updates the page in place, saves the choice, and reports if it could not be saved', async () => {
    server.use(http.post(`*${BFF_PATHS.preferences}`, () => problemAnswer('store-unavailable')))
    renderApp('/', sampleBoot(sampleSession()))
    fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'fr' } })
    await waitFor(() => expect(document.querySelector('#alert')?.textContent).not.toBe(''))
    await waitFor(() => expect(heading()).toBe('See your business at a glance'))
    server.use(http.post(`*${BFF_PATHS.preferences}`, () => new HttpResponse(null, { status: 204 })))
    world.session = sampleSession({ locale: 'fr' })
    fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'fr' } })
    await waitFor(() => expect(heading()).toBe('Votre entreprise en un coup d’œil'))
    expect(document.documentElement.lang).toBe('fr')
  })
})
