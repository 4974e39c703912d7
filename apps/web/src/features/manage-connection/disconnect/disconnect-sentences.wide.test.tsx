import { cleanup, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { caseCount } from '@counterfoil/testkit/sample'
import { startFakeBff } from '#testing/app-fixture.ts'
import { SCOPES, sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()

/** One to five businesses of one person, each in any state that a connection can have. */
const SESSION = fc
  .array(
    fc.record({
      state: fc.constantFrom('connected', 'plan_ended', 'trouble', 'disconnected', 'reconnect'),
      scopes: fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 }),
      name: fc.constantFrom('Northwind Trading', 'Fern & Co', 'Łódź Żółw', 'مخبز', 'A'),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) =>
    rows.map(({ state, scopes, name }, place): ConnectionView => {
      const shown = place === 0 && state === 'disconnected' ? 'connected' : state
      return sampleConnection({
        ...{ id: asConnectionId(`connection-${place}`), businessName: `${name} ${place}`, scopes },
        ...{ state: shown as ConnectionView['state'], reason: null },
      })
    }),
  )

describe('the confirmation before disconnecting', () => {
  it('names the business, what ends and how many others stay, for random sessions', async () => {
    await fc.assert(
      fc.asyncProperty(SESSION, async (connections) => {
        cleanup()
        const [shown] = connections
        if (shown === undefined) return
        bff.session = signedInSession(connections, { idleEndsAt: null })
        bff.open(`/b/${shown.key}/settings/connection/disconnect`)
        const textsOf = async (name: string) =>
          within(await screen.findByRole('region', { name }))
            .getAllByRole('listitem')
            .map(({ textContent }) => textContent)
        // Customers and invoices are one line, as on Harbour's pages.
        const isJoined = ['customer:read', 'invoice:read'].every((scope) => shown.scopes.includes(scope))
        const count = shown.scopes.length - (isJoined ? 1 : 0)
        const ends = count === 1 ? '1 permission ends' : `${count} permissions end`
        expect((await textsOf('What stops'))[0]).toBe(
          `Counterfoil stops reading ${shown.businessName} at once. ${ends}.`,
        )
        const others = connections.filter(({ state }) => state !== 'disconnected').length - 1
        const said = (await textsOf('What stays')).find((text) => text?.includes('other business'))
        expect(said).toBe(
          others === 0
            ? undefined
            : others === 1
              ? '1 other business stays as it is.'
              : `${others} other businesses stay as they are.`,
        )
      }),
      { numRuns: caseCount({ all: 200, sampled: 12 }) },
    )
  })
})
