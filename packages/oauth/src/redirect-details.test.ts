import { describe, expect, it } from 'vitest'
import { findRedirectEntryFault, judgeRedirectUri, MAX_REDIRECT_URI_CHARACTERS } from './redirect-uri.ts'

/** Checks the exact texts of the tester's page and the developers' log. */
describe('the message for an address that cannot be registered', () => {
  const HOST = 'https://app.example'
  const atMost = `${HOST}/`.padEnd(MAX_REDIRECT_URI_CHARACTERS, 'a')

  it.each([
    ['', 'empty', 'the address is empty'],
    [`${atMost}a`, 'too_long', 'the address is longer than 2000 characters'],
    [`${HOST}/é`, 'not_ascii', 'character 21 is not printable ASCII'],
    [`${HOST}/\u007f`, 'not_ascii', 'character 21 is not printable ASCII'],
    [`${HOST}/\u001f`, 'control_character', 'character 21 is a control character'],
    ['/callback', 'not_absolute', 'this is not an absolute address'],
    ['ftp://app.example/cb', 'scheme_not_allowed', 'the scheme must be http or https, not ftp'],
    ['https://a@app.example/cb', 'userinfo', 'a user name or password before the host is not allowed'],
    ['https://:b@app.example/cb', 'userinfo', 'a user name or password before the host is not allowed'],
    ['https://@app.example/cb', 'userinfo', 'a user name or password before the host is not allowed'],
    [
      'https://*.app.example/cb',
      'wildcard',
      'a star in the host stands for nothing: every host is registered by its name',
    ],
    [`${HOST}/cb#x`, 'fragment', 'character 23 begins a fragment; a fragment is not allowed'],
    [`${HOST}//cb`, 'empty_segment', 'path segment 1 is empty'],
    [`${HOST}/a//cb`, 'empty_segment', 'path segment 2 is empty'],
    [`${HOST}/a/%2`, 'malformed_percent', 'path segment 2 has a percent sign without two hexadecimal digits'],
    [`${HOST}/%2g`, 'malformed_percent', 'path segment 1 has a percent sign without two hexadecimal digits'],
    [`${HOST}/a/..`, 'dot_segment', 'path segment 2 is a dot segment'],
    [`${HOST}/..;v=1`, 'dot_segment', 'path segment 1 is a dot segment'],
    [`${HOST}/a%2fb`, 'encoded_character', 'path segment 1 holds the encoded character %2F'],
    [`${HOST}/a%2eb`, 'encoded_character', 'path segment 1 holds the encoded character %2e'],
    [`${HOST}/%c3%28`, 'malformed_utf8', 'path segment 1 holds %c3%28, which is no UTF-8'],
    [`${HOST}/%ef%bb%bf%2f`, 'encoded_character', 'path segment 1 holds the encoded character %2F'],
    [
      'https://App.example/cb',
      'not_canonical',
      'reading the address changes it at character 9: it would become https://app.example/cb',
    ],
    [
      'https://app.example:443/cb',
      'not_canonical',
      'reading the address changes it at character 20: it would become https://app.example/cb',
    ],
    [`${HOST}/cb?code=1`, 'reserved_query', 'the query has "code", which belongs to the answer'],
  ])('%j: %s', (entry, reason, detail) => {
    expect(findRedirectEntryFault(entry)).toEqual({ reason, detail })
  })

  it('is absent for an address of the maximum length, a bare host, a trailing slash, and an address in the query', () => {
    for (const entry of [
      atMost,
      HOST,
      `${HOST}/`,
      `${HOST}/cb/`,
      `${HOST}/~`,
      `${HOST}/cb?at=https://b.example`,
    ])
      expect(findRedirectEntryFault(entry), entry).toBeUndefined()
  })
})

describe('the message for an address that no entry admits', () => {
  it.each([
    ['https://b.example/cb', 'https://a.example/cb', 'the host is b.example, registered is a.example'],
    [
      'http://a.example/cb',
      'https://a.example/cb',
      'the registered entry is https, and http is not admitted for it',
    ],
    ['http://a.example:81/cb', 'http://a.example/cb', 'the port is 81, registered is the default'],
    ['http://a.example/cb', 'http://a.example:81/cb', 'the port is the default, registered is 81'],
    ['https://a.example/x', 'https://a.example/cb', 'path segment 1 is "x", registered is "cb"'],
    ['https://a.example/', 'https://a.example/cb', 'path segment 1 is missing, registered is "cb"'],
    ['https://a.example/cb', 'https://a.example/cb/', 'path segment 2 is missing, registered is ""'],
    [
      'https://a.example/cb?x=1',
      'https://a.example/cb',
      'the query differs: the registered entry has no query',
    ],
    [
      'https://a.example/cb',
      'https://a.example/cb?x=1',
      'the query differs: the registered entry has the query ?x=1',
    ],
  ])('%s beside %s', (requested, entry, detail) => {
    expect(judgeRedirectUri(requested, [entry])).toMatchObject({ kind: 'refused', detail })
  })

  it('shows the difference to the closest entry, and to the first of two equally close ones', () => {
    const judge = (...entries: string[]) => judgeRedirectUri('https://a.example/one/two', entries)
    expect(judge('https://a.example/x', 'https://a.example/one/x')).toMatchObject({
      detail: 'path segment 2 is "two", registered is "x"',
    })
    expect(judge('https://a.example/one/x', 'https://a.example/x')).toMatchObject({
      detail: 'path segment 2 is "two", registered is "x"',
    })
    expect(judge('https://b.example/', 'https://c.example/')).toMatchObject({
      detail: 'the host is a.example, registered is b.example',
    })
  })

  it('says that no entry can be compared', () => {
    const nothing = {
      kind: 'refused',
      reason: 'no_entries',
      detail: 'the application has no redirect entry that can be compared',
    }
    expect(judgeRedirectUri('https://a.example/', [])).toEqual(nothing)
    expect(judgeRedirectUri('https://a.example/', ['nonsense'])).toEqual(nothing)
  })
})
