import { cleanup, screen, waitFor } from '@testing-library/react'
import { version } from 'react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bffHandlers, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sampleBoot, sampleConnection, sampleConnectResult, signedInSession } from '#testing/samples.ts'

const northwind = sampleConnection()
const session = signedInSession([northwind], { idleEndsAt: null })

/** Event streams and broadcast channels that a page created, and whether each is open. */
const opened: { readonly kind: 'stream' | 'channel'; isOpen: boolean }[] = []
const isOpen = (kind: 'stream' | 'channel') => opened.filter((it) => it.kind === kind && it.isOpen)

function counted(kind: 'stream' | 'channel') {
  return class extends EventTarget {
    static readonly CLOSED = 2
    readyState = 0
    private readonly entry = { kind, isOpen: true }
    constructor() {
      super()
      opened.push(this.entry)
    }
    postMessage() {}
    close() {
      this.entry.isOpen = false
    }
  }
}

const server = setupServer()
let asked: string[] = []

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  opened.length = 0
  asked = []
  vi.stubGlobal('EventSource', counted('stream'))
  vi.stubGlobal('BroadcastChannel', counted('channel'))
  server.events.on('request:start', ({ request }) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
  })
  server.use(...bffHandlers(() => session))
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  server.events.removeAllListeners()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})
afterAll(() => server.close())

/** Records everything announced in the polite live region from now on. */
function listen(): readonly string[] {
  const said: string[] = []
  new MutationObserver(() => {
    const text = document.querySelector('#status')?.textContent ?? ''
    // A repeated sentence differs by a space, or a screen reader would not read it.
    if (text !== '' && text !== said.at(-1)) said.push(text)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
  return said
}

describe(`StrictMode of React ${version} in development, where every effect runs twice`, () => {
  it('runs effects twice', async () => {
    renderApp('/settings/connection', sampleBoot(session))
    await screen.findByText('12 Wharf Street')
    expect(opened.filter(({ kind }) => kind === 'stream').length).toBeGreaterThan(1)
  })

  it('requests figures once, keeps one stream and one channel open, and closes them on unmount', async () => {
    renderApp('/settings/connection', sampleBoot(session))
    await screen.findByText('12 Wharf Street')
    expect(asked.filter((call) => call === 'POST /graphql')).toHaveLength(1)
    expect(isOpen('stream')).toHaveLength(1)
    expect(isOpen('channel')).toHaveLength(1)
    cleanup()
    expect(opened.filter((it) => it.isOpen)).toEqual([])
  })

  it('requests data once after a return from the back/forward cache, and registers listeners once', async () => {
    renderApp('/settings/connection', sampleBoot(session))
    await screen.findByText('12 Wharf Street')
    asked = []
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(asked).toContain('GET /api/session'))
    await screen.findByText('12 Wharf Street')
    expect(asked.filter((call) => call === 'GET /api/session')).toHaveLength(1)
    expect(isOpen('stream')).toHaveLength(1)
  })

  it('announces an outage once, however often the effect runs', async () => {
    const troubled = { ...northwind, state: 'trouble' as const, reason: 'provider_down' as const }
    const said = listen()
    renderApp('/', sampleBoot(signedInSession([troubled], { idleEndsAt: null })))
    await screen.findByText(/is owed to you/)
    await waitFor(() => expect(said).toEqual(['Harbour isn’t answering']))
    expect(document.querySelector('#status')?.textContent).toBe('Harbour isn’t answering')
  })

  it('announces a missing part once', async () => {
    server.use(
      http.post('*/graphql', () =>
        HttpResponse.json({
          data: { business: { ...SAMPLE_BUSINESS, address: null } },
          errors: [{ message: 'no', path: ['business', 'address'] }],
        }),
      ),
    )
    const said = listen()
    renderApp('/settings/connection', sampleBoot(session))
    await screen.findByText('Didn’t load')
    await waitFor(() => expect(said).toEqual(['Some of it didn’t load']))
    expect(document.querySelector('#status')?.textContent).toBe('Some of it didn’t load')
  })

  it('reads a result from the page once and removes it from the address once', async () => {
    const replaced = vi.spyOn(history, 'replaceState')
    const connectResult = sampleConnectResult('connected')
    renderApp(`/b/northwind/?result=${connectResult.id}`, sampleBoot(session, { connectResult }))
    await screen.findByText('12 Wharf Street')
    expect(asked).toEqual(['POST /graphql'])
    expect(location.search).toBe('')
    // The first call is the test's own, which opened the address.
    expect(replaced.mock.calls.length).toBeLessThanOrEqual(2)
    replaced.mockRestore()
  })
})
