import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectButton, CounterfoilProvider, DisconnectButton, useConnection } from './index.ts'
import type { SessionState } from './connection-status.ts'
import { comeBack } from './testing/page-events.ts'
import { sampleSession } from './testing/sample-session.ts'

const answers = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>()
const posted: (readonly [action: string, fields: Record<string, unknown>])[] = []

beforeEach(() => {
  posted.length = 0
  answers.mockReset().mockResolvedValue(Response.json(sampleSession()))
  vi.stubGlobal('fetch', answers)
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    posted.push([new URL(this.action).pathname, Object.fromEntries(new FormData(this))])
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = (initial?: SessionState, base?: string) =>
  renderHook(useConnection, {
    wrapper: (props: { readonly children: ReactNode }) => (
      <CounterfoilProvider initial={initial} {...(base === undefined ? {} : { base })}>
        {props.children}
      </CounterfoilProvider>
    ),
  }).result
const show = (ui: ReactNode, initial: SessionState) =>
  render(<CounterfoilProvider initial={initial}>{ui}</CounterfoilProvider>)
const fieldsOf = (form: HTMLFormElement | null) => form && Object.fromEntries(new FormData(form))

describe(useConnection, () => {
  it('makes no request if the server-rendered HTML contains the state', async () => {
    const connection = open(sampleSession())
    expect(connection.current).toMatchObject({
      state: 'connected',
      business: { id: 'b1', name: 'Northwind' },
    })
    await act(async () => undefined)
    expect(answers).not.toHaveBeenCalled()
  })

  it('makes one request below the base path of the BFF if the HTML does not contain the state', async () => {
    const connection = open(undefined, '/books')
    expect(connection.current.state).toBe('loading')
    await waitFor(() => expect(connection.current.state).toBe('connected'))
    expect(answers.mock.calls.map(([path, init]) => [path, init?.credentials])).toEqual([
      ['/books/api/session', 'same-origin'],
    ])
  })

  it.each([
    ['refuses', () => Promise.resolve(new Response('', { status: 503 }))],
    ['cannot be reached', () => Promise.reject(new TypeError('network'))],
  ])('is "unreachable" without actions if the server %s', async (_why, answer) => {
    answers.mockImplementation(answer)
    const connection = open()
    await waitFor(() => expect(connection.current.state).toBe('unreachable'))
    connection.current.connect()
    connection.current.disconnect()
    expect(posted).toEqual([])
  })

  it('hides the previous person’s data on a page restored from the cache until the state was read again', async () => {
    const connection = open(sampleSession())
    answers.mockResolvedValue(Response.json(sampleSession(null)))
    comeBack()
    expect(connection.current).toMatchObject({ state: 'loading', business: null })
    await waitFor(() => expect(connection.current.state).toBe('none'))
  })

  it('reads the state again when the page becomes visible', async () => {
    const connection = open(sampleSession())
    answers.mockResolvedValue(Response.json(sampleSession({ state: 'reconnect', reason: 'ended' })))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(connection.current).toMatchObject({ state: 'reconnect', reason: 'ended' }))
  })

  it('posts a form for each of the three actions and returns to this page', () => {
    history.replaceState(null, '', '/late?sort=day')
    const { connect, reconnect, disconnect } = open(sampleSession(), '/books').current
    connect()
    reconnect()
    disconnect()
    const common = { csrf: 'token-of-this-browser', return_to: '/late?sort=day' }
    expect(posted).toEqual([
      ['/books/connect/start', { ...common, intent: 'connect' }],
      ['/books/connect/start', { ...common, intent: 'reconnect', connection_id: 'c1' }],
      ['/books/connect/disconnect', { ...common, connection_id: 'c1' }],
    ])
  })

  it('throws a clear error outside the provider component', () => {
    vi.mocked(console.error).mockImplementation(() => undefined)
    expect(() => renderHook(useConnection)).toThrow('needs a <CounterfoilProvider>')
  })
})

describe('the connect and disconnect buttons', () => {
  it('are plain forms in the server-rendered HTML, which work before hydration', () => {
    const html = renderToString(
      <CounterfoilProvider initial={sampleSession(null)}>
        <ConnectButton className="own" returnTo="/late">
          Connect
        </ConnectButton>
      </CounterfoilProvider>,
    )
    document.body.innerHTML = html
    const form = document.querySelector('form')
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.getAttribute('action')).toBe('/connect/start')
    expect(fieldsOf(form)).toEqual({
      ...{ intent: 'connect', csrf: 'token-of-this-browser', return_to: '/late' },
    })
    expect(form?.querySelector('button')).toMatchObject({ className: 'own', type: 'submit', disabled: false })
    document.body.innerHTML = ''
  })

  it('reconnect the same connection if it is already connected', () => {
    show(<ConnectButton>Renew</ConnectButton>, sampleSession({ state: 'reconnect' }))
    expect(fieldsOf(document.querySelector('form'))).toMatchObject({
      ...{ intent: 'reconnect', connection_id: 'c1' },
    })
  })

  it('disconnect the connection, and are hidden if nothing is connected', () => {
    show(<DisconnectButton>Stop</DisconnectButton>, sampleSession())
    expect(document.querySelector('form')?.getAttribute('action')).toBe('/connect/disconnect')
    expect(fieldsOf(document.querySelector('form'))).toMatchObject({ connection_id: 'c1' })
    for (const session of [sampleSession(null), sampleSession({ state: 'disconnected' })]) {
      cleanup()
      show(<DisconnectButton>Stop</DisconnectButton>, session)
      expect(screen.queryByRole('button')).toBeNull()
    }
  })

  it('are disabled until the session was read', () => {
    answers.mockReturnValue(new Promise(() => undefined))
    render(
      <CounterfoilProvider>
        <ConnectButton>Connect</ConnectButton>
      </CounterfoilProvider>,
    )
    expect(screen.getByRole('button')).toMatchObject({ disabled: true, type: 'button' })
  })

  it('send one form for a double click', () => {
    show(<ConnectButton>Connect</ConnectButton>, sampleSession(null))
    const form = document.querySelector('form')
    const send = () => {
      const event = new Event('submit', { bubbles: true, cancelable: true })
      act(() => void form?.dispatchEvent(event))
      return !event.defaultPrevented
    }
    expect([send(), send()]).toEqual([true, false])
    expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true')
    comeBack()
    expect(send()).toBe(true)
  })
})
