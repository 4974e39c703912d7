import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { bffHandlers } from '#testing/bff-handlers.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'

const northwind = sampleConnection()
const server = setupServer()

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' })
  // The test's document has no height to scroll.
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => server.close())

function show(change: Partial<ConnectionView>) {
  const session = signedInSession([{ ...northwind, ...change }], { idleEndsAt: null })
  server.use(...bffHandlers(() => session))
  renderApp('/', sampleBoot(session))
}

const planRow = () => {
  const card = screen.getByRole('region', { name: 'This business' })
  return within(card).getByText('Plan').parentElement?.textContent
}

it('says of the plan only what the last answer proves', async () => {
  show({})
  // Nothing is said of it while the answer is on its way.
  expect(planRow()).toBe('Plan\u00a0')
  await vi.waitFor(() => expect(planRow()).toBe('PlanActive'), 30_000)
  cleanup()
  show({ state: 'plan_ended', reason: 'subscription_inactive' })
  expect(planRow()).toMatch(/^PlanEnded\. We noticed on \d/)
  cleanup()
  show({ state: 'reconnect', reason: 'removed_at_provider' })
  expect(planRow()).toBe('PlanNot known until Counterfoil can read again.')
})

it('says the state in the mark when its notice is hidden', () => {
  show({ state: 'reconnect', reason: 'removed_at_provider' })
  fireEvent.click(screen.getByRole('button', { name: 'Hide this' }))
  expect(screen.queryByText(/somebody removed it there/)).toBeNull()
  expect(
    within(screen.getByRole('banner')).getByText('Reconnect needed', { selector: '.chip-full' }),
  ).toBeTruthy()
})
