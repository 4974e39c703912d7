import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setOnline } from './testing/page-events.ts'
import { FAILED_AFTER_MS, SLOW_AFTER_MS, usePendingPress } from './use-pending-press.ts'

function open() {
  const { result, rerender, unmount } = renderHook(usePendingPress, { initialProps: 0 })
  return {
    press: () => {
      let leaves: boolean | undefined
      act(() => void (leaves = result.current.press()))
      return leaves
    },
    phase: () => result.current.phase,
    isOffline: () => result.current.isOffline,
    comeBack: () => rerender(1),
    unmount,
  }
}
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

describe(usePendingPress, () => {
  it('submits only the first press, until the navigation has failed', () => {
    const button = open()
    expect(button.phase()).toBe('idle')
    expect([button.press(), button.press()]).toEqual([true, false])
    expect(button.phase()).toBe('opening')
    pass(SLOW_AFTER_MS - 1)
    expect(button.phase()).toBe('opening')
    pass(1)
    expect([button.phase(), button.press()]).toEqual(['slow', false])
    pass(FAILED_AFTER_MS - SLOW_AFTER_MS)
    expect([button.phase(), button.press()]).toEqual(['failed', true])
    expect(button.phase()).toBe('opening')
  })

  it('is reset when the page is restored from the back/forward cache, and cancels the running timer', () => {
    const button = open()
    button.press()
    pass(1_000)
    button.comeBack()
    expect(button.phase()).toBe('idle')
    pass(60_000)
    expect(button.phase()).toBe('idle')
  })

  it('refuses presses while offline and shows why, and is reset when the network is back', () => {
    const button = open()
    setOnline(false)
    expect(button.isOffline()).toBe(false)
    expect(button.press()).toBe(false)
    expect([button.isOffline(), button.phase()]).toEqual([true, 'idle'])
    setOnline(true)
    expect(button.isOffline()).toBe(false)
    setOnline(false)
    expect(button.isOffline()).toBe(false)
  })

  it('clears its timer when the button unmounts', () => {
    const leftBehind = (press: 'pressed' | 'at rest') => {
      const button = open()
      if (press === 'pressed') button.press()
      button.unmount()
      const count = vi.getTimerCount()
      vi.clearAllTimers()
      return count
    }
    expect(leftBehind('pressed')).toBe(leftBehind('at rest'))
  })
})
