import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { PreferencesSchema } from '@counterfoil/bff-api/session'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { browserZone } from '#words/words.tsx'
import { tellTimeZone } from './time-zone-client.ts'

const told = vi.fn<(body: unknown) => void>()
const server = setupServer(
  http.post(`*${BFF_PATHS.preferences}`, async ({ request }) => {
    told(await request.json())
    return HttpResponse.json({})
  }),
)

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  told.mockReset()
})
afterAll(() => server.close())

describe(tellTimeZone, () => {
  it('sends nothing if the time zone is already known', () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    tellTimeZone(browserZone())
    expect(fetch).not.toHaveBeenCalled()
    tellTimeZone('Antarctica/Troll')
    expect(fetch).toHaveBeenCalledTimes(1)
    fetch.mockRestore()
  })

  it('sends a time zone that the BFF accepts, if the BFF has none', async () => {
    tellTimeZone(null)
    await waitFor(() => expect(told).toHaveBeenCalledWith({ timeZone: browserZone() }))
    expect(PreferencesSchema.safeParse(told.mock.lastCall?.[0]).success).toBe(true)
  })

  it('ignores a refusal', async () => {
    const refused = vi.fn<() => Response>(() => problemAnswer('bad-request'))
    server.use(http.post(`*${BFF_PATHS.preferences}`, () => refused()))
    tellTimeZone(null)
    await waitFor(() => expect(refused).toHaveBeenCalledTimes(1))
  })
})
