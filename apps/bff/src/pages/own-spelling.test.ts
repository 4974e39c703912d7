import { describe, expect, it } from 'vitest'
import { findOwnSpelling } from './own-spelling.ts'

describe(findOwnSpelling, () => {
  it.each([
    ['127.0.0.1:3000', 'http://localhost:3000', 'http://localhost:3000/a?b=1'],
    ['[::1]:3000', 'http://localhost:3000', 'http://localhost:3000/a?b=1'],
    ['localhost.:3000', 'http://localhost:3000', 'http://localhost:3000/a?b=1'],
    ['localhost', 'http://127.0.0.1', 'http://127.0.0.1/a?b=1'],
    ['LOCALHOST:3000', 'http://localhost:3000', undefined],
    ['localhost:3001', 'http://127.0.0.1:3000', undefined],
    ['evil.example:3000', 'http://localhost:3000', undefined],
    ['user@127.0.0.1:3000', 'http://localhost:3000', 'http://localhost:3000/a?b=1'],
    ['127.0.0.1', 'https://app.example', undefined],
    ['app.internal', 'https://app.example', undefined],
    ['', 'http://localhost:3000', undefined],
    ['a b', 'http://localhost:3000', undefined],
    [undefined, 'http://localhost:3000', undefined],
  ])('returns for %s and %s the address %s', (host, publicUrl, address) => {
    expect(findOwnSpelling({ host, publicUrl, path: '/a?b=1' })).toBe(address)
  })

  it('never redirects to another host, whatever the path', () => {
    for (const path of ['//evil.example', '/\\evil.example', '/@evil.example']) {
      const address = findOwnSpelling({ host: '127.0.0.1:3000', publicUrl: 'http://localhost:3000', path })
      expect(new URL(address ?? '').origin).toBe('http://localhost:3000')
    }
    for (const path of ['.evil.example', '@evil.example', 'http://evil.example/'])
      expect(
        findOwnSpelling({ host: '127.0.0.1:3000', publicUrl: 'http://localhost:3000', path }),
      ).toBeUndefined()
  })
})
