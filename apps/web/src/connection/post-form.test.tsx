import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  button,
  comeBack,
  formOf,
  holdTimers,
  leavesWith,
  SESSION_CALL,
  setOnline,
  spoken,
  startFakeBff,
} from '#testing/app-fixture.ts'
import { sampleBoot, sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import { render } from '../render.tsx'

const bff = startFakeBff()
const connect = () => button(/^(Connect a business|Opening Harbour…)$/)
const message = () => connect().closest('form')?.querySelector('.form-message')?.textContent

describe('a button that opens the provider', () => {
  it('keeps focus and reports the loading state, visibly and to screen readers', async () => {
    bff.session = sampleSession()
    bff.open('/')
    connect().focus()
    expect(leavesWith(connect())).toBe(true)
    expect(document.activeElement).toBe(connect())
    expect(connect().textContent).toBe('Opening Harbour…')
    expect(connect().getAttribute('aria-disabled')).toBe('true')
    // A disabled button would lose focus, and screen reader users could not find it.
    expect(connect().hasAttribute('disabled')).toBe(false)
    await waitFor(() => expect(spoken()).toBe('Opening Harbour…'))
  })

  it('reports a slow provider after three seconds, and can be pressed again after ten', async () => {
    const timers = holdTimers()
    bff.session = sampleSession()
    bff.open('/')
    leavesWith(connect())
    await timers.pass(2_900)
    expect(message()).toBe('')
    await timers.pass(200)
    expect(message()).toBe('Harbour is slow to open…')
    expect(leavesWith(connect())).toBe(false)
    await timers.pass(7_000)
    expect(message()).toBe('Harbour hasn’t opened yet. You can try again.')
    expect(spoken()).toBe('Harbour hasn’t opened yet. You can try again.')
    expect(connect().textContent).toBe('Connect a business')
    expect(leavesWith(connect())).toBe(true)
  })

  it('restarts both timers on the second press', async () => {
    const timers = holdTimers()
    bff.session = sampleSession()
    bff.open('/')
    leavesWith(connect())
    await timers.pass(10_100)
    leavesWith(connect())
    await timers.pass(2_900)
    expect(connect().textContent).toBe('Opening Harbour…')
    expect(message()).toBe('')
    await timers.pass(200)
    expect(message()).toBe('Harbour is slow to open…')
  })

  it('is reset when the page comes back from the cache, and its timers stop', async () => {
    const timers = holdTimers()
    bff.session = sampleSession()
    bff.open('/')
    leavesWith(connect())
    await timers.pass(1_000)
    comeBack()
    await waitFor(() => expect(connect().textContent).toBe('Connect a business'))
    await timers.pass(10_000)
    expect(message()).toBe('')
    expect(bff.count(SESSION_CALL)).toBe(1)
  })

  it('sends nothing while offline, and explains that when it is pressed, not earlier', async () => {
    bff.session = sampleSession()
    bff.open('/')
    setOnline(false)
    expect(message()).toBe('')
    expect(leavesWith(connect())).toBe(false)
    expect(message()).toBe('You’re offline. Connecting needs the internet.')
    await waitFor(() => expect(spoken()).toBe('You’re offline. Connecting needs the internet.'))
    setOnline(true)
    expect(message()).toBe('')
    expect(leavesWith(connect())).toBe(true)
  })

  it('does not repeat the offline message when the network fails a second time', () => {
    bff.session = sampleSession()
    bff.open('/')
    setOnline(false)
    leavesWith(connect())
    setOnline(true)
    setOnline(false)
    expect(message()).toBe('')
  })

  it('works in the first HTML, before hydration and without scripts', () => {
    const boot = sampleBoot(sampleSession())
    const { html } = render({ url: '/', boot })
    const page = document.createElement('div')
    page.innerHTML = html
    const form = page.querySelector('form[action="/connect/start"]') as HTMLFormElement
    expect(form.method).toBe('post')
    expect(form.querySelector('button[type=submit]')?.textContent).toBe('Connect a business')
    const names = [...form.querySelectorAll('input')].map(({ name }) => name)
    expect(names).toEqual(['intent', 'return_to', 'csrf', 'idempotency_key'])
  })

  it('sends the idempotency key of the first HTML after hydration, too: two presses start one attempt', () => {
    bff.session = sampleSession()
    const { html } = render({ url: '/', boot: sampleBoot(bff.session) })
    bff.open('/')
    const { idempotency_key: key } = formOf(connect())
    expect(key).toMatch(/^[\w-]{8,64}$/)
    expect(html).toContain(`value="${key?.replace(/-\w+-\d+$/, '')}-`)
  })
})

describe('the return path of a form', () => {
  it.each(['/', '/businesses', '/settings/connection', '/profile'])('%s', (path) => {
    bff.session = signedInSession([sampleConnection({ state: 'reconnect', reason: 'ended' })], {
      idleEndsAt: null,
    })
    bff.open(path)
    const [reconnect] = screen.getAllByRole('button', { name: 'Reconnect Northwind Trading' })
    expect(formOf(reconnect as HTMLElement)).toMatchObject({ return_to: `/b/northwind${path}` })
  })

  it('is sent with the current CSRF token, also after the session changed', async () => {
    bff.open('/')
    bff.session = { ...bff.session, csrfToken: 'another-token' }
    comeBack()
    await waitFor(() =>
      expect(formOf(button('Connect another business'))).toMatchObject({ csrf: 'another-token' }),
    )
  })
})
