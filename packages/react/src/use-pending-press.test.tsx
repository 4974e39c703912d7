import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setOnline } from './testing/page-events.ts'
import { FAILED_AFTER_MS, SLOW_AFTER_MS } from './pending-press.ts'
import { usePendingPress } from './use-pending-press.ts'

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
  it('leaves the page with the first press alone, until the other side did not open', () => {
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

  it('is at rest again when the page comes back, and nothing of the wait before goes on', () => {
    const button = open()
    button.press()
    pass(1_000)
    button.comeBack()
    expect(button.phase()).toBe('idle')
    pass(60_000)
    expect(button.phase()).toBe('idle')
  })

  it('refuses without a network and says so, until it is back; then it is as if it was never pressed', () => {
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

  it('leaves no clock behind when its button goes', () => {
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
