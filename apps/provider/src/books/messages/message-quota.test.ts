import { describe, expect, it } from 'vitest'
import { findQuotaFault, QUOTA_WINDOW_MS } from './message-quota.ts'

const QUOTAS = { addresses: 500, newAddresses: 200 }
const HOUR_MS = 3_600_000
const usage = (addresses: number, newAddresses: number, oldestAtMs: number | undefined = 0) => ({
  addresses: { count: addresses, oldestAtMs },
  newAddresses: { count: newAddresses, oldestAtMs },
})

describe(findQuotaFault, () => {
  it('lets a business send as much as its quotas', () => {
    expect(findQuotaFault(usage(500, 200), QUOTAS, HOUR_MS)).toBeUndefined()
    expect(QUOTA_WINDOW_MS).toBe(24 * HOUR_MS)
  })

  it.each([
    [
      'addresses',
      usage(501, 0),
      'A business may send to 500 addresses within 24 hours. Nothing was sent; try again in 23 h.',
    ],
    [
      'new addresses',
      usage(1, 201),
      'A business may send to 200 new addresses within 24 hours. Nothing was sent; try again in 23 h.',
    ],
  ])('refuses more %s, with the hours until the oldest is a day old', (_, used, message) => {
    expect(findQuotaFault(used, QUOTAS, HOUR_MS)).toEqual({
      path: ['input', 'to'],
      code: 'DAILY_LIMIT',
      message,
    })
  })

  it('never names less than an hour', () => {
    expect(findQuotaFault(usage(501, 0), QUOTAS, 24 * HOUR_MS)?.message).toMatch(/in 1 h\.$/)
    expect(
      findQuotaFault({ ...usage(501, 0), addresses: { count: 501, oldestAtMs: undefined } }, QUOTAS, 5)
        ?.message,
    ).toMatch(/in 24 h\.$/)
  })
})
