import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLocalPath, withoutPassingParameters } from './local-path.ts'

describe(parseLocalPath, () => {
  it('keeps a path of ours with its query', () => {
    expect(parseLocalPath('/plans?request=a&business=b')).toBe('/plans?request=a&business=b')
    expect(parseLocalPath('/')).toBe('/')
  })

  it.each([
    '//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '',
    'plans',
    '/a\r\nb',
    '/\t/evil.example',
    '/a\u0085b',
    '/ x',
    `/${'a'.repeat(2_000)}`,
  ])('refuses %j', (value) => {
    expect(parseLocalPath(value)).toBeUndefined()
  })

  it('never leads to another site, however a browser reads it', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', 'a', '%', '2', 'f', '?', '#', '\t', '\n', ' '),
    })
    fc.assert(
      fc.property(hostile, (text) => {
        const path = parseLocalPath(text)
        if (path !== undefined)
          expect(new URL(path, 'https://harbour.example').origin).toBe('https://harbour.example')
      }),
      { numRuns: 20_000 },
    )
  })
})

describe(withoutPassingParameters, () => {
  it('removes the parameters of one request, and keeps the others', () => {
    expect(withoutPassingParameters('/oauth2/authorize/?client_id=a&state=s&code=c&code_challenge=h')).toBe(
      '/oauth2/authorize/?client_id=a',
    )
    expect(withoutPassingParameters('/sign-in?code=c')).toBe('/sign-in')
    expect(withoutPassingParameters('/plans?request=a&business=b')).toBe('/plans?request=a&business=b')
    expect(withoutPassingParameters('/help')).toBe('/help')
  })
})
