import { BFF_PATHS, CONNECTION_HEADER, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { hashOf } from '#data/graphql-query.ts'
import { sampleOverview } from '#figures/sample-overview.ts'
import { BusinessDetailsDocument } from '#generated/operations.ts'
import { heading } from '#testing/app-fixture.ts'
import { problemAnswer, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sampleBoot, signedInSession } from '#testing/samples.ts'
import { bakery, northwind, server, startServedApp, world } from '#testing/served-app.ts'

startServedApp()

describe('figures', () => {
  it('are requested by the hash of their query for the shown connection, without the query text', async () => {
    const calls: { headers: Headers; body: unknown }[] = []
    server.use(
      http.post(`*${BFF_PATHS.graphql}`, async ({ request }) => {
        calls.push({ headers: request.headers, body: await request.json() })
        return HttpResponse.json({ data: { business: SAMPLE_BUSINESS } })
      }),
    )
    renderApp('/settings/connection', sampleBoot(world.session))
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

  it('are not requested if the connection state does not allow reading', async () => {
    let asked = 0
    server.use(http.post(`*${BFF_PATHS.graphql}`, () => HttpResponse.json({ data: { n: (asked += 1) } })))
    world.session = signedInSession([{ ...northwind, state: 'plan_ended', reason: 'subscription_inactive' }])
    renderApp('/settings/connection', sampleBoot(world.session))
    expect(await screen.findByText(/The connection is kept\./)).toBeTruthy()
    expect(asked).toBe(0)
  })

  it('are never shown under the name of another business: switching starts empty', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    server.use(
      http.get(`*${BFF_PATHS.connectionFigures}`, async ({ params }) => {
        const isNorthwind = params['id'] === 'connection-northwind'
        if (!isNorthwind) await held
        const data = sampleOverview({ isEmpty: !isNorthwind })
        return HttpResponse.json({ connectionId: params['id'], version: 1, data, readAt: data.readAt })
      }),
    )
    const scrolls = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    renderApp('/', sampleBoot(world.session))
    await screen.findByText(/is owed to you/)
    expect(document.activeElement).toBe(document.body)
    fireEvent.click(screen.getByRole('link', { name: 'Show Harbour Lane Bakery' }))
    await waitFor(() => expect(heading()).toBe('Harbour Lane Bakery'))
    // Another business is another screen: it scrolls to the top and focuses its heading.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(scrolls).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    expect(screen.queryByText(/is owed to you/)).toBeNull()
    release()
    await screen.findByText(/Harbour Lane Bakery has no activity/)
    expect(screen.queryByText(/is owed to you/)).toBeNull()
  })

  it('report an unreachable provider, and load by themselves once it is back', async () => {
    let tries = 0
    server.use(
      http.post(`*${BFF_PATHS.graphql}`, () => {
        tries += 1
        return tries === 1
          ? problemAnswer('provider-unavailable')
          : HttpResponse.json({ data: { business: SAMPLE_BUSINESS } })
      }),
    )
    renderApp('/settings/connection', sampleBoot(world.session))
    const notice = await screen.findByRole('region', { name: 'Harbour isn’t answering' })
    fireEvent.click(within(notice).getByRole('button', { name: 'Try now' }))
    await screen.findByText('12 Wharf Street')
    expect(tries).toBe(2)
  })

  it('stay, with the time of their reading, when the connection breaks', async () => {
    renderApp('/settings/connection', sampleBoot(world.session))
    await screen.findByText('12 Wharf Street')
    world.session = signedInSession([
      { ...northwind, state: 'reconnect', reason: 'removed_at_provider' },
      bakery,
    ])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await screen.findByText(/says that Counterfoil’s access has ended/)
    expect(screen.getByText('12 Wharf Street')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reconnect Northwind Trading' })).toBeTruthy()
  })

  it('read the session again when an answer reports a changed connection', async () => {
    server.use(http.post(`*${BFF_PATHS.graphql}`, () => problemAnswer('reconnect-required')))
    renderApp('/settings/connection', sampleBoot(world.session))
    world.session = signedInSession([{ ...northwind, state: 'reconnect', reason: 'ended' }])
    expect(await screen.findByText(/no longer works\. We noticed on/)).toBeTruthy()
    expect(screen.queryByText('Sorry, there is a problem')).toBeNull()
  })

  it('show the reference that is in the logs, if the app itself failed', async () => {
    server.use(http.post(`*${BFF_PATHS.graphql}`, () => problemAnswer('internal-error')))
    renderApp('/settings/connection', sampleBoot(world.session))
    await screen.findByRole('region', { name: 'Sorry, there is a problem' })
    expect(screen.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{2}$/)).toBeTruthy()
  })
})

describe('partially loaded figures', () => {
  it('are shown with a note of the missing parts', async () => {
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
    renderApp('/settings/connection', sampleBoot(world.session))
    expect(await screen.findByText('Canadian Dollar (CAD)')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Not allowed yet' })).toBeTruthy()
  })
})

describe('a business that the person lost access to', () => {
  it('explains possible reasons and offers to switch business or to remove it here, by name', () => {
    world.session = signedInSession([
      { ...northwind, state: 'reconnect', reason: 'business_access_lost' },
      bakery,
    ])
    renderApp('/', sampleBoot(world.session))
    expect(screen.getByText(/no longer finds Northwind Trading for you/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Switch to another business' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Remove Northwind Trading from Counterfoil' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Reconnect/ })).toBeNull()
  })
})
