import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  alerted,
  button,
  FIGURES_CALL,
  formOf,
  heading,
  press,
  setOnline,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { sampleConnection, signedInSession } from '#testing/samples.ts'
import { COUNTRY_CODES, namedCountries } from './customer-form-screen.tsx'

const bff = startFakeBff()
const READS = sampleConnection().scopes

beforeEach(() => {
  const connection = sampleConnection({ scopes: [...READS, 'customer:write'] })
  bff.session = signedInSession([connection], { idleEndsAt: null })
})

const field = (name: string): HTMLInputElement => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const answer = (command: object) => bff.answers(FIGURES_CALL, { data: { customerCreate: command } })
const sent = () => bff.asked.filter(({ name }) => name === 'POST /graphql')

describe('the customer form', () => {
  it('shows a refused value beside its field, and other errors in the summary', async () => {
    answer({
      didSucceed: false,
      inputErrors: [
        { path: ['input', 'status'], code: 'OUT_OF_RANGE' },
        { path: ['input', 'email'], code: 'INVALID' },
      ],
    })
    bff.open('/customers/new')
    type('Name', 'Fern')
    type('Email (optional)', 'fern@fern.example')
    press('Save')
    const summary = await screen.findByRole('heading', { name: '2 things need another look' })
    expect(document.activeElement).toBe(summary)
    expect(field('Email (optional)').getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelector('#field-email-fault')?.textContent).toBe(
      'Enter an email like name@example.com.',
    )
    expect(
      screen.getByText('Enter an amount above 0, with no more digits than the currency has.'),
    ).toBeTruthy()
    expect(field('Email (optional)').value).toBe('fern@fern.example')
    expect(field('Name').getAttribute('aria-invalid')).toBe('false')
  })

  it('validates the input before it is sent and before a permission is requested', async () => {
    bff.session = signedInSession([sampleConnection()], { idleEndsAt: null })
    bff.open('/customers/new')
    type('Email (optional)', 'fern at fern.example')
    press('Save')
    await screen.findByRole('heading', { name: '2 things need another look' })
    expect(document.querySelector('#field-email-fault')?.textContent).toBe(
      'Enter an email like name@example.com.',
    )
    expect(sent()).toEqual([])
  })

  it('lists countries in the language of the reader', async () => {
    answer({ didSucceed: false, inputErrors: [{ path: ['input', 'name'], code: 'TOO_LONG' }] })
    bff.session = { ...bff.session, locale: 'de' }
    bff.open('/customers/new')
    type('Name', 'Fern')
    const country = screen.getByLabelText('Land')
    expect(country.querySelector('option[value=DE]')?.textContent).toBe('Deutschland')
    fireEvent.change(country, { target: { value: 'DE' } })
    press('Speichern')
    await screen.findByRole('link', { name: 'Name: Das ist zu lang.' })
    expect(sent()[0]?.body).toMatchObject({ variables: { input: { address: { countryCode: 'DE' } } } })
  })

  it('shows an unparseable value beside its field', async () => {
    bff.answers(FIGURES_CALL, {
      errors: [
        {
          message: 'Variable "$input" got invalid value "XX" at "input.address.countryCode"; it is none.',
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    })
    bff.open('/customers/new')
    type('Name', 'Fern')
    press('Save')
    await screen.findByRole('heading', { name: '1 thing needs another look' })
    expect(field('Country').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText(/there is a problem/)).toBeNull()
  })

  it('reports for a failure that nothing was saved, without mentioning reading', async () => {
    bff.answers(FIGURES_CALL, {
      errors: [{ message: 'x', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    })
    bff.open('/customers/new')
    type('Name', 'Fern')
    press('Save')
    await waitFor(() => expect(alerted()).toBe('Nothing was saved. What you typed is kept.'))
    expect(screen.getByRole('heading', { name: 'Sorry, there is a problem' })).toBeTruthy()
    expect(screen.getByText('Nothing was changed in Harbour.')).toBeTruthy()
    expect(document.querySelector('main')?.textContent).not.toMatch(/reading|is read from/i)
  })

  it('sends one request with an idempotency key for a double press, and reports "saved" only after the provider', async () => {
    const { release } = bff.holds(FIGURES_CALL, {
      data: { customerCreate: { didSucceed: true, inputErrors: [], customer: { id: 'c9', name: 'Fern' } } },
    })
    bff.open('/customers/new')
    type('Name', 'Fern')
    press('Save')
    press(/Save|Saving/)
    expect(await screen.findByRole('button', { name: 'Saving…' })).toBeTruthy()
    expect(screen.queryByText(/saved in Harbour/)).toBeNull()
    release()
    await screen.findByRole('heading', { name: 'Customer Fern: saved in Harbour' })
    expect(sent()).toHaveLength(1)
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{16,128}$/)
    expect(sent()[0]?.body).toMatchObject({
      operationName: 'CustomerCreate',
      variables: { input: { name: 'Fern', businessId: sampleConnection().businessId } },
    })
  })

  it('requests the permission when it is submitted, and sends nothing without it', async () => {
    bff.session = signedInSession([sampleConnection()], { idleEndsAt: null })
    bff.open('/customers/new')
    type('Name', 'Fern')
    press('Save')
    expect(await screen.findByRole('heading', { name: 'One more permission' })).toBe(document.activeElement)
    expect(screen.getByText('Invoicing: write and send')).toBeTruthy()
    expect(formOf(button('Continue to Harbour'))).toMatchObject({
      intent: 'allow_more',
      want: 'customer:write invoice:write invoice:send',
      return_to: '/b/northwind/customers/new',
    })
    press('Not now')
    await waitFor(() => expect(alerted()).toBe('Not allowed yet. What you typed is kept.'))
    expect(field('Name').value).toBe('Fern')
    expect(sent()).toEqual([])
  })

  it('is validated before it requests the permission', async () => {
    bff.session = signedInSession([sampleConnection()], { idleEndsAt: null })
    bff.open('/customers/new')
    press('Save')
    await screen.findByRole('heading', { name: '1 thing needs another look' })
    expect(screen.queryByRole('heading', { name: 'One more permission' })).toBeNull()
  })

  it('sends nothing while offline, and reports it', async () => {
    bff.open('/customers/new')
    type('Name', 'Fern')
    setOnline(false)
    press('Save')
    await waitFor(() =>
      expect(alerted()).toBe('You’re offline. What you typed is kept. Save when you’re back.'),
    )
    expect(sent()).toEqual([])
    act(() => setOnline(true))
  })

  it('reports the problem of the connection, and that nothing was saved', async () => {
    bff.answers(
      FIGURES_CALL,
      new Response(
        JSON.stringify({ type: 'x', title: 'x', status: 503, code: 'provider-rate-limited', requestId: 'r' }),
        {
          status: 503,
          headers: { 'content-type': 'application/problem+json', 'retry-after': '60' },
        },
      ),
    )
    bff.open('/customers/new')
    type('Name', 'Fern')
    press('Save')
    await waitFor(() => expect(alerted()).toBe('Nothing was saved. What you typed is kept.'))
    expect(screen.getByRole('heading', { name: 'A short pause' })).toBeTruthy()
  })

  it('is translated into French', () => {
    bff.session = { ...bff.session, locale: 'fr' }
    bff.open('/customers/new')
    expect(heading()).toBe('Nouveau client')
    expect(field('Courriel (facultatif)')).toBeTruthy()
    expect(button('Enregistrer')).toBeTruthy()
    expect(document.querySelector('main')?.textContent).not.toMatch(/optional|Save|Email/)
  })
})

const SCHEMA = join(import.meta.dirname, '../../../../../../packages/graphql-schema/schema.graphql')

describe('the country list of a form', () => {
  it('contains the codes that the provider accepts', async () => {
    const [, text = ''] = /enum CountryCode \{([^}]*)\}/.exec(await readFile(SCHEMA, 'utf8')) ?? []
    expect(COUNTRY_CODES).toEqual(text.match(/\b[A-Z]{2}\b/g))
  })

  it.each([
    ['en', 'Germany', 'Åland Islands'],
    ['de', 'Deutschland', 'Ägypten'],
    ['fr', 'Allemagne', 'Égypte'],
  ] as const)('is named and sorted in %s: %s, with %s at its letter', (locale, germany, accented) => {
    const named = namedCountries(locale)
    expect(named.find(({ id }) => id === 'DE')?.name).toBe(germany)
    expect(named.map(({ name }) => name).slice(0, 80)).toContain(accented)
    expect(new Set(named.map(({ name }) => name)).size).toBe(COUNTRY_CODES.length)
  })
})
