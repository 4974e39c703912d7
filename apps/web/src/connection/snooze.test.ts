import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { ASK_AGAIN_AFTER_MS, isSnoozed, snooze } from './locked-card.tsx'

describe(isSnoozed, () => {
  it('returns true for thirty days, per subject and connection', () => {
    expect(ASK_AGAIN_AFTER_MS).toBe(2_592_000_000)
    const kept = new Map<string, string>()
    const memory = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    expect(isSnoozed(memory, { connectionId: asConnectionId('c'), value: 'product:read', nowMs: 5 })).toBe(
      false,
    )
    snooze(memory, { connectionId: asConnectionId('c'), value: 'product:read', nowMs: 1_000 })
    expect(
      isSnoozed(memory, {
        connectionId: asConnectionId('c'),
        value: 'product:read',
        nowMs: 1_000 + ASK_AGAIN_AFTER_MS - 1,
      }),
    ).toBe(true)
    expect(
      isSnoozed(memory, {
        connectionId: asConnectionId('c'),
        value: 'product:read',
        nowMs: 1_000 + ASK_AGAIN_AFTER_MS,
      }),
    ).toBe(false)
    expect(isSnoozed(memory, { connectionId: asConnectionId('c'), value: 'vendor:read', nowMs: 1_000 })).toBe(
      false,
    )
    expect(
      isSnoozed(memory, { connectionId: asConnectionId('d'), value: 'product:read', nowMs: 1_000 }),
    ).toBe(false)
  })
})
