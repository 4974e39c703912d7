import { describe, expect, it } from 'vitest'
import { addressKey } from './address-key.ts'

describe(addressKey, () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:203.0.113.7%a-long-name-of-a-zone', '2001:db8:1:2::/64'],
    ['1'.repeat(64), '1'.repeat(64)],
    ['1'.repeat(65), 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('counts %j as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
