import { act, fireEvent, screen, type RenderResult } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import { bffHandlers } from './bff-handlers.ts'
import { renderApp } from './render-app.tsx'
import { sampleBoot, sampleConnection, sampleSession, signedInSession } from './samples.ts'

/** `POST /api/connections/:id/select`: a method, and a path of the BFF with its `:id`. */
type Call = `${'GET' | 'POST'} ${string}`
type Answer = Response | JsonBodyType
type Reply = (call: { readonly body: unknown; readonly headers: Headers }) => Answer | Promise<Answer>

interface AskedCall {
  /** Method and path as they were sent. */
  readonly name: string
  readonly headers: Headers
  readonly body: unknown
}

export interface FakeBff {
  /** What the BFF knows of the session: what the next page is made with, and what a reading answers. */
  session: SessionView
  /** Every call of the page since the test began. */
  readonly asked: readonly AskedCall[]
  /** How often it was called, by method and path as they were sent. */
  readonly count: (name: string) => number
  /** Answers a call from here on; a function is asked again each time. */
  readonly answers: (call: Call, reply: Answer | Reply) => void
  /** Keeps the answers to a call until it is released. */
  readonly holds: (call: Call, reply: Answer | Reply) => { readonly release: () => void }
  /** Opens a page of the app, as the BFF would have made it. */
  readonly open: (path: string, change?: Partial<Boot>) => RenderResult
}

/** A BFF for the pages of one test file, mocked at the socket alone. It answers well unless a test says otherwise. */
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

/** The answer of a call that is made and has nothing to say. */
export const noContent = (): Response => new HttpResponse(null, { status: 204 })

/** The one heading that names the screen. */
export const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent

/** What a screen reader announced last, when speech is free and at once. */
export const spoken = (): string => document.querySelector('#status')?.textContent?.trim() ?? ''
export const alerted = (): string => document.querySelector('#alert')?.textContent?.trim() ?? ''

/** Everything that is announced from now on when speech is free, also what something later took the place of. */
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

/** The hidden fields of the form a button sends, and where it goes. */
export function formOf(pressed: HTMLElement): Readonly<Record<string, string>> {
  const form = pressed.closest('form')
  if (form === null) throw new Error('the button stands in no form')
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
  return {
    action: `${form.method} ${form.getAttribute('action') ?? ''}`,
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  }
}

/** Sends the form of a button as a browser would; true when the browser would leave the page. */
export function leavesWith(pressed: HTMLElement): boolean {
  const event = new Event('submit', { bubbles: true, cancelable: true })
  fireEvent(pressed.closest('form') as HTMLFormElement, event)
  return !event.defaultPrevented
}

/** The network goes away or comes back. */
export function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

/** The page comes back from the back/forward cache, and reads what is new. */
export function comeBack(): void {
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
}

/** A wide screen, for pages that draw as many columns as fit. jsdom has none; `vi.unstubAllGlobals()` takes it away. */
export function giveScreen(): void {
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => query)
}

/** A clipboard that takes what is copied, or refuses it. jsdom has none. */
export function giveClipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
}

/** Timers that stand still until they are moved; the network goes on. */
export function holdTimers(): { readonly pass: (milliseconds: number) => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  return {
    pass: async (milliseconds) => {
      await act(() => vi.advanceTimersByTimeAsync(milliseconds))
    },
  }
}

/** Reading the session, and reading figures. */
export const SESSION_CALL = `GET ${BFF_PATHS.session}` as const
export const FIGURES_CALL = `POST ${BFF_PATHS.graphql}` as const
