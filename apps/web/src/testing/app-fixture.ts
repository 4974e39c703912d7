import { act, fireEvent, screen, type RenderResult } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import { bffHandlers } from './bff-handlers.ts'
import { renderApp } from './render-app.tsx'
import { sampleBoot, sampleConnection, sampleSession, signedInSession } from './samples.ts'

/** A method and a BFF path with its `:id`, such as `POST /api/connections/:id/select`. */
type Call = `${'GET' | 'POST'} ${string}`
type Answer = Response | JsonBodyType
type Reply = (call: { readonly body: unknown; readonly headers: Headers }) => Answer | Promise<Answer>

interface AskedCall {
  /** The method and path of the request. */
  readonly name: string
  readonly headers: Headers
  readonly body: unknown
}

export interface FakeBff {
  /** The session at the BFF: in the HTML of the next page and in the answers to session requests. */
  session: SessionView
  /** Every request of the page since the start of the test. */
  readonly asked: readonly AskedCall[]
  /** Returns the number of requests with this method and path. */
  readonly count: (name: string) => number
  /** Sets the answer to a call; a function is called for each request. */
  readonly answers: (call: Call, reply: Answer | Reply) => void
  /** Holds back the answers to a call until they are released. */
  readonly holds: (call: Call, reply: Answer | Reply) => { readonly release: () => void }
  /** Opens a page of the app with the HTML of the BFF. */
  readonly open: (path: string, change?: Partial<Boot>) => RenderResult
}

/** Mocks the BFF at the network for the pages of one test file. Every call succeeds unless a test changes its answer. */
export function startFakeBff(): FakeBff {
  const server = setupServer()
  const asked: AskedCall[] = []
  const bff: { session: SessionView } = { session: sampleSession() }

  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  beforeEach(() => {
    asked.length = 0
    bff.session = signedInSession([sampleConnection()], { idleEndsAt: null })
    server.use(...bffHandlers(() => bff.session))
    server.events.on('request:start', ({ request }) => {
      const name = `${request.method} ${new URL(request.url).pathname}`
      const entry = { name, headers: request.headers, body: undefined as unknown }
      asked.push(entry)
      if (request.method === 'POST')
        void request
          .clone()
          .text()
          .then((text) => (entry.body = text === '' ? undefined : JSON.parse(text)))
    })
  })
  afterEach(() => {
    server.events.removeAllListeners()
    server.resetHandlers()
  })
  afterAll(() => server.close())

  const answers: FakeBff['answers'] = (call, reply) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST', string]
    server.use(
      http[method === 'GET' ? 'get' : 'post'](`*${path}`, async ({ request }) => {
        const text = method === 'POST' ? await request.clone().text() : ''
        const body: unknown = text === '' ? undefined : JSON.parse(text)
        const answer = typeof reply === 'function' ? await reply({ body, headers: request.headers }) : reply
        return answer instanceof Response ? answer.clone() : HttpResponse.json(answer)
      }),
    )
  }
  return Object.assign(bff, {
    asked,
    count: (name: string) => asked.filter((call) => call.name === name).length,
    answers,
    holds: (call: Call, reply: Answer | Reply) => {
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      answers(call, async (asking) => {
        await held
        return typeof reply === 'function' ? reply(asking) : reply
      })
      return { release: () => release() }
    },
    open: (path: string, change: Partial<Boot> = {}) => renderApp(path, sampleBoot(bff.session, change)),
  })
}

/** Returns the empty answer of a successful call. */
export const noContent = (): Response => new HttpResponse(null, { status: 204 })

/** Returns the text of the h1. */
export const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent

/** Returns the latest announcement of the polite live region. */
export const spoken = (): string => document.querySelector('#status')?.textContent?.trim() ?? ''
export const alerted = (): string => document.querySelector('#alert')?.textContent?.trim() ?? ''

/** Records everything announced politely from now on, including replaced announcements. */
export function hear(): readonly string[] {
  const heard: string[] = []
  const status = document.querySelector('#status')
  if (status === null) throw new Error('nothing can be heard before the page is there')
  new MutationObserver(() => heard.push(spoken())).observe(status, {
    ...{ characterData: true, childList: true, subtree: true },
  })
  return heard
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
export const press = (name: string | RegExp): void => void fireEvent.click(button(name))
export const follow = (name: string | RegExp): void =>
  void fireEvent.click(screen.getByRole('link', { name }))

/** Returns the hidden fields of a button's form, and its method and action. */
export function formOf(pressed: HTMLElement): Readonly<Record<string, string>> {
  const form = pressed.closest('form')
  if (form === null) throw new Error('the button stands in no form')
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
  return {
    action: `${form.method} ${form.getAttribute('action') ?? ''}`,
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  }
}

/** Submits the form of a button as a browser does. Returns true if the browser would leave the page. */
export function leavesWith(pressed: HTMLElement): boolean {
  const event = new Event('submit', { bubbles: true, cancelable: true })
  fireEvent(pressed.closest('form') as HTMLFormElement, event)
  return !event.defaultPrevented
}

/** Simulates losing the network or its return. */
export function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

/** Simulates a return from the back/forward cache, which causes a session reading. */
export function comeBack(): void {
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
}

/** Simulates a wide screen, for pages with as many columns as fit. jsdom has none; `vi.unstubAllGlobals()` removes it. */
export function giveScreen(): void {
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => query)
}

/** Simulates a clipboard that accepts or refuses text. jsdom has none. */
export function giveClipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
}

/** Fakes timers that advance only by `pass`; network requests continue. */
export function holdTimers(): { readonly pass: (milliseconds: number) => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  return {
    pass: async (milliseconds) => {
      await act(() => vi.advanceTimersByTimeAsync(milliseconds))
    },
  }
}

/** The calls that read the session and figures. */
export const SESSION_CALL = `GET ${BFF_PATHS.session}` as const
export const FIGURES_CALL = `POST ${BFF_PATHS.graphql}` as const
