import { act } from '@testing-library/react'
import { vi } from 'vitest'

export function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

/** Simulates that the page is restored from the back/forward cache. */
export function comeBack(): void {
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
}
