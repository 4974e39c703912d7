import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BFF_PATHS, CONNECTION_HEADER, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { SessionView } from '@counterfoil/bff-api/session'
import { asAttemptId, asBusinessWireId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { hashOf } from '#data/document-parts.ts'
import { BusinessDetailsDocument } from '#gql/operations.ts'
import { bffHandlers, problemAnswer, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { resultEn } from '#words/made/result.en.ts'
import { sampleOverview } from '#figures/sample-overview.ts'
import { renderApp } from '#testing/render-app.tsx'
import {
  sampleBoot,
  sampleConnection,
  sampleConnectResult,
  sampleSession,
  signedInSession,
} from '#testing/samples.ts'

const northwind = sampleConnection()
const bakery = sampleConnection({
  id: asConnectionId('connection-bakery'),
  businessId: asBusinessWireId('QnVzaW5lc3M6Mg=='),
  businessName: 'Harbour Lane Bakery',
})

let session: SessionView
const server = setupServer()

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  server.listen({ onUnhandledFrame: 'error' })
  // The test's document has no height to scroll.
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
})
beforeEach(() => {
  session = signedInSession([northwind, bakery], { idleEndsAt: null })
  server.use(...bffHandlers(() => session))
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  sessionStorage.clear()
  localStorage.clear()
})
afterAll(() => server.close())

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const field = (form: Element | null, name: string) =>
  form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value

describe('the form that leaves for the provider', () => {
  it('carries what was meant, where to come back to, and one key however often it is pressed', () => {
    renderApp('/settings/connection', sampleBoot(session))
    const form = screen.getByRole('button', { name: 'Switch to another business' }).closest('form')
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.getAttribute('action')).toBe('/connect/start')
    expect(field(form, 'intent')).toBe('switch_business')
    expect(field(form, 'connection_id')).toBe('connection-northwind')
    expect(field(form, 'return_to')).toBe('/settings/connection')
    expect(field(form, 'csrf')).toBe('sample-form-token')
    expect(field(form, 'idempotency_key')).toMatch(/^[\w-]{8,64}$/)
  })

  it('gives every form of a page a key of its own', () => {
    renderApp('/settings/connection', sampleBoot(session))
    const keys = [...document.querySelectorAll<HTMLInputElement>('input[name=idempotency_key]')].map(
      ({ value }) => value,
    )
    expect(keys.length).toBeGreaterThan(3)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('ignores a second press, and can be pressed again with another key after the page came back', async () => {
    session = sampleSession()
    renderApp('/', sampleBoot(session))
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

describe('figures', () => {
  it('are asked for by the hash of their query, for the connection that is shown, and by no text', async () => {
    const calls: { headers: Headers; body: unknown }[] = []
    server.use(
      http.post(`*${BFF_PATHS.graphql}`, async ({ request }) => {
        calls.push({ headers: request.headers, body: await request.json() })
        return HttpResponse.json({ data: { business: SAMPLE_BUSINESS } })
      }),
    )
    renderApp('/settings/connection', sampleBoot(session))
    await screen.findByText('12 Wharf Street')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.headers.get(REQUEST_HEADER)).toBe('1')
    expect(calls[0]?.headers.get(CONNECTION_HEADER)).toBe('connection-northwind')
    expect(calls[0]?.body).toEqual({
      operationName: 'BusinessDetails',
      variables: { id: northwind.businessId },
      extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(BusinessDetailsDocument) } },
    })
  })

  it('are not asked for at all where the state says that none can come', async () => {
    let asked = 0
    server.use(http.post(`*${BFF_PATHS.graphql}`, () => HttpResponse.json({ data: { n: (asked += 1) } })))
    session = signedInSession([{ ...northwind, state: 'plan_ended', reason: 'subscription_inactive' }])
    renderApp('/settings/connection', sampleBoot(session))
    expect(await screen.findByText(/The connection is kept\./)).toBeTruthy()
    expect(asked).toBe(0)
  })

  it('never stand under the name of another business: switching begins with nothing', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    server.use(
      http.get(`*${BFF_PATHS.connectionFigures}`, async ({ params }) => {
        const isNorthwind = params['id'] === 'connection-northwind'
        if (!isNorthwind) await held
        const data = sampleOverview({ isEmpty: !isNorthwind })
        return HttpResponse.json({ connectionId: params['id'], version: 1, data, readAt: data.readAt })
      }),
      http.post('*/api/connections/:id/select', ({ params }) => {
        session = { ...session, selectedConnectionId: asConnectionId(String(params['id'])) }
        return HttpResponse.json(session)
      }),
    )
    const scrolls = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    renderApp('/', sampleBoot(session))
    await screen.findByText(/is owed to you/)
    expect(document.activeElement).toBe(document.body)
    fireEvent.click(screen.getByRole('button', { name: 'Show Harbour Lane Bakery' }))
    await waitFor(() => expect(heading()).toBe('Harbour Lane Bakery'))
    // Another business is another screen: it begins at the top, at its heading.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(scrolls).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    expect(screen.queryByText(/is owed to you/)).toBeNull()
    release()
    await screen.findByText(/Harbour Lane Bakery has no activity/)
    expect(screen.queryByText(/is owed to you/)).toBeNull()
  })

  it('say that the provider is silent, and come by themselves when it is back', async () => {
    let tries = 0
    server.use(
      http.post(`*${BFF_PATHS.graphql}`, () => {
        tries += 1
        return tries === 1
          ? problemAnswer('provider-unavailable')
          : HttpResponse.json({ data: { business: SAMPLE_BUSINESS } })
      }),
    )
    renderApp('/settings/connection', sampleBoot(session))
    const notice = await screen.findByRole('region', { name: 'Harbour isn’t answering' })
    fireEvent.click(within(notice).getByRole('button', { name: 'Try now' }))
    await screen.findByText('12 Wharf Street')
    expect(tries).toBe(2)
  })

  it('stay when the connection breaks, with the time they were read', async () => {
    renderApp('/settings/connection', sampleBoot(session))
    await screen.findByText('12 Wharf Street')
    session = signedInSession([{ ...northwind, state: 'reconnect', reason: 'removed_at_provider' }, bakery])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await screen.findByText(/says that Counterfoil’s access has ended/)
    expect(screen.getByText('12 Wharf Street')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reconnect Northwind Trading' })).toBeTruthy()
  })

  it('read the session again when an answer says that the connection changed', async () => {
    server.use(http.post(`*${BFF_PATHS.graphql}`, () => problemAnswer('reconnect-required')))
    renderApp('/settings/connection', sampleBoot(session))
    session = signedInSession([{ ...northwind, state: 'reconnect', reason: 'ended' }])
    expect(await screen.findByText(/no longer works\. We noticed on/)).toBeTruthy()
    expect(screen.queryByText('Sorry, there is a problem')).toBeNull()
  })

  it('give a reference for a fault of ours, the one that stands in the logs', async () => {
    server.use(http.post(`*${BFF_PATHS.graphql}`, () => problemAnswer('internal-error')))
    renderApp('/settings/connection', sampleBoot(session))
    await screen.findByRole('region', { name: 'Sorry, there is a problem' })
    expect(screen.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{2}$/)).toBeTruthy()
  })
})

describe('figures that came in part', () => {
  it('are shown, with what is missing said beside them', async () => {
    server.use(
      http.post(`*${BFF_PATHS.graphql}`, () =>
        HttpResponse.json({
          data: { business: { ...SAMPLE_BUSINESS, address: null } },
          errors: [
            {
              message: 'no',
              path: ['business', 'address'],
              extensions: { code: 'FORBIDDEN', requiredScopes: ['x'] },
            },
          ],
        }),
      ),
    )
    renderApp('/settings/connection', sampleBoot(session))
    expect(await screen.findByText('Canadian Dollar (CAD)')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Not allowed yet' })).toBeTruthy()
  })
})

describe('a business the person lost', () => {
  it('says what may have happened, offers to switch, and to remove it here by its name', () => {
    session = signedInSession([{ ...northwind, state: 'reconnect', reason: 'business_access_lost' }, bakery])
    renderApp('/', sampleBoot(session))
    expect(screen.getByText(/no longer finds Northwind Trading for you/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Switch to another business' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Remove Northwind Trading from Counterfoil' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Reconnect/ })).toBeNull()
  })
})

describe('asking for more', () => {
  it('asks for the one thing that was pressed, and only after it was pressed', () => {
    session = signedInSession([{ ...northwind, state: 'limited', missing: ['account:read', 'product:read'] }])
    renderApp('/', sampleBoot(session))
    const card = screen.getByRole('region', { name: 'Accounts and balances' })
    expect(within(card).queryByRole('button', { name: 'Continue to Harbour' })).toBeNull()
    fireEvent.click(within(card).getByRole('button', { name: 'Allow accounts and balances' }))
    const form = within(card).getByRole('button', { name: 'Continue to Harbour' }).closest('form')
    expect(field(form, 'intent')).toBe('allow_more')
    expect(field(form, 'want')).toBe('account:read')
  })

  it('has no place for what this app does not show: that is said on the page of the connection', () => {
    session = signedInSession([{ ...northwind, state: 'limited', missing: ['product:read'] }])
    renderApp('/', sampleBoot(session))
    expect(screen.queryByRole('region', { name: 'Products and services' })).toBeNull()
  })

  it('is not done again for thirty days after "Not now"', () => {
    session = signedInSession([{ ...northwind, state: 'limited', missing: ['account:read'] }])
    renderApp('/', sampleBoot(session))
    fireEvent.click(screen.getByRole('button', { name: 'Allow accounts and balances' }))
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
    expect(screen.getByText(/^Accounts and balances: still off\./)).toBeTruthy()
    cleanup()
    renderApp('/', sampleBoot(session))
    expect(screen.queryByRole('button', { name: 'Allow accounts and balances' })).toBeNull()
  })
})

describe('results', () => {
  it('are counted once for the guard against loops, however often an effect runs', () => {
    const connectResult = sampleConnectResult('no_business')
    renderApp(`/?result=${connectResult.id}`, sampleBoot(sampleSession(), { connectResult }))
    expect(JSON.parse(sessionStorage.getItem('endings') ?? '')).toHaveLength(1)
    expect(screen.queryByText('It ended the same way twice')).toBeNull()
    cleanup()
    const again = { ...sampleConnectResult('no_business'), id: asAttemptId('another') }
    renderApp(`/?result=${again.id}`, sampleBoot(sampleSession(), { connectResult: again }))
    expect(screen.getByText('It ended the same way twice')).toBeTruthy()
  })

  it('ask before anything changes when another business came back, and show what the answer led to', async () => {
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
    renderApp(`/?result=${connectResult.id}`, sampleBoot(session, { connectResult }))
    expect(heading()).toBe('You chose a different business')
    expect(location.search).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Connect Harbour Lane Bakery' }))
    await waitFor(() => expect(heading()).toBe('Connected to Harbour Lane Bakery'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(answers).toEqual([{ choice: 'switch' }])
  })

  it('offer nothing more to decide once it was decided elsewhere', () => {
    const connectResult = sampleConnectResult('other_person', { decisionOpen: false })
    renderApp(`/?result=${connectResult.id}`, sampleBoot(session, { connectResult }))
    expect(screen.getByText(resultEn.decided.closed)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Continue as/ })).toBeNull()
  })
})

describe('the stream of events', () => {
  it('is opened anew when it was refused, since a browser does not try again by itself', async () => {
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
      renderApp('/', sampleBoot(session))
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

describe('a sign-in that ended', () => {
  it('is told over the page, which stays, when a call says so', async () => {
    server.use(http.post('*/api/connections/:id/check-up', () => problemAnswer('session-ended')))
    renderApp('/settings/connection', sampleBoot(session))
    session = sampleSession({ csrfToken: 'fresh-token' })
    fireEvent.click(screen.getByRole('button', { name: 'Run the check-up' }))
    const dialog = await screen.findByRole('dialog', { name: /been signed out/ })
    expect(field(within(dialog).getByRole('button', { name: 'Sign in' }).closest('form'), 'csrf')).toBe(
      'fresh-token',
    )
    expect(heading()).toBe('Connection to Northwind Trading')
  })

  it('is not believed at the first look: a renewed cookie may be on its way', async () => {
    let reads = 0
    const kept = session
    server.use(
      http.get(`*${BFF_PATHS.session}`, () => HttpResponse.json((reads += 1) === 1 ? sampleSession() : kept)),
    )
    renderApp('/', sampleBoot(session))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(reads).toBe(2))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(heading()).toBe('Northwind Trading')
  })
})

describe('disconnecting', () => {
  it('says what the provider confirmed, or has not yet', async () => {
    const gone = {
      ...northwind,
      state: 'disconnected' as const,
      reason: 'by_user' as const,
      revocation: 'confirming' as const,
    }
    server.use(
      http.post('*/api/connections/:id/disconnect', () => {
        session = signedInSession([gone, bakery])
        return HttpResponse.json({ connection: gone, revocation: 'confirming', reference: '7F2K-91' })
      }),
    )
    renderApp('/settings/connection/disconnect', sampleBoot(session))
    expect(screen.getByText('1 other business stays as it is.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect Northwind Trading' }))
    await waitFor(() => expect(heading()).toBe('Disconnected from Northwind Trading'))
    expect(screen.getByText(/Harbour hasn’t confirmed yet/)).toBeTruthy()
    session = signedInSession([{ ...gone, revocation: 'confirmed' }, bakery])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(await screen.findByText('Harbour has confirmed it.')).toBeTruthy()
  })

  it('says that it may not be done when the call fails, and claims nothing else', async () => {
    server.use(http.post('*/api/connections/:id/disconnect', () => problemAnswer('store-unavailable')))
    renderApp('/settings/connection/disconnect', sampleBoot(session))
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect Northwind Trading' }))
    await waitFor(() =>
      expect(document.querySelector('#alert')?.textContent).toBe(
        'We have no answer, so it may not be done. Try again.',
      ),
    )
    expect(heading()).toBe('Disconnect Northwind Trading?')
  })
})

describe('a language', () => {
  it('is changed in place, saved, and told back when it could not be saved', async () => {
    server.use(http.post(`*${BFF_PATHS.preferences}`, () => problemAnswer('store-unavailable')))
    renderApp('/', sampleBoot(sampleSession()))
    fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'fr' } })
    await waitFor(() => expect(document.querySelector('#alert')?.textContent).not.toBe(''))
    await waitFor(() => expect(heading()).toBe('See your business at a glance'))
    server.use(http.post(`*${BFF_PATHS.preferences}`, () => new HttpResponse(null, { status: 204 })))
    session = sampleSession({ locale: 'fr' })
    fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'fr' } })
    await waitFor(() => expect(heading()).toBe('Votre entreprise en un coup d’œil'))
    expect(document.documentElement.lang).toBe('fr')
  })
})
