import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { FirstAnswer } from '@counterfoil/bff-api/session'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { bffHandlers, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sampleBoot, sampleConnection, SAMPLE_NOW, signedInSession } from '#testing/samples.ts'
import { createFirstAnswerStore, LONGEST_WAIT_MS } from './first-answer-client.ts'

const session = signedInSession([sampleConnection()])
const { id: connectionId, version, businessId } = sampleConnection()
const QUERY = { connectionId, version, operationName: 'BusinessDetails', variables: { id: businessId } }
const ANSWER: FirstAnswer = {
  ...QUERY,
  readAt: SAMPLE_NOW,
  data: {
    business: { ...SAMPLE_BUSINESS, type: { name: 'Came with the page', __typename: 'BusinessType' } },
  },
}
const asked: string[] = []
const server = setupServer()

beforeAll(() => {
  server.listen()
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
})
beforeEach(() => {
  asked.length = 0
  server.use(...bffHandlers(() => session))
  server.use(
    http.post(`*${BFF_PATHS.graphql}`, () => {
      asked.push('graphql')
      return HttpResponse.json({ data: { business: SAMPLE_BUSINESS } })
    }),
  )
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.getElementById('first-answer')?.remove()
})
afterAll(() => server.close())

/** Simulates a page whose HTML has not ended. */
function stillLoading() {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
}

/** Appends the late answer of a page to its HTML. */
function receive(answer: unknown): void {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = 'first-answer'
  element.textContent = JSON.stringify(answer)
  document.body.append(element)
}

const settled = () => waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())

describe('a page', () => {
  it('shows the data in its HTML and sends no request', async () => {
    renderApp('/settings/connection', sampleBoot(session, { firstAnswer: ANSWER }))
    expect(screen.getByText('Came with the page')).toBeDefined()
    await settled()
    expect(screen.getByText('Came with the page')).toBeDefined()
    expect(asked).toEqual([])
  })

  it('waits for late data in the HTML and sends no request', async () => {
    stillLoading()
    renderApp('/settings/connection', sampleBoot(session, { firstQuery: QUERY }))
    expect(screen.queryByText('Came with the page')).toBeNull()
    act(() => receive(ANSWER))
    await screen.findByText('Came with the page')
    await settled()
    expect(asked).toEqual([])
  })

  it.each([
    ['another connection', { connectionId: asConnectionId('connection-other') }],
    ['another version of it', { version: version + 1 }],
    ['another question', { operationName: 'Profile' }],
  ])('requests the data itself if the HTML contains %s', async (_about, change) => {
    renderApp('/settings/connection', sampleBoot(session, { firstAnswer: { ...ANSWER, ...change } }))
    await screen.findByText('Retailers and resellers')
    expect(screen.queryByText('Came with the page')).toBeNull()
    expect(asked).toEqual(['graphql'])
  })

  it('requests the data itself as soon as the HTML has ended without an answer', async () => {
    renderApp('/settings/connection', sampleBoot(session, { firstQuery: QUERY }))
    await screen.findByText('Retailers and resellers')
    expect(asked).toEqual(['graphql'])
  })
})

describe(createFirstAnswerStore, () => {
  it('stops waiting for a page that was cut off, also in the middle of its answer', async () => {
    vi.useFakeTimers()
    stillLoading()
    const store = createFirstAnswerStore(sampleBoot(session, { firstQuery: QUERY }))
    const changes: unknown[] = []
    receive(ANSWER)
    const element = document.getElementById('first-answer')
    if (element !== null) element.textContent = JSON.stringify(ANSWER).slice(0, -1)
    store.subscribe(() => changes.push(store.read()))
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS - 1)
    expect(store.read()).toBe('awaited')
    await vi.advanceTimersByTimeAsync(1)
    expect(changes).toEqual([undefined])
  })

  it('waits for a page that is still arriving, however long it takes', async () => {
    vi.useFakeTimers()
    stillLoading()
    const store = createFirstAnswerStore(sampleBoot(session, { firstQuery: QUERY }))
    const changes: unknown[] = []
    store.subscribe(() => changes.push(store.read()))
    for (let signs = 0; signs < 3; signs += 1) {
      await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS - 100)
      document.body.append(document.createComment('sign of life'))
    }
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS - 100)
    expect(store.read()).toBe('awaited')
    receive(ANSWER)
    await vi.advanceTimersByTimeAsync(100)
    expect(changes).toEqual([ANSWER])
  })

  it('matches an answer until it was used, and then no longer', () => {
    const store = createFirstAnswerStore(sampleBoot(session, { firstAnswer: ANSWER }))
    expect([store.brings(QUERY), store.brings(QUERY)]).toEqual([true, true])
    store.spend()
    expect(store.brings(QUERY)).toBe(false)
    expect(store.read()).toEqual(ANSWER)
    store.drop()
    expect(store.read()).toBeUndefined()
  })
})
