import { cleanup, configure } from '@testing-library/react'
import { renderToPipeableStream } from 'react-dom/server'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Tests render on the server and in the browser in one process, one after the other. React warns about concurrent renderers. */
const TWO_RENDERERS = 'Detected multiple renderers concurrently rendering the same context provider.'
/** React assumes it of each transition that reads a loaded part by `use`, as every navigation does; nothing is suspended. */
const SUSPENDED = 'A component suspended inside an `act` scope'

// A long timeout: a machine that is slow for a second is no failure.
configure({ asyncUtilTimeout: 90_000 })

/**
 * Warnings and errors on the console during a test, which fails for them unless it spies on the console itself. Test files share
 * one document, so each test is cleaned up: rendered pages, spies, timers, storage, history state and address.
 */
let complaints: string[] = []
beforeEach(async () => {
  // React's server renderer keeps the context values of the last part that it streamed, and a page that hydrates in the
  // same process would read them (the address, for one). Rendering nothing resets them.
  await new Promise<void>((resolve) => {
    renderToPipeableStream(null, { onAllReady: resolve })
  })
  complaints = []
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...args: readonly unknown[]) => {
      const text = args.map(String).join(' ')
      // jsdom does not support the element <search>.
      if (
        ![TWO_RENDERERS, SUSPENDED].some((known) => text.startsWith(known)) &&
        !/^The tag <.*unrecognized.* search$/.test(text)
      )
        complaints.push(text)
    })
  }
  // The document of jsdom cannot scroll and has no top layer for dialogs.
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/')
  document.title = ''
  document.documentElement.lang = 'en'
  delete document.documentElement.dataset['theme']
  delete document.documentElement.dataset['ready']
  Reflect.deleteProperty(navigator, 'clipboard')
  document.body.replaceChildren()
  expect(complaints).toEqual([])
})
