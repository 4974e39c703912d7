import { describe, expect, it } from 'vitest'
import { chooseEncoding } from './content-encoding.ts'

describe(chooseEncoding, () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['BR', 'br'],
    ['br;q=nonsense, gzip', 'gzip'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('chooses for Accept-Encoding %j the encoding %s', (header, encoding) => {
    expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding)
  })

  it('chooses the first of equally accepted ones', () => {
    expect(chooseEncoding('gzip, br, zstd', ['zstd', 'br', 'gzip'])).toBe('zstd')
    expect(chooseEncoding('gzip, br', ['zstd', 'br', 'gzip'])).toBe('br')
  })

  it('never chooses an encoding for which there is no file', () => {
    expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip')
    expect(chooseEncoding('br', ['gzip'])).toBe('identity')
  })
})
