import { describe, expect, it } from 'vitest'
import { parseBrowserReport } from './browser-report-routes.ts'

const violation = (directive: string) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://app.example/connect/callback?code=secret',
      'effective-directive': directive,
      'blocked-uri': 'https://evil.example/?token=secret',
    },
  })

describe(parseBrowserReport, () => {
  it('keeps only the directive of a content security policy violation', () => {
    const report = parseBrowserReport({
      contentType: 'application/csp-report',
      text: violation('script-src-elem'),
    })
    expect(report).toEqual({ kind: 'policy', what: 'script-src-elem', at: [] })
    expect(
      parseBrowserReport({ contentType: 'application/csp-report', text: violation('x'.repeat(99)) })?.what,
    ).toBe('other')
  })

  it('keeps the name of an error and its positions in our files, but not its message', () => {
    const text = JSON.stringify({
      name: 'TypeError',
      message: 'secret',
      at: ['index-a1B2.js:1:2345', 'https://evil.example/x.js:1:1', '../../etc:1:1', 'a.js:1'],
    })
    expect(parseBrowserReport({ contentType: 'application/json; charset=utf-8', text: text })).toEqual({
      kind: 'error',
      what: 'TypeError',
      at: ['index-a1B2.js:1:2345'],
    })
    expect(
      parseBrowserReport({ contentType: 'application/json', text: '{"name":"maria@x.example","at":[]}' })
        ?.what,
    ).toBe('other')
  })

  it.each([
    [undefined, violation('img-src')],
    ['text/plain', violation('img-src')],
    ['application/csp-report', '{}'],
    ['application/csp-report', 'null'],
    ['application/json', '{'],
    ['application/json', JSON.stringify({ name: 'Error', at: Array.from({ length: 11 }, () => 'a.js:1:1') })],
  ])('returns undefined for an invalid report of type %s', (type, text) => {
    expect(parseBrowserReport({ contentType: type, text })).toBeUndefined()
  })
})
