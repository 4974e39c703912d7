import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { hashOf } from '#data/graphql-query.ts'
import { BusinessDetailsDocument } from '#generated/operations.ts'
import {
  button,
  FIGURES_CALL,
  holdTimers,
  press,
  setOnline,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import { SAMPLE_NOW, sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const northwind = sampleConnection()
const card = () => screen.getByRole('region', { name: 'This business' })
/** Makes the page visible: ages are computed again then. */
const comeIntoView = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
const answer = (business: object) => ({ data: { business: { ...SAMPLE_BUSINESS, ...business } } })
const rows = () =>
  Object.fromEntries(
    [...card().querySelectorAll('.row')].map((row) => [
      row.querySelector('dt')?.textContent,
      [...(row.querySelector('dd')?.childNodes ?? [])].map(({ textContent }) => textContent).join('|'),
    ]),
  )

describe('the business details card', () => {
  it('shows enough details to recognise the business', async () => {
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    expect(rows()).toEqual({
      Name: 'Northwind Trading',
      Industry: 'Retailers and resellers',
      Address: '12 Wharf Street|Toronto, Ontario M5V 2T6|Canada',
      Currency: 'Canadian Dollar (CAD)',
      'Time zone': 'Toronto (Eastern Time)',
      Plan: 'Active',
    })
    expect(within(card()).getByText('Read from Harbour just now.')).toBeTruthy()
    expect(card().getAttribute('aria-busy')).toBe('false')
  })

  it('shows "Not given" for missing details', async () => {
    bff.answers(FIGURES_CALL, answer({ address: null, timezone: null, type: null }))
    bff.open('/settings/connection')
    await waitFor(() => expect(rows()).toMatchObject({ Address: 'Not given', 'Time zone': 'Not given' }))
    expect(rows()['Industry']).toBe('Not given')
  })

  it.each([
    ['RETAILERS_AND_RESELLERS', 'Einzelhandel und Wiederverkauf'],
    ['BAKERS', 'Bakers'],
  ])(
    'names the industry %s in the language of the reader, or as the provider does: %s',
    async (value, shown) => {
      const type = { name: 'Bakers', value, __typename: 'BusinessType' }
      bff.answers(FIGURES_CALL, answer({ type }))
      bff.session = { ...bff.session, locale: 'de' }
      bff.open('/settings/connection')
      await screen.findByText('12 Wharf Street')
      const german = screen.getByRole('region', { name: 'Dieses Unternehmen' })
      await waitFor(() =>
        expect(within(german).getByText('Branche').nextElementSibling?.textContent).toBe(shown),
      )
    },
  )

  it('shows an address with two equal lines', async () => {
    bff.answers(
      FIGURES_CALL,
      answer({ address: { ...SAMPLE_BUSINESS.address, addressLine1: 'Canada', addressLine2: 'Canada' } }),
    )
    bff.open('/settings/connection')
    await waitFor(() => expect(rows()['Address']).toBe('Canada|Canada|Toronto, Ontario M5V 2T6|Canada'))
  })

  it('shows all labels and the known name before the answer arrives', async () => {
    const data = bff.holds(FIGURES_CALL, answer({}))
    bff.open('/settings/connection')
    expect(Object.keys(rows())).toEqual(['Name', 'Industry', 'Address', 'Currency', 'Time zone', 'Plan'])
    expect(rows()['Name']).toBe('Northwind Trading')
    expect(card().getAttribute('aria-busy')).toBe('true')
    data.release()
    await screen.findByText('12 Wharf Street')
  })

  it('announces once after one second that it is loading, and after four that it takes long', async () => {
    const timers = holdTimers()
    const data = bff.holds(FIGURES_CALL, answer({}))
    bff.open('/settings/connection')
    await timers.pass(900)
    expect(spoken()).toBe('')
    await timers.pass(200)
    expect(spoken()).toBe('Loading Northwind Trading')
    expect(within(card()).queryByText('Still loading Northwind Trading…')).toBeNull()
    await timers.pass(3_000)
    expect(within(card()).getByText('Still loading Northwind Trading…')).toBeTruthy()
    data.release()
    await screen.findByText('12 Wharf Street')
    expect(within(card()).queryByText('Still loading Northwind Trading…')).toBeNull()
  })
})

describe('the age of the details', () => {
  it('is shown once they are older than just now, with a refresh button after fifteen minutes', async () => {
    const timers = holdTimers()
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    await timers.pass(90_000)
    comeIntoView()
    expect(within(card()).getByText(/^As of \d\d:\d\d\.$/)).toBeTruthy()
    expect(within(card()).queryByRole('button', { name: 'Update now' })).toBeNull()
    await timers.pass(15 * 60_000)
    comeIntoView()
    press('Update now')
    await waitFor(() => expect(within(card()).queryByRole('button', { name: 'Update now' })).toBeNull())
    expect(bff.count(FIGURES_CALL)).toBe(2)
    expect(within(card()).getByText('Read from Harbour just now.')).toBeTruthy()
  })

  it('causes one request, however often "Update now" is pressed', async () => {
    const timers = holdTimers()
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    await timers.pass(16 * 60_000)
    comeIntoView()
    const data = bff.holds(FIGURES_CALL, answer({}))
    const update = button('Update now')
    press('Update now')
    await waitFor(() => expect(update.getAttribute('aria-disabled')).toBe('true'))
    press('Update now')
    press('Update now')
    await waitFor(() => expect(bff.count(FIGURES_CALL)).toBe(2))
    data.release()
    await waitFor(() => expect(within(card()).queryByRole('button', { name: 'Update now' })).toBeNull())
    expect(bff.count(FIGURES_CALL)).toBe(2)
  })
})

describe('an unreachable provider', () => {
  it('is retried after 5 and 15 seconds, as the text promises', async () => {
    const timers = holdTimers()
    bff.answers(FIGURES_CALL, problemAnswer('provider-unavailable'))
    bff.open('/settings/connection')
    await within(card()).findByText(/we try again\.$/)
    await timers.pass(4_900)
    expect(bff.count(FIGURES_CALL)).toBe(1)
    await timers.pass(200)
    await waitFor(() => expect(bff.count(FIGURES_CALL)).toBe(2))
    await within(card()).findByText(/we try again\.$/)
    await timers.pass(14_000)
    expect(bff.count(FIGURES_CALL)).toBe(2)
    bff.answers(FIGURES_CALL, answer({}))
    await timers.pass(1_500)
    await screen.findByText('12 Wharf Street')
    expect(bff.count(FIGURES_CALL)).toBe(3)
  })

  it('is reported if its answer is truncated', async () => {
    bff.answers(
      FIGURES_CALL,
      () => new Response('{"data":{"busi', { headers: { 'content-type': 'application/json' } }),
    )
    bff.open('/settings/connection')
    expect(await within(card()).findByRole('heading', { name: 'Harbour isn’t answering' })).toBeTruthy()
  })

  it('is not blamed for the HTML of a gateway: the app reports its own fault', async () => {
    bff.answers(
      FIGURES_CALL,
      () =>
        new Response('<html>Bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    )
    bff.open('/settings/connection')
    expect(await within(card()).findByRole('heading', { name: 'Sorry, there is a problem' })).toBeTruthy()
  })
})

describe('a rate-limited request', () => {
  it('is retried once at the shown time, without a button', async () => {
    const timers = holdTimers()
    bff.answers(FIGURES_CALL, problemAnswer('provider-rate-limited', 20))
    bff.open('/settings/connection')
    await within(card()).findByText(/Trying again at \d\d:\d\d\.$/)
    expect(within(card()).queryByRole('button', { name: /^Try/ })).toBeNull()
    await waitFor(() => expect(spoken()).toMatch(/Trying again at \d\d:\d\d\.$/))
    await timers.pass(19_000)
    expect(bff.count(FIGURES_CALL)).toBe(1)
    await timers.pass(2_000)
    await waitFor(() => expect(bff.count(FIGURES_CALL)).toBe(2))
    // After one automatic retry only the person retries, since repeated requests caused the rate limit.
    await within(card()).findByText(/You can try again at \d\d:\d\d\.$/)
    await timers.pass(600_000)
    expect(bff.count(FIGURES_CALL)).toBe(2)
    expect(within(card()).getByRole('button', { name: 'Try now' })).toBeTruthy()
  })
})

describe('the details card while offline', () => {
  it('keeps the data, and reads it again when the network is back', async () => {
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    setOnline(false)
    expect(screen.getByText('12 Wharf Street')).toBeTruthy()
    setOnline(true)
    expect(screen.getByText('12 Wharf Street')).toBeTruthy()
    await waitFor(() => expect(spoken()).toBe('You’re back online.'))
  })

  it('reports that nothing could be read, and loads when the network is back', async () => {
    bff.answers(FIGURES_CALL, () => Response.error())
    setOnline(false)
    bff.open('/settings/connection')
    await within(card()).findByRole('heading', { name: 'You’re offline' })
    bff.answers(FIGURES_CALL, answer({}))
    setOnline(true)
    await screen.findByText('12 Wharf Street')
    expect(bff.count(FIGURES_CALL)).toBe(2)
  })
})

describe('details from an earlier reading', () => {
  const lastRead = (change = {}) => ({
    connectionId: northwind.id,
    version: 1,
    answers: [
      {
        sha256Hash: hashOf(BusinessDetailsDocument) ?? '',
        operationName: 'BusinessDetails',
        variables: { id: northwind.businessId },
        data: { business: SAMPLE_BUSINESS },
        readAt: '2026-11-18T08:40:00.000Z',
        ...change,
      },
    ],
  })
  const broken = () =>
    signedInSession([{ ...northwind, state: 'reconnect', reason: 'ended' }], { idleEndsAt: null })

  it('are shown with their date while the connection is broken, without a request', async () => {
    bff.session = broken()
    bff.open('/settings/connection', { lastRead: lastRead(), now: SAMPLE_NOW })
    expect(await screen.findByText('12 Wharf Street')).toBeTruthy()
    expect(within(card()).getByText(/^As of 18 November, \d\d:\d\d\.$/)).toBeTruthy()
    expect(bff.count(FIGURES_CALL)).toBe(0)
  })

  it('are requested from the BFF if the HTML has none', async () => {
    bff.session = broken()
    bff.answers('GET /api/connections/:id/last-read', lastRead())
    bff.open('/settings/connection')
    expect(await screen.findByText('12 Wharf Street')).toBeTruthy()
    expect(bff.count(`GET /api/connections/${northwind.id}/last-read`)).toBe(1)
  })

  it.each([
    ['of an older text of the query', { sha256Hash: 'f'.repeat(64) }],
    ['of another business', { variables: { id: 'QnVzaW5lc3M6OQ==' } }],
  ])('are not shown if they are %s', async (_, change) => {
    bff.session = broken()
    bff.answers('GET /api/connections/:id/last-read', lastRead(change))
    bff.open('/settings/connection')
    await waitFor(() => expect(bff.count(`GET /api/connections/${northwind.id}/last-read`)).toBe(1))
    await waitFor(() => expect(card().getAttribute('aria-busy')).toBe('false'))
    expect(screen.queryByText('12 Wharf Street')).toBeNull()
    expect(rows()).toEqual({ Name: 'Northwind Trading', Plan: 'Not known until Counterfoil can read again.' })
  })

  it('are not requested while the connection works', async () => {
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    expect(bff.asked.filter(({ name }) => name.endsWith('/last-read'))).toEqual([])
  })
})

describe('the plan in the details card', () => {
  const show = (change: Partial<ConnectionView>) => {
    cleanup()
    bff.session = signedInSession([{ ...northwind, ...change }], { idleEndsAt: null })
    bff.open('/settings/connection')
  }

  it('is shown only as far as the last answer proves it', async () => {
    show({})
    // The plan is empty until the answer arrives.
    expect(rows()['Plan']).toBe('\u00a0')
    await waitFor(() => expect(rows()['Plan']).toBe('Active'))
    show({ state: 'plan_ended', reason: 'subscription_inactive' })
    expect(rows()['Plan']).toMatch(/^Ended\. We noticed on \d/)
    show({ state: 'reconnect', reason: 'removed_at_provider' })
    expect(rows()['Plan']).toBe('Not known until Counterfoil can read again.')
  })

  it.each([
    ['connected', null, 'Active'],
    ['limited', 'fewer_permissions', 'Active'],
    ['trouble', 'partial', 'Active'],
    ['trouble', 'provider_down', 'Not known until Counterfoil can read again.'],
    ['reconnect', 'ended', 'Not known until Counterfoil can read again.'],
    ['plan_ended', 'subscription_inactive', 'Ended. We noticed on 18 November 2026.'],
  ] as const)('of a connection in the state %s, %s is: %s', async (state, reason, words) => {
    bff.session = signedInSession([{ ...northwind, state, reason }], { idleEndsAt: null })
    bff.open('/settings/connection')
    await waitFor(() => expect(rows()['Plan']?.replaceAll('\u00a0', ' ')).toBe(words))
  })
})
