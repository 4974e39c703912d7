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

describe('every outcome of a connect attempt', () => {
  it.each(ConnectOutcomeSchema.options)('%s: is in a focused heading and in the window title', (outcome) => {
    open(sampleConnectResult(outcome))
    const title = screen.getByRole('heading', { level: 1 })
    expect(document.activeElement).toBe(title)
    expect(document.title).toBe(`${title.textContent} – Counterfoil`)
    expect(document.querySelector('.lede')?.textContent).not.toMatch(/undefined|null|\*\*/)
  })

  it.each(ConnectOutcomeSchema.options)('%s: has at most one primary button and a next step', (outcome) => {
    open(sampleConnectResult(outcome, { decisionOpen: true }))
    expect(primary().length).toBeLessThanOrEqual(1)
    const main = within(screen.getByRole('main'))
    expect(main.queryAllByRole('button').length + main.queryAllByRole('link').length).toBeGreaterThan(0)
  })

  it('is removed from the address and kept in the history state for a reload', () => {
    open(sampleConnectResult('declined'))
    expect(location.search).toBe('')
    expect(history.state).toEqual({ connectResult: 'result-declined' })
  })
})

describe('the result of a successful connect', () => {
  it('shows details of the business as proof', async () => {
    open(sampleConnectResult('connected'))
    expect(heading()).toBe('Connected to Northwind Trading')
    const proof = screen.getByRole('region', { name: 'Is this the right one?' })
    expect(await within(proof).findByText('12 Wharf Street')).toBeTruthy()
  })

  it('offers to switch to another business at once', () => {
    open(sampleConnectResult('connected', { returnTo: '/businesses' }))
    expect(formOf(button('Not this one? Switch'))).toMatchObject({
      intent: 'switch_business',
      connection_id: 'connection-northwind',
      return_to: '/businesses',
    })
  })

  it('continues to the page the person came from', () => {
    open(sampleConnectResult('connected', { returnTo: '/businesses' }))
    expect(primary()).toEqual(['Continue'])
    follow('Continue')
    expect(heading()).toBe('Businesses')
  })

  it('has a printable receipt with permissions, time and reference', () => {
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    open(sampleConnectResult('connected', { granted: ['business:read', 'product:read'] }))
    expect(document.querySelector('.receipt span')?.textContent).toBe(
      'Allowed on 20\u00a0November\u00a02026, 2 things: business details, products and services. Reference 7F2K-91.',
    )
    press('Save a copy')
    expect(print).toHaveBeenCalledTimes(1)
  })

  it('with fewer permissions: lists the missing ones and offers to request exactly those', () => {
    open(sampleConnectResult('connected_less', { missing: ['product:read', 'customer:read'] }))
    expect(document.querySelector('.lede')?.textContent).toMatch(
      /^Northwind Trading is connected\. You didn’t allow/,
    )
    expect(formOf(button('Allow what is off'))).toMatchObject({
      intent: 'allow_more',
      want: 'product:read customer:read',
    })
  })

  it('shows no details of a connection that has ended meanwhile', () => {
    bff.session = signedInSession([], { idleEndsAt: null })
    open(sampleConnectResult('connected'))
    expect(heading()).toBe('Connected to Northwind Trading')
    expect(screen.queryByRole('region', { name: 'Is this the right one?' })).toBeNull()
  })
})

describe('the result of a failed connect', () => {
  it('declined: reports that nothing was shared, and can be retried with the same intent', () => {
    failed('declined')
    expect(screen.getByText('Nothing was shared with Counterfoil.')).toBeTruthy()
    expect(formOf(button('Try again'))).toMatchObject({ intent: 'connect', return_to: '/' })
    follow('Not now')
    expect(heading()).toBe('See your business at a glance')
  })

  it('expired: can be restarted with the same return path', () => {
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
    '%s: shows the reference of both logs',
    (outcome) => {
      failed(outcome)
      expect(screen.getByText('Reference 7F2K-91')).toBeTruthy()
    },
  )

  it.each(['declined', 'expired', 'no_business', 'rate_limited'] as const)(
    '%s: has no reference, since nothing failed',
    (outcome) => {
      failed(outcome)
      expect(screen.queryByText(/^Reference/)).toBeNull()
    },
  )

  it('no business: links to the plans of the provider, or to another account', () => {
    failed('no_business')
    expect(screen.getByRole('link', { name: 'See plans in Harbour' }).getAttribute('href')).toBe(
      'http://127.0.0.1:4000/plans',
    )
    expect(button('Use another account').className).toBe('button-plain')
  })

  it('no business, at a provider without a plan page: offers another account', () => {
    bff.session = sampleSession({
      provider: sampleProvider({ name: 'Port', plansUrl: null, connectedAppsUrl: null }),
    })
    open(sampleConnectResult('no_business', { connectionId: null, businessName: null }))
    expect(primary()).toEqual(['Use another account'])
    expect(document.body.textContent).not.toContain('Harbour')
  })

  it('too many tries: shows when to try again, and has no button', () => {
    failed('rate_limited', { retryAt: '2026-11-20T12:15:00.000Z' })
    expect(screen.getByText(/^Nothing has changed\. You can start again at \d\d:\d\d\.$/)).toBeTruthy()
    expect(document.querySelector('main form')).toBeNull()
  })

  it('a fault of the app: has no button to retry', () => {
    failed('misconfigured')
    expect(document.querySelector('main form')).toBeNull()
    expect(primary()).toEqual(['Go back'])
  })
})

describe('an attempt that fails twice in the same way', () => {
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

  it('shows help in place of the retry button', () => {
    twice('provider_failed')
    const help = screen.getByRole('region', { name: 'It ended the same way twice' })
    expect(within(help).getByRole('link', { name: 'Open Harbour' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again in a minute' })).toBeNull()
    expect(primary()).toHaveLength(1)
  })

  it('is a new attempt after more than ten minutes', () => {
    twice('provider_failed', '2026-11-20T12:14:31.000Z')
    expect(button('Try again in a minute')).toBeTruthy()
  })

  it('is no loop if the person declined twice', () => {
    twice('declined')
    expect(button('Try again')).toBeTruthy()
    expect(screen.queryByText('It ended the same way twice')).toBeNull()
  })

  it.each(['not json', '{"a":1}', '[null]', '[{"atMs":"soon"}]'])(
    'survives stored data that is %s',
    (memory) => {
      sessionStorage.setItem('endings', memory)
      failed('expired')
      expect(heading()).toBe('That took a little too long')
      expect(button('Start again')).toBeTruthy()
    },
  )
})

describe('a result that stays open', () => {
  it('is not replaced by a session reading', async () => {
    open(sampleConnectResult('connected'))
    await screen.findByText('12 Wharf Street')
    bff.session = signedInSession([sampleConnection({ version: 2 })], { idleEndsAt: null })
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(bff.count('GET /api/session')).toBe(1))
    expect(heading()).toBe('Connected to Northwind Trading')
  })
})
