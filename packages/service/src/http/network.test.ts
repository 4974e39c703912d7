import { describe, expect, it } from 'vitest'
import { addressBeginOf, networkOf, networksOf } from './network.ts'

describe(networkOf, () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::9]:51234', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:203.0.113.7%a-long-name-of-a-zone', '2001:db8:1:2'],
    ['1'.repeat(64), '1'.repeat(64)],
    ['1'.repeat(65), 'unknown'],
    ['::', '0:0:0:0'],
    ['1::', '1:0:0:0'],
    ['::ffff:10.20.30.40:51234', '10.20.30.40'],
    ['::FFFF:203.0.113.70', '203.0.113.70'],
    // Text that only partly resembles an IPv4 address is refused.
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['::ffff:203.0.113.7:x', '0:0:0:0'],
    ['1:2::3:4:5', '1:2:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['[2001:db8:1:2::9]x', '[2001:db8:1:2'],
    ['fe80::1%a[b]', 'fe80:0:0:0'],
    ['1:2:3%zone:4:5', '1:2:3:0'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('counts %j as %s', (address, key) => {
    expect(networkOf(address)).toBe(key)
  })
})

describe(networksOf, () => {
  it('returns the /64, the /56 and the /48 of an IPv6 address, each with its share', () => {
    expect(networksOf('2001:db8:1:2ff::9')).toEqual([
      { name: '2001:db8:1:2ff', times: 1 },
      { name: '2001:db8:1:02/56', times: 2 },
      { name: '2001:db8:1/48', times: 4 },
    ])
    const names = (address: string) => networksOf(address).map(({ name }) => name)
    expect(names('2001:db8:1:200::1').slice(1)).toEqual(names('2001:db8:1:2ff::9').slice(1))
    expect(names('2001:db8:1:300::1')[1]).not.toBe(names('2001:db8:1:2ff::9')[1])
    expect(names('2001:db8:1:300::1')[2]).toBe(names('2001:db8:1:2ff::9')[2])
    expect(names('2001:db8:1:12::1')[1]).not.toBe(names('2001:db8:1:1234::1')[1])
  })

  it.each(['203.0.113.7', '::ffff:203.0.113.7', undefined, ''])('returns %s alone', (address) => {
    expect(networksOf(address)).toEqual([{ name: networkOf(address), times: 1 }])
  })
})

describe(addressBeginOf, () => {
  it.each([
    ['203.0.113.7', '203.0.113'],
    ['203.0.113.77:51234', '203.0.113'],
    ['2001:db8:1:2::9', '2001:db8:1'],
    ['unknown', undefined],
    [undefined, undefined],
  ])('returns the part of %s that many others share', (address, begin) => {
    expect(addressBeginOf(address)).toBe(begin)
  })
})
