import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

/**
 * What every test of a page begins and ends with. Files share one document, so nothing of a test may stay in it: no
 * page, no spy, no clock, nothing stored, no state of the history, and the address of the start page.
 */
beforeEach(() => {
  // The document of a test has no height to scroll, and no top layer for a dialog.
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
})
