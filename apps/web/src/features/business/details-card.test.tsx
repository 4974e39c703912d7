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
/** Ages are computed again when somebody looks. */
const comeIntoView = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
const answer = (business: object) => ({ data: { business: { ...SAMPLE_BUSINESS, ...business } } })
const rows = () =>
  Object.fromEntries(
    [...card().querySelectorAll('.row')].map((row) => [
      row.querySelector('dt')?.textContent,
      [...(row.querySelector('dd')?.childNodes ?? [])].map(({ textContent }) => textContent).join('|'),
    ]),
  )

describe('what the provider says of a business', () => {
  it('is enough to see that it is the right one', async () => {
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

  it('says "Not given" of what the provider has not', async () => {
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

  it('prints an address in which two lines are the same', async () => {
    bff.answers(
      FIGURES_CALL,
      answer({ address: { ...SAMPLE_BUSINESS.address, addressLine1: 'Canada', addressLine2: 'Canada' } }),
    )
    bff.open('/settings/connection')
    await waitFor(() => expect(rows()['Address']).toBe('Canada|Canada|Toronto, Ontario M5V 2T6|Canada'))
  })

  it('has the place of every line before the answer, with the name that is known', async () => {
    const data = bff.holds(FIGURES_CALL, answer({}))
    bff.open('/settings/connection')
    expect(Object.keys(rows())).toEqual(['Name', 'Industry', 'Address', 'Currency', 'Time zone', 'Plan'])
    expect(rows()['Name']).toBe('Northwind Trading')
    expect(card().getAttribute('aria-busy')).toBe('true')
    data.release()
    await screen.findByText('12 Wharf Street')
  })

  it('is said to be on its way after one second, once, and that it takes long after four', async () => {
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

describe('the age of what is shown', () => {
  it('is reported once it was not read just now, and after a quarter of an hour it can be read again', async () => {
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

  it('asks once, however often "Update now" is pressed', async () => {
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

describe('a provider that does not answer', () => {
  it('is asked again by itself after 5 and 15 seconds, and the words promise it', async () => {
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

  it('says its half of an answer as no answer', async () => {
    bff.answers(
      FIGURES_CALL,
      () => new Response('{"data":{"busi', { headers: { 'content-type': 'application/json' } }),
    )
    bff.open('/settings/connection')
    expect(await within(card()).findByRole('heading', { name: 'Harbour isn’t answering' })).toBeTruthy()
  })

  it('says that a page of somebody in between is a problem of ours', async () => {
    bff.answers(
      FIGURES_CALL,
      () =>
        new Response('<html>Bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    )
    bff.open('/settings/connection')
    expect(await within(card()).findByRole('heading', { name: 'Sorry, there is a problem' })).toBeTruthy()
  })
})

describe('too many requests', () => {
  it('are waited out until the time that is reported, without a button, and tried again once', async () => {
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
    // A loop is what made the provider say no: from here on it is the person who tries.
    await within(card()).findByText(/You can try again at \d\d:\d\d\.$/)
    await timers.pass(600_000)
    expect(bff.count(FIGURES_CALL)).toBe(2)
    expect(within(card()).getByRole('button', { name: 'Try now' })).toBeTruthy()
  })
})

describe('without a network', () => {
  it('what was read stays, and is read again when the network is back', async () => {
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    setOnline(false)
    expect(screen.getByText('12 Wharf Street')).toBeTruthy()
    setOnline(true)
    expect(screen.getByText('12 Wharf Street')).toBeTruthy()
    await waitFor(() => expect(spoken()).toBe('You’re back online.'))
  })

  it('says that nothing could be read, and it comes by itself with the network', async () => {
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

describe('what was read before this page was made', () => {
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

  it('is with its date while the connection is broken, and nothing is asked for', async () => {
    bff.session = broken()
    bff.open('/settings/connection', { lastRead: lastRead(), now: SAMPLE_NOW })
    expect(await screen.findByText('12 Wharf Street')).toBeTruthy()
    expect(within(card()).getByText(/^As of 18 November, \d\d:\d\d\.$/)).toBeTruthy()
    expect(bff.count(FIGURES_CALL)).toBe(0)
  })

  it('is fetched where the page came without it', async () => {
    bff.session = broken()
    bff.answers('GET /api/connections/:id/last-read', lastRead())
    bff.open('/settings/connection')
    expect(await screen.findByText('12 Wharf Street')).toBeTruthy()
    expect(bff.count(`GET /api/connections/${northwind.id}/last-read`)).toBe(1)
  })

  it.each([
    ['of an older text of the query', { sha256Hash: 'f'.repeat(64) }],
    ['of another business', { variables: { id: 'QnVzaW5lc3M6OQ==' } }],
  ])('is not shown when it is %s', async (_, change) => {
    bff.session = broken()
    bff.answers('GET /api/connections/:id/last-read', lastRead(change))
    bff.open('/settings/connection')
    await waitFor(() => expect(bff.count(`GET /api/connections/${northwind.id}/last-read`)).toBe(1))
    await waitFor(() => expect(card().getAttribute('aria-busy')).toBe('false'))
    expect(screen.queryByText('12 Wharf Street')).toBeNull()
    expect(rows()).toEqual({ Name: 'Northwind Trading', Plan: 'Not known until Counterfoil can read again.' })
  })

  it('is not asked for while everything can be read', async () => {
    bff.open('/settings/connection')
    await screen.findByText('12 Wharf Street')
    expect(bff.asked.filter(({ name }) => name.endsWith('/last-read'))).toEqual([])
  })
})

describe('the plan', () => {
  const show = (change: Partial<ConnectionView>) => {
    cleanup()
    bff.session = signedInSession([{ ...northwind, ...change }], { idleEndsAt: null })
    bff.open('/settings/connection')
  }

  it('says of the plan only what the last answer proves', async () => {
    show({})
    // Nothing is said of it while the answer is on its way.
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
  ] as const)('of a connection that is %s, %s: %s', async (state, reason, words) => {
    bff.session = signedInSession([{ ...northwind, state, reason }], { idleEndsAt: null })
    bff.open('/settings/connection')
    await waitFor(() => expect(rows()['Plan']?.replaceAll('\u00a0', ' ')).toBe(words))
  })
})
