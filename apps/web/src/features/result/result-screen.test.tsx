import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { asAttemptId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { ConnectOutcomeSchema, type ConnectResult } from '@counterfoil/bff-api/connect-result'
import { button, follow, formOf, heading, press, startFakeBff } from '#testing/app-fixture.ts'
import {
  sampleConnection,
  sampleConnectResult,
  sampleSession,
  signedInSession,
  sampleProvider,
} from '#testing/samples.ts'

const bff = startFakeBff()
const open = (connectResult: ConnectResult) => bff.open(`/?result=${connectResult.id}`, { connectResult })
const primary = () =>
  [...document.querySelectorAll('main .button-primary')].map(({ textContent }) => textContent)
const failed = (outcome: ConnectResult['outcome'], change: Partial<ConnectResult> = {}) => {
  bff.session = sampleSession()
  open(sampleConnectResult(outcome, { connectionId: null, businessName: null, ...change }))
}

describe('every way an attempt can end', () => {
  it.each(ConnectOutcomeSchema.options)(
    '%s: is reported in a heading that has focus and names the window',
    (outcome) => {
      open(sampleConnectResult(outcome))
      const title = screen.getByRole('heading', { level: 1 })
      expect(document.activeElement).toBe(title)
      expect(document.title).toBe(`${title.textContent} – Counterfoil`)
      expect(document.querySelector('.lede')?.textContent).not.toMatch(/undefined|null|\*\*/)
    },
  )

  it.each(ConnectOutcomeSchema.options)('%s: has one primary button at most, and a way on', (outcome) => {
    open(sampleConnectResult(outcome, { decisionOpen: true }))
    expect(primary().length).toBeLessThanOrEqual(1)
    const main = within(screen.getByRole('main'))
    expect(main.queryAllByRole('button').length + main.queryAllByRole('link').length).toBeGreaterThan(0)
  })

  it('is out of the address, and kept in the history for a reload', () => {
    open(sampleConnectResult('declined'))
    expect(location.search).toBe('')
    expect(history.state).toEqual({ connectResult: 'result-declined' })
  })
})

describe('a business that was connected', () => {
  it('is proved by what the provider says of it', async () => {
    open(sampleConnectResult('connected'))
    expect(heading()).toBe('Connected to Northwind Trading')
    const proof = screen.getByRole('region', { name: 'Is this the right one?' })
    expect(await within(proof).findByText('12 Wharf Street')).toBeTruthy()
  })

  it('can be exchanged for the right one at once', () => {
    open(sampleConnectResult('connected', { returnTo: '/businesses' }))
    expect(formOf(button('Not this one? Switch'))).toMatchObject({
      intent: 'switch_business',
      connection_id: 'connection-northwind',
      return_to: '/businesses',
    })
  })

  it('goes on to where the person was going', () => {
    open(sampleConnectResult('connected', { returnTo: '/businesses' }))
    expect(primary()).toEqual(['Continue'])
    follow('Continue')
    expect(heading()).toBe('Businesses')
  })

  it('leaves a receipt: what was allowed, when, and a reference; it can be printed', () => {
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    open(sampleConnectResult('connected', { granted: ['business:read', 'product:read'] }))
    expect(document.querySelector('.receipt span')?.textContent).toBe(
      'Allowed on 20\u00a0November\u00a02026, 2 things: business details, products and services. Reference 7F2K-91.',
    )
    press('Save a copy')
    expect(print).toHaveBeenCalledTimes(1)
  })

  it('with less than was asked for: names what is off, and asks for that and nothing else', () => {
    open(sampleConnectResult('connected_less', { missing: ['product:read', 'customer:read'] }))
    expect(document.querySelector('.lede')?.textContent).toMatch(
      /^Northwind Trading is connected\. You didn’t allow/,
    )
    expect(formOf(button('Allow what is off'))).toMatchObject({
      intent: 'allow_more',
      want: 'product:read customer:read',
    })
  })

  it('shows no proof of a connection that is gone meanwhile', () => {
    bff.session = signedInSession([], { idleEndsAt: null })
    open(sampleConnectResult('connected'))
    expect(heading()).toBe('Connected to Northwind Trading')
    expect(screen.queryByRole('region', { name: 'Is this the right one?' })).toBeNull()
  })
})

describe('an attempt that came to nothing', () => {
  it('declined: shares nothing, and can be tried again with the same meaning', () => {
    failed('declined')
    expect(screen.getByText('Nothing was shared with Counterfoil.')).toBeTruthy()
    expect(formOf(button('Try again'))).toMatchObject({ intent: 'connect', return_to: '/' })
    follow('Not now')
    expect(heading()).toBe('See your business at a glance')
  })

  it('expired: can be started again, for the page it was meant for', () => {
    failed('expired', {
      intent: 'reconnect',
      connectionId: asConnectionId('connection-northwind'),
      returnTo: '/profile',
    })
    expect(formOf(button('Start again'))).toMatchObject({
      intent: 'reconnect',
      connection_id: 'connection-northwind',
      return_to: '/profile',
    })
  })

  it.each(['mismatch', 'provider_failed', 'misconfigured'] as const)(
    '%s: gives the reference that both logs know',
    (outcome) => {
      failed(outcome)
      expect(screen.getByText('Reference 7F2K-91')).toBeTruthy()
    },
  )

  it.each(['declined', 'expired', 'no_business', 'rate_limited'] as const)(
    '%s: needs no reference, since nothing broke',
    (outcome) => {
      failed(outcome)
      expect(screen.queryByText(/^Reference/)).toBeNull()
    },
  )

  it('no business: leads to the plans of the provider, or to another account', () => {
    failed('no_business')
    expect(screen.getByRole('link', { name: 'See plans in Harbour' }).getAttribute('href')).toBe(
      'http://127.0.0.1:4000/plans',
    )
    expect(button('Use another account').className).toBe('button-plain')
  })

  it('no business, at a provider without a page for plans: another account is the way on', () => {
    bff.session = sampleSession({
      provider: sampleProvider({ name: 'Port', plansUrl: null, connectedAppsUrl: null }),
    })
    open(sampleConnectResult('no_business', { connectionId: null, businessName: null }))
    expect(primary()).toEqual(['Use another account'])
    expect(document.body.textContent).not.toContain('Harbour')
  })

  it('too many tries: says from when on, and offers no button that would be refused', () => {
    failed('rate_limited', { retryAt: '2026-11-20T12:15:00.000Z' })
    expect(screen.getByText(/^Nothing has changed\. You can start again at \d\d:\d\d\.$/)).toBeTruthy()
    expect(document.querySelector('main form')).toBeNull()
  })

  it('a fault of ours: offers no button that would fail again', () => {
    failed('misconfigured')
    expect(document.querySelector('main form')).toBeNull()
    expect(primary()).toEqual(['Go back'])
  })
})

describe('an attempt that ends the same way twice', () => {
  const twice = (outcome: ConnectResult['outcome'], finishedAt = '2026-11-20T12:10:00.000Z') => {
    bff.session = sampleSession()
    const first = open(
      sampleConnectResult(outcome, { id: asAttemptId('first'), connectionId: null, businessName: null }),
    )
    first.unmount()
    open(
      sampleConnectResult(outcome, {
        id: asAttemptId('second'),
        connectionId: null,
        businessName: null,
        finishedAt,
      }),
    )
  }

  it('is not offered a third time: help takes the place of the button', () => {
    twice('provider_failed')
    const help = screen.getByRole('region', { name: 'It ended the same way twice' })
    expect(within(help).getByRole('link', { name: 'Open Harbour' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again in a minute' })).toBeNull()
    expect(primary()).toHaveLength(1)
  })

  it('after more than ten minutes is a new attempt', () => {
    twice('provider_failed', '2026-11-20T12:14:31.000Z')
    expect(button('Try again in a minute')).toBeTruthy()
  })

  it('by saying no twice is a decision, and no loop', () => {
    twice('declined')
    expect(button('Try again')).toBeTruthy()
    expect(screen.queryByText('It ended the same way twice')).toBeNull()
  })

  it.each(['not json', '{"a":1}', '[null]', '[{"atMs":"soon"}]'])('survives a memory of %s', (memory) => {
    sessionStorage.setItem('endings', memory)
    failed('expired')
    expect(heading()).toBe('That took a little too long')
    expect(button('Start again')).toBeTruthy()
  })
})

describe('a result that is looked at for longer', () => {
  it('is not replaced by a reading of the session', async () => {
    open(sampleConnectResult('connected'))
    await screen.findByText('12 Wharf Street')
    bff.session = signedInSession([sampleConnection({ version: 2 })], { idleEndsAt: null })
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(bff.count('GET /api/session')).toBe(1))
    expect(heading()).toBe('Connected to Northwind Trading')
  })
})
