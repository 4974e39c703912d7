import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { hashOf } from '#data/graphql-query.ts'
import { AccountsDocument } from '#generated/operations.ts'
import { FIGURES_CALL, setOnline, startFakeBff } from '#testing/app-fixture.ts'
import { SAMPLE_NOW, sampleConnection, signedInSession } from '#testing/samples.ts'
import { firstPageOf } from './list-rows.ts'

const bff = startFakeBff()
const READ_AT = '2026-11-18T08:40:00.000Z'
const main = () => document.querySelector('main')?.textContent ?? ''
const line = () => document.querySelector('.offline-line')?.textContent
const sign = () => document.querySelector('.status-badge .sign')?.className

const ACCOUNTS = {
  business: {
    ...{ __typename: 'Business', id: 'business' },
    currency: { __typename: 'Currency', code: 'CAD', exponent: 2 },
    accounts: {
      __typename: 'AccountConnection',
      pageInfo: { __typename: 'OffsetPageInfo', totalCount: 1 },
      edges: [
        {
          __typename: 'AccountEdge',
          node: {
            ...{ __typename: 'Account', id: 'a1', name: 'Till', displayId: null, isArchived: false },
            ...{ normalBalanceType: 'DEBIT', balance: '12.00', balanceInBusinessCurrency: '12.00' },
            currency: { __typename: 'Currency', code: 'CAD' },
            type: { __typename: 'AccountType', value: 'ASSET' },
            subtype: { __typename: 'AccountSubtype', value: 'CASH_AND_BANK' },
          },
        },
      ],
    },
  },
}

/** Returns a list of accounts that was read before the page was rendered. */
function keptAccounts() {
  const { id, version, businessId } = sampleConnection()
  const variables = { ...firstPageOf({ id: businessId }) }
  const sha256Hash = hashOf(AccountsDocument) ?? ''
  return {
    ...{ connectionId: id, version },
    answers: [{ sha256Hash, operationName: 'Accounts', variables, data: ACCOUNTS, readAt: READ_AT }],
  }
}

const isDown = () =>
  bff.answers(
    FIGURES_CALL,
    new Response(
      JSON.stringify({ type: 'x', title: 'x', status: 503, code: 'provider-unavailable', requestId: 'r' }),
      { status: 503, headers: { 'content-type': 'application/problem+json' } },
    ),
  )

describe.each([
  ['the plan ended', { state: 'plan_ended' }],
  ['the access was removed', { state: 'reconnect', reason: 'removed_at_provider' }],
  ['the provider is down', { state: 'trouble', reason: 'provider_down' }],
] as const)('a list while %s', (_name, change) => {
  it('shows the rows that were read last, with their age', async () => {
    isDown()
    bff.session = signedInSession([sampleConnection(change)], { idleEndsAt: null })
    bff.open('/accounts', { lastRead: keptAccounts(), now: SAMPLE_NOW })
    expect(await screen.findByRole('link', { name: 'Till' })).toBeTruthy()
    expect(main()).toMatch(/As of 18.November, \d\d:\d\d/)
  })

  it('shows that no rows are stored', async () => {
    isDown()
    bff.session = signedInSession([sampleConnection(change)], { idleEndsAt: null })
    bff.open('/accounts')
    expect(
      await screen.findByText('Nothing from this list is kept. It appears once Harbour can be read again.'),
    ).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull()
  })
})

describe('a list that may not be read', () => {
  it('hides its filters, and links to the unfiltered list if no rows are stored for the filter', async () => {
    bff.session = signedInSession([sampleConnection({ state: 'plan_ended' })], { idleEndsAt: null })
    bff.open('/customers?q=fern')
    expect(await screen.findByText(/^Nothing is kept for these filters\./)).toBeTruthy()
    expect(screen.queryByRole('search')).toBeNull()
    expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe(
      '/b/northwind/customers',
    )
  })
})

describe('a list while offline', () => {
  it('shows that no rows are stored if it was never opened; the offline line and the icon claim nothing', async () => {
    bff.answers(FIGURES_CALL, () => Response.error())
    bff.open('/accounts')
    setOnline(false)
    expect(await screen.findByText(/^This page isn’t saved on this device\./)).toBeTruthy()
    await waitFor(() => expect(line()).toBe('You’re offline.'))
    expect(sign()).toBe('sign sign-none')
    setOnline(true)
  })

  it('shows its date and a grey icon after the network is lost', async () => {
    bff.answers(FIGURES_CALL, { data: ACCOUNTS })
    bff.open('/accounts')
    expect(await screen.findByText('Read from Harbour just now.')).toBeTruthy()
    expect(sign()).toBe('sign sign-connected')
    setOnline(false)
    await waitFor(() => expect(main()).toMatch(/As of \d\d:\d\d/))
    expect(line()).toMatch(/^You’re offline\. What you see here is from \d\d:\d\d\.$/)
    expect(sign()).toBe('sign sign-none')
    setOnline(true)
  })
})
