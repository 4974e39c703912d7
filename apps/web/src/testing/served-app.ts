import { cleanup } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { SessionView } from '@counterfoil/bff-api/session'
import { asBusinessWireId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { bffHandlers } from '#testing/bff-handlers.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

interface ServedApp {
  /** What the BFF knows of the session. */
  session: SessionView
}

/** What runs while a test runs. */
export const world = {} as ServedApp

export const northwind = sampleConnection()
export const bakery = sampleConnection({
  id: asConnectionId('connection-bakery'),
  businessId: asBusinessWireId('QnVzaW5lc3M6Mg=='),
  businessName: 'Harbour Lane Bakery',
})

export const server = setupServer()

/** A BFF that answers well, mocked at the socket alone, for somebody with two businesses. */
export function startServedApp(): void {
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
    world.session = signedInSession([northwind, bakery], { idleEndsAt: null })
    server.use(...bffHandlers(() => world.session))
  })
  afterEach(() => {
    cleanup()
    server.resetHandlers()
    sessionStorage.clear()
    localStorage.clear()
  })
  afterAll(() => server.close())
}

export const field = (form: Element | null, name: string) =>
  form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value
