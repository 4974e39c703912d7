import { describe, expect, it } from 'vitest'
import { changeToReport } from './connection-notice.ts'

describe('changeToReport', () => {
  it.each([
    [undefined, 'connected', 'connected'],
    ['connected', 'reconnect', 'reconnect'],
    ['connected', 'plan_ended', 'plan_ended'],
    ['plan_ended', 'connected', 'connected'],
    ['reconnect', 'connected', 'connected'],
    ['trouble', 'plan_ended', 'plan_ended'],
    ['connected', 'disconnected', 'disconnected'],
    ['connected', 'trouble', undefined],
    ['trouble', 'connected', undefined],
    ['connected', 'connected', undefined],
  ] as const)('reports a change from %s to %s as %s', (before, after, change) => {
    expect(changeToReport(before, after)).toBe(change)
  })
})
