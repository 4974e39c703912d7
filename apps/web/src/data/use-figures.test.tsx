import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Boot, FirstAnswer } from '@counterfoil/bff-api/session'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { StrictMode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FiguresBoundary } from '#connection/figures-boundary.tsx'
import { bffHandlers, problemAnswer } from '#testing/bff-handlers.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { SAMPLE_NOW, sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { STALE_AFTER_MS } from './data-age.ts'
import { LONGEST_WAIT_MS } from './first-answer-client.ts'
import { cacheKeyOf } from './session/session-state.ts'
import { selectedConnection, useSession } from './session/session.tsx'
import { useFigures } from './use-figures.ts'

const connection = sampleConnection()
const session = signedInSession([connection])
const QUERY = {
  ...{ connectionId: connection.id, version: connection.version },
  ...{ kind: 'figures' as const, operationName: 'overview', variables: {} },
}
const ANSWER: FirstAnswer = { ...QUERY, readAt: SAMPLE_NOW, data: { cash: 'came with the page' } }
let asked: string[]
const server = setupServer()

beforeAll(() => server.listen())
beforeEach(() => {
  asked = []
  server.use(...bffHandlers(() => session))
  answerWith(() => HttpResponse.json({ data: { cash: 'read by the page' }, readAt: SAMPLE_NOW }))
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.getElementById('first-answer')?.remove()
})
afterAll(() => server.close())

function answerWith(answer: () => Response): void {
  server.use(
    http.get(`*${BFF_PATHS.connectionFigures}`, ({ request }) => {
      asked.push(new URL(request.url).search)
      return answer()
    }),
  )
}

function Cash() {
  const shown = selectedConnection(useSession().session) ?? connection
  const { data, failure, loading } = useFigures<{ cash: string }>('overview', shown, true)
  return (
    <p>{`${data?.cash ?? 'nothing'} ${failure?.kind ?? 'no failure'} ${loading ? 'loading' : 'still'}`}</p>
  )
}
const Waiting = () => <p>waiting</p>

function page(boot: Boot) {
  const shown = selectedConnection(boot.session) ?? connection
  return (
    <StrictMode>
      <PageFrame boot={boot}>
        <FiguresBoundary connectionKey={cacheKeyOf(shown)} Content={Cash} Waiting={Waiting} />
      </PageFrame>
    </StrictMode>
  )
}

const open = async (change: Partial<Boot>) => {
  const boot = sampleBoot(session, change)
  await act(async () => render(page(boot)))
}
const shows = (text: string) => screen.findByText(text)

/** Simulates a page whose HTML has not ended. */
function stillLoading() {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
}

function receive(answer: unknown): void {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = 'first-answer'
  element.textContent = JSON.stringify(answer)
  document.body.append(element)
}

describe(useFigures, () => {
  it('shows the figures of the HTML and sends no request', async () => {
    await open({ firstAnswer: ANSWER })
    await shows('came with the page no failure still')
    expect(asked).toEqual([])
  })

  it('waits for late figures in the HTML and sends no request', async () => {
    stillLoading()
    await open({ firstQuery: QUERY })
    await shows('waiting')
    receive(ANSWER)
    await shows('came with the page no failure still')
    expect(asked).toEqual([])
  })

  it.each([
    ['another connection', { connectionId: asConnectionId('another') }],
    ['another version of it', { version: 99 }],
  ])('does not show figures of the HTML that belong to %s', async (_what, change) => {
    await open({ firstAnswer: { ...ANSWER, ...change } })
    await shows('read by the page no failure still')
    expect(asked).toEqual([`?name=overview&version=${connection.version}`])
  })

  it('requests figures itself if the HTML has none, and when it ended without them', async () => {
    await open({ firstQuery: QUERY })
    await shows('read by the page no failure still')
    expect(asked).toHaveLength(1)
  })

  it('requests figures itself after a timeout if the HTML was cut off', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    stillLoading()
    await open({ firstQuery: QUERY })
    await act(() => vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS + 100))
    await shows('read by the page no failure still')
    expect(asked).toHaveLength(1)
  })

  it('reads figures again when the page is viewed after fifteen minutes, not earlier', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open({ firstAnswer: ANSWER })
    const look = () =>
      act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await act(() => vi.advanceTimersByTimeAsync(STALE_AFTER_MS - 10_000))
    await look()
    expect(asked).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    await look()
    await shows('read by the page no failure still')
  })

  it('keeps the figures if a refresh fails, and returns the failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open({ firstAnswer: ANSWER })
    answerWith(() => problemAnswer('provider-unavailable'))
    await act(() => vi.advanceTimersByTimeAsync(STALE_AFTER_MS + 10_000))
    await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await waitFor(() => expect(screen.getByText(/^came with the page provider_down/)).toBeTruthy())
  })
})
