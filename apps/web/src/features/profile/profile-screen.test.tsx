import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { hashOf } from '#data/graphql-query.ts'
import { ProfileDocument } from '#generated/operations.ts'
import {
  FIGURES_CALL,
  follow,
  heading,
  holdTimers,
  press,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'

const bff = startFakeBff()
const USER = {
  ...{ id: 'VXNlcjox', defaultEmail: 'maria@northwind.example', firstName: 'Maria', lastName: 'Lopez' },
  ...{ createdAt: '2024-03-01T09:00:00.000Z', __typename: 'User' },
}
const user = (change: object = {}) => ({ data: { user: { ...USER, ...change } } })
const account = () => screen.getByRole('region', { name: 'Your Harbour account' })
const rows = () =>
  Object.fromEntries(
    [...account().querySelectorAll('.row')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )

describe('the profile page', () => {
  it('shows the person’s data from the provider, and that it is changed there', async () => {
    bff.answers(FIGURES_CALL, user())
    bff.open('/profile')
    await screen.findByText('Maria Lopez')
    expect(rows()).toEqual({
      Name: 'Maria Lopez',
      Email: 'maria@northwind.example',
      'With Harbour since': '1\u00a0March\u00a02024',
    })
    expect(within(account()).getByText('From Harbour. Change this in Harbour.')).toBeTruthy()
    expect(bff.asked[0]?.body).toMatchObject({
      operationName: 'Profile',
      extensions: { persistedQuery: { sha256Hash: hashOf(ProfileDocument) } },
    })
  })

  it.each([
    [{ firstName: null }, 'Lopez'],
    [{ lastName: null }, 'Maria'],
    [{ firstName: null, lastName: null }, 'Not given'],
    [{ firstName: '', lastName: '' }, 'Not given'],
  ])('shows an incomplete name: %j', async (change, name) => {
    bff.answers(FIGURES_CALL, user(change))
    bff.open('/profile')
    await waitFor(() => expect(rows()['Name']).toBe(name))
  })

  it('falls back to the e-mail address of the sign-in, which is known before the answer', async () => {
    const figures = bff.holds(FIGURES_CALL, user({ defaultEmail: null }))
    bff.open('/profile')
    expect(rows()['Email']).toBe('many@harbour.example')
    figures.release()
    await screen.findByText('Maria Lopez')
    expect(rows()['Email']).toBe('many@harbour.example')
  })

  it('announces loading after one second, once for all rows', async () => {
    const timers = holdTimers()
    const figures = bff.holds(FIGURES_CALL, user())
    bff.open('/profile')
    await timers.pass(1_200)
    expect(spoken()).toBe('Loading your profile')
    expect(account().getAttribute('aria-busy')).toBe('true')
    figures.release()
    await screen.findByText('Maria Lopez')
    expect(account().getAttribute('aria-busy')).toBe('false')
  })

  it('marks fields that did not load, and can load them again', async () => {
    bff.answers(FIGURES_CALL, {
      ...user({ firstName: null, lastName: null }),
      errors: [{ message: 'no', path: ['user', 'firstName'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    })
    bff.open('/profile')
    await waitFor(() => expect(rows()['Name']).toBe('Didn’t load'))
    bff.answers(FIGURES_CALL, user())
    press('Load the rest')
    await screen.findByText('Maria Lopez')
  })

  it('reports a missing permission for the person, and shows the rest of the page', async () => {
    bff.answers(FIGURES_CALL, problemAnswer('permission-missing'))
    bff.open('/profile')
    await within(account()).findByRole('heading', { name: 'Not allowed yet' })
    expect(rows()['Name']).toBe('Not read yet')
    expect(screen.getByRole('region', { name: 'Display' })).toBeTruthy()
  })

  it('shows only the sign-in of a person without connections, and sends no request', () => {
    bff.session = signedInSession([], { idleEndsAt: null })
    bff.open('/profile')
    expect(rows()).toEqual({ Email: 'many@harbour.example' })
    expect(screen.getByText(/^No business is connected yet\./)).toBeTruthy()
    expect(bff.asked).toEqual([])
  })

  it('lists the connected businesses with their states and links', () => {
    bff.session = signedInSession(
      [
        sampleConnection(),
        sampleConnection({ id: asConnectionId('b'), businessName: 'Fern & Co', state: 'plan_ended' }),
        sampleConnection({ id: asConnectionId('c'), businessName: 'Alpha Cakes', state: 'disconnected' }),
      ],
      { idleEndsAt: null },
    )
    bff.open('/profile')
    const list = screen.getByRole('region', { name: 'Your businesses' })
    const names = [...list.querySelectorAll('strong')].map(({ textContent }) => textContent)
    expect(names).toEqual(['Fern & Co', 'Northwind Trading'])
    expect(list.textContent).toContain('Plan ended')
    follow('See all businesses')
    expect(heading()).toBe('Businesses')
  })

  it('has the display settings once: the footer omits them here', () => {
    bff.open('/profile')
    expect(screen.getAllByLabelText('Language')).toHaveLength(1)
    expect(within(screen.getByRole('region', { name: 'Display' })).getByLabelText('Language')).toBeTruthy()
  })

  it('is translated into French', () => {
    bff.session = { ...bff.session, locale: 'fr' }
    bff.open('/profile')
    expect(screen.getByRole('region', { name: /Harbour/ })).toBeTruthy()
    expect(screen.queryByText('Not given')).toBeNull()
  })
})
