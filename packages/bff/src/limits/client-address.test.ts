import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

describe(clientAddress, () => {
  it.each([
    [0, undefined, 'socket'],
    [0, '1.1.1.1', 'socket'],
    [1, undefined, 'socket'],
    [1, '1.1.1.1', '1.1.1.1'],
    [1, '9.9.9.9, 1.1.1.1', '1.1.1.1'],
    [2, '9.9.9.9, 1.1.1.1, 10.0.0.1', '1.1.1.1'],
    [3, '1.1.1.1, 10.0.0.1', '1.1.1.1'],
  ])('returns behind %i proxies, with %j, the address %s', (proxies, header, address) => {
    expect(
      clientAddress({ socket: { remoteAddress: 'socket' }, headers: { 'x-forwarded-for': header } }, proxies),
    ).toBe(address)
  })
})
