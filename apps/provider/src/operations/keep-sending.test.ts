import type { Logger } from '@counterfoil/service/telemetry/logger'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepSending } from './keep-sending.ts'

describe(keepSending, () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('logs a fault once until it is over', async () => {
    let isAway = true
    const warn = vi.fn()
    const sendDue = vi.fn(async () => {
      if (isAway) throw new Error('the database is away')
    })
    const sending = keepSending({ sendDue, stop: () => undefined }, { warn } as unknown as Logger)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sendDue.mock.calls.length).toBe(60)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: 'mail.stopped' }))
    isAway = false
    await vi.advanceTimersByTimeAsync(1_000)
    isAway = true
    await vi.advanceTimersByTimeAsync(5_000)
    expect(warn).toHaveBeenCalledTimes(2)
    await sending.close()
  })
})
