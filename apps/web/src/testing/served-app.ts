import { cleanup } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { SessionView } from '@counterfoil/bff-api/session'
import { asBusinessWireId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { bffHandlers } from '#testing/bff-handlers.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

interface ServedApp {
  /** The session at the BFF. */
  session: SessionView
}

/** The mocked BFF while a test runs. */
export const world = {} as ServedApp

export const northwind = sampleConnection()
export const bakery = sampleConnection({
  id: asConnectionId('connection-bakery'),
  businessId: asBusinessWireId('QnVzaW5lc3M6Mg=='),
  businessName: 'Harbour Lane Bakery',
})

export const server = setupServer()

/** Mocks a BFF without failures at the network, for a person with two businesses. */
export function startServedApp(): void {
  beforeAll(() => {
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true
    }
    HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
      this.open = false
    }
    server.listen({ onUnhandledFrame: 'error' })
    // The document of jsdom cannot scroll.
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
