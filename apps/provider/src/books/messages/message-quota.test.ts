import { describe, expect, it } from 'vitest'
import { findQuotaFault, QUOTA_WINDOW_MS, type MessageUsage } from './message-quota.ts'

const QUOTAS = { addresses: 500, newAddresses: 200, addressesOfApplication: 10_000 }
const HOUR_MS = 3_600_000
const usage = (counted: MessageUsage['counted'], count: number, oldestAt: Date | null = new Date(0)) => [
  { counted, count, oldestAt },
]

describe(findQuotaFault, () => {
  it.each([
    ['addresses', 500, 'A business may send to 500 addresses'],
    ['newAddresses', 200, 'A business may send to 200 new addresses'],
    ['addressesOfPerson', 500, 'A person may send to 500 addresses'],
    ['newAddressesOfPerson', 200, 'A person may send to 200 new addresses'],
    ['addressesOfApplication', 10_000, 'An application may send to 10000 addresses'],
  ] as const)(
    'allows all %s of the quota, and refuses one more until the oldest is a day old',
    (counted, most, limit) => {
      expect(QUOTA_WINDOW_MS).toBe(24 * HOUR_MS)
      expect(findQuotaFault(usage(counted, most), QUOTAS, HOUR_MS)).toBeUndefined()
      expect(findQuotaFault(usage(counted, most + 1), QUOTAS, HOUR_MS)).toEqual({
        path: ['input', 'to'],
        code: 'DAILY_LIMIT',
        message: `${limit} within 24 hours. Nothing was sent; try again in 23 h.`,
      })
    },
  )

  it('returns a wait of at least an hour', () => {
    expect(findQuotaFault(usage('addresses', 501), QUOTAS, 24 * HOUR_MS)?.message).toMatch(/in 1 h\.$/)
    expect(findQuotaFault(usage('addresses', 501, null), QUOTAS, 5)?.message).toMatch(/in 24 h\.$/)
  })
})
