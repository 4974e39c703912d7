import { asUserWireId, asBusinessWireId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { useClient } from 'urql'
import { describe, expect, it, vi } from 'vitest'
import { FIGURES_CALL, comeBack, press, startFakeBff } from '#testing/app-fixture.ts'
import { SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'
import { cacheKeyOf } from '#data/session/session-state.ts'

const bff = startFakeBff()
const northwind = sampleConnection()

describe('the cache of one connection', () => {
  it.each([
    ['another version of it', { version: 2 }],
    ['another person', { userId: asUserWireId('VXNlcjoy') }],
    ['another business', { businessId: asBusinessWireId('QnVzaW5lc3M6OQ==') }],
    ['another connection', { id: asConnectionId('another') }],
  ])('is not used for %s', (_, change) => {
    expect(cacheKeyOf({ ...northwind, ...change })).not.toBe(cacheKeyOf(northwind))
  })

  it('cannot be reached from another connection by choosing its name', () => {
    const one = cacheKeyOf({ ...northwind, userId: asUserWireId('a","b'), businessId: asBusinessWireId('c') })
    const other = cacheKeyOf({
      ...northwind,
      userId: asUserWireId('a'),
      businessId: asBusinessWireId('b","c'),
    })
    expect(one).not.toBe(other)
  })

  it('is requested again if the connection has a new version', async () => {
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    bff.session = signedInSession([{ ...northwind, version: 2 }], { idleEndsAt: null })
    bff.answers(FIGURES_CALL, {
      data: { business: { ...SAMPLE_BUSINESS, type: { name: 'Bakers', __typename: 'BusinessType' } } },
    })
    // A session reading that began earlier may be shared and contain the previous version; then another return reads again.
    do comeBack()
    while ((await screen.findByText('Bakers', {}, { timeout: 5_000 }).catch(() => null)) === null)
    expect(bff.count(FIGURES_CALL)).toBe(2)
    expect(screen.queryByText('Retailers and resellers')).toBeNull()
  })

  it('is not requested again after a session reading without changes', async () => {
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    bff.session = { ...bff.session, csrfToken: 'another' }
    comeBack()
    await waitFor(() =>
      expect(document.querySelector<HTMLInputElement>('input[name=csrf]')?.value).toBe('another'),
    )
    expect(bff.count(FIGURES_CALL)).toBe(1)
  })
})

describe('an error in a part that shows figures', () => {
  it('replaces only that part, and retrying starts with an empty cache', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    let tries = 0
    bff.answers(FIGURES_CALL, () => {
      tries += 1
      // A provider that violates its schema: an invalid currency code.
      return { data: { business: { ...SAMPLE_BUSINESS, ...(tries === 1 ? { currency: null } : {}) } } }
    })
    bff.open('/settings/connection')
    await screen.findByRole('region', { name: 'Sorry, there is a problem' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Connection to Northwind Trading')
    expect(screen.getByRole('region', { name: 'What Counterfoil can see' })).toBeTruthy()
    press('Try again')
    await screen.findByText('12 Wharf Street')
    expect(tries).toBe(2)
  })
})

it('a part outside of a connection throws if it uses the GraphQL client', () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  function Asks() {
    const client = useClient()
    useEffect(() => void client, [client])
    return null
  }
  expect(() => render(<Asks />)).toThrow()
})
