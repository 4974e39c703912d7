import { describe, expect, it } from 'vitest'
import { findRedirectEntryFault, firstDifference, judgeRedirectUri } from './redirect-uri.ts'

const ENTRY = 'http://app.example/callback'
const accepts = (requested: string, ...entries: string[]) =>
  judgeRedirectUri(requested, entries.length === 0 ? [ENTRY] : entries).kind === 'accepted'
const refusal = (requested: string, ...entries: string[]) => {
  const verdict = judgeRedirectUri(requested, entries.length === 0 ? [ENTRY] : entries)
  return verdict.kind === 'refused' ? verdict.reason : verdict.kind
}

describe(judgeRedirectUri, () => {
  it('accepts the address itself, https instead of http, and folders below it', () => {
    for (const address of [
      'http://app.example/callback',
      'https://app.example/callback',
      'http://app.example/callback/sub',
      'https://app.example/callback/sub/path',
      'http://app.example/callback/a%20b',
      'http://app.example/callback/;v=1',
      'http://app.example/callback/...',
      'http://app.example/callback/',
      'https://app.example/callback/sub/',
      'http://app.example/callback/caf%c3%a9',
      'http://app.example/callback/%E6%97%A5%E6%9C%AC',
    ]) {
      expect(accepts(address), address).toBe(true)
    }
  })

  it('refuses another path, the root, another port, another sub-domain and another top-level domain', () => {
    expect(refusal('http://app.example/other')).toBe('path_differs')
    expect(refusal('http://app.example/')).toBe('path_differs')
    expect(refusal('http://app.example')).toBe('path_differs')
    expect(refusal('http://app.example:8080/callback')).toBe('port_differs')
    expect(refusal('http://www.app.example/callback')).toBe('host_differs')
    expect(refusal('http://app.test/callback')).toBe('host_differs')
  })

  // browser-apps: 15
  it('compares whole segments: a longer name is not a subfolder', () => {
    expect(refusal('http://app.example/callback2')).toBe('path_differs')
    expect(refusal('http://app.example/callback.evil')).toBe('path_differs')
    expect(refusal('http://app.example/callback;x')).toBe('path_differs')
    expect(refusal('http://app.example/Callback')).toBe('path_differs')
    expect(refusal('http://app.example/c%61llback')).toBe('path_differs')
    expect(refusal('http://app.example.evil.example/callback')).toBe('host_differs')
  })

  it('admits https for an http entry with the same written port, and never http for an https entry', () => {
    expect(accepts('https://a.example:8443/cb', 'http://a.example:8443/cb')).toBe(true)
    expect(refusal('https://a.example/cb', 'http://a.example:8443/cb')).toBe('port_differs')
    expect(refusal('https://a.example:80/cb', 'http://a.example/cb')).toBe('port_differs')
    expect(refusal('http://a.example:443/cb', 'https://a.example/cb')).toBe('scheme_differs')
    expect(refusal('http://a.example/cb', 'https://a.example/cb')).toBe('scheme_differs')
  })

  it('accepts a query only if the entry has exactly that query', () => {
    expect(refusal('http://app.example/callback?x=1')).toBe('query_differs')
    expect(refusal('http://app.example/callback?')).toBe('query_differs')
    expect(accepts('http://app.example/callback?x=1', `${ENTRY}?x=1`)).toBe(true)
    expect(refusal('http://app.example/callback?x=2', `${ENTRY}?x=1`)).toBe('query_differs')
    expect(refusal('http://app.example/callback', `${ENTRY}?x=1`)).toBe('query_differs')
    expect(refusal('http://app.example/callback?', `${ENTRY}?x=1`)).toBe('query_differs')
  })

  it('treats a missing slash after the host as the root, on both sides', () => {
    expect(accepts('http://a.example', 'http://a.example/')).toBe(true)
    expect(accepts('http://a.example/', 'http://a.example')).toBe(true)
    expect(accepts('http://a.example/anything/below', 'http://a.example')).toBe(true)
  })

  it('accepts a trailing slash on an entry without one, and requires it on an entry with one', () => {
    const entry = 'https://a.example/complete/harbour/'
    expect(accepts(entry, entry)).toBe(true)
    expect(accepts(`${entry}sub`, entry)).toBe(true)
    expect(accepts(`${entry}sub/`, entry)).toBe(true)
    expect(refusal('https://a.example/complete/harbour', entry)).toBe('path_differs')
    expect(refusal('https://a.example/complete/harbours/', entry)).toBe('path_differs')
    expect(refusal('https://a.example/complete/harbour//', entry)).toBe('empty_segment')
    expect(accepts(`${entry}?x=1`, `${entry}?x=1`)).toBe(true)
  })

  it('names the closest entry', () => {
    const verdict = judgeRedirectUri('http://a.example/one/x', [
      'http://b.example/',
      'http://a.example/one/two',
    ])
    expect(verdict).toEqual({
      kind: 'refused',
      reason: 'path_differs',
      detail: 'path segment 2 is "x", registered is "two"',
    })
  })

  it.each([
    ['', 'empty'],
    [`http://app.example/callback/${'x'.repeat(2_000)}`, 'too_long'],
    ['http://app.example/callbäck', 'not_ascii'],
    ['http://app。example/callback', 'not_ascii'],
    ['http://app.example/callback\u007f', 'not_ascii'],
    ['http://app.example/callback\n', 'control_character'],
    ['ht\ttp://app.example/callback', 'control_character'],
    ['\u0000http://app.example/callback', 'control_character'],
    ['/callback', 'not_absolute'],
    ['//app.example/callback', 'not_absolute'],
    ['callback', 'not_absolute'],
    ['http://', 'not_absolute'],
    ['http://app.example:99999/callback', 'not_absolute'],
    ['javascript:alert(1)', 'scheme_not_allowed'],
    ['data:text/html,x', 'scheme_not_allowed'],
    ['file:///callback', 'scheme_not_allowed'],
    ['ftp://app.example/callback', 'scheme_not_allowed'],
    ['com.example.app:/callback', 'scheme_not_allowed'],
    ['http://user@app.example/callback', 'userinfo'],
    ['http://user:pass@app.example/callback', 'userinfo'],
    ['http://@app.example/callback', 'userinfo'],
    ['http://app.example@evil.example/callback', 'userinfo'],
    ['http://evil.example\\@app.example/callback', 'not_canonical'],
    ['http://*.app.example/callback', 'wildcard'],
    ['https://*/callback', 'wildcard'],
    ['http://app.example/callback#', 'fragment'],
    ['http://app.example/callback#x', 'fragment'],
    ['http://app.example#/callback', 'fragment'],
    ['http://app.example//callback', 'empty_segment'],
    ['http://app.example//', 'empty_segment'],
    ['http://app.example/callback//', 'empty_segment'],
    ['http://app.example/callback//x', 'empty_segment'],
    ['http://app.example/callback/.', 'dot_segment'],
    ['http://app.example/callback/..', 'dot_segment'],
    ['http://app.example/callback/../other', 'dot_segment'],
    ['http://app.example/callback/%2e%2E/other', 'dot_segment'],
    ['http://app.example/callback/.%2e', 'dot_segment'],
    ['http://app.example/callback/..;/other', 'dot_segment'],
    ['http://app.example/callback/..%3b/other', 'dot_segment'],
    ['http://app.example/callback/%252e%252e/x', 'encoded_character'],
    ['http://app.example/callback/..%2fother', 'encoded_character'],
    ['http://app.example/callback/..%5cother', 'encoded_character'],
    ['http://app.example/callback%2f..%2fother', 'encoded_character'],
    ['http://app.example/callback/a%40b', 'encoded_character'],
    ['http://app.example/callback/a%23b', 'encoded_character'],
    ['http://app.example/callback/a%00b', 'encoded_character'],
    ['http://app.example/callback/a%0d%0ab', 'encoded_character'],
    ['http://app.example/callback/a%7Fb', 'encoded_character'],
    ['http://app.example/callback/a%2Eb', 'encoded_character'],
    ['http://app.example/callback/%c0%ae%c0%ae/other', 'malformed_utf8'],
    ['http://app.example/callback/%c0%af..', 'malformed_utf8'],
    ['http://app.example/callback/%e0%80%ae', 'malformed_utf8'],
    ['http://app.example/callback/%f0%80%80%ae', 'malformed_utf8'],
    ['http://app.example/callback/%ed%a0%80', 'malformed_utf8'],
    ['http://app.example/callback/%e9', 'malformed_utf8'],
    ['http://app.example/callback/%c3', 'malformed_utf8'],
    ['http://app.example/callback/%ef%bc%8e%ef%bc%8e/other', 'encoded_character'],
    ['http://app.example/callback/%EF%BC%8F..', 'encoded_character'],
    ['http://app.example/callback/a%ef%bc%bcb', 'encoded_character'],
    ['http://app.example/callback/a%ef%bc%85b', 'encoded_character'],
    ['http://app.example/callback/a%ef%bc%a0b', 'encoded_character'],
    ['http://app.example/callback/%e2%80%a5/other', 'encoded_character'],
    ['http://app.example/callback/%e2%84%80', 'encoded_character'],
    ['http://app.example/callback/a%e2%88%95b', 'encoded_character'],
    ['http://app.example/callback/a%e2%81%84b', 'encoded_character'],
    ['http://app.example/callback?code=x', 'reserved_query'],
    ['http://app.example/callback/%', 'malformed_percent'],
    ['http://app.example/callback/%zz', 'malformed_percent'],
    ['http://app.example/callback/%u002e', 'malformed_percent'],
    ['HTTP://app.example/callback', 'not_canonical'],
    ['http://APP.example/callback', 'not_canonical'],
    ['http://app.example:80/callback', 'not_canonical'],
    ['http:/app.example/callback', 'not_canonical'],
    ['http:app.example/callback', 'not_canonical'],
    ['http:///app.example/callback', 'not_canonical'],
    ['http://app.example\\callback', 'not_canonical'],
    ['http://app.example/callback\\..\\other', 'not_canonical'],
    [' http://app.example/callback', 'not_canonical'],
    ['http://app.example/callback ', 'not_canonical'],
    ['http://app.example/call back', 'not_canonical'],
    ['http://0x7f.1/callback', 'not_canonical'],
    ['http://2130706433/callback', 'not_canonical'],
    ['http://app%2eexample/callback', 'not_canonical'],
    ['http://app.example./callback', 'host_differs'],
    ['http://[::1]/callback', 'host_differs'],
  ])('refuses %j: %s', (address, reason) => {
    expect(refusal(address)).toBe(reason)
  })

  it('names the wrong character or segment', () => {
    expect(judgeRedirectUri('http://app.example/callbäck', [ENTRY])).toMatchObject({
      detail: 'character 25 is not printable ASCII',
    })
    expect(judgeRedirectUri('http://app.example/callback/../x', [ENTRY])).toMatchObject({
      detail: 'path segment 2 is a dot segment',
    })
  })

  it('refuses everything when nothing is registered', () => {
    expect(judgeRedirectUri(ENTRY, []).kind).toBe('refused')
  })
})

describe(findRedirectEntryFault, () => {
  it('accepts canonical addresses, also of this machine', () => {
    for (const entry of [
      ENTRY,
      'http://localhost:3000/connect/callback',
      'https://[::1]:8443/cb',
      'https://a.example/cb?x=1',
      'https://a.example/cb/',
      'https://a.example/accounts/harbour/login/callback/',
      'https://a.example/cb?codes=1&encode=2&page=code',
    ]) {
      expect(findRedirectEntryFault(entry), entry).toBeUndefined()
    }
  })

  it('refuses entries that authorize could never admit', () => {
    expect(findRedirectEntryFault('https://a.example/cb//')?.reason).toBe('empty_segment')
    expect(findRedirectEntryFault('https://a.example/*')).toBeUndefined()
    expect(findRedirectEntryFault('myapp://cb')?.reason).toBe('scheme_not_allowed')
  })
})

describe('a query of an entry', () => {
  it.each([
    'code',
    'state',
    'error',
    'error_description',
    'error_uri',
    'iss',
    'scope',
    'response',
    'id_token',
    'access_token',
    'refresh_token',
    'session_state',
  ])('cannot have %s, because the answer adds it', (name) => {
    for (const query of [`${name}=x`, `x=1&${name}=x`, name, `${name}=`, `x=1;${name}=2`]) {
      expect(findRedirectEntryFault(`https://a.example/cb?${query}`)?.reason, query).toBe('reserved_query')
    }
  })

  it.each([
    'CODE=x',
    'c%6fde=x',
    '%2563ode=x',
    'code[]=x',
    'code%5B0%5D=x',
    '%20code=x',
    '+code=x',
    'error.uri=x',
    'x=1%26code=2',
    'error%20uri=x',
    'error+uri=x',
    // Decoded three times.
    '%252563ode=x',
  ])('cannot have a name that a lenient parser reads as one: %s', (query) => {
    expect(findRedirectEntryFault(`https://a.example/cb?${query}`)?.reason).toBe('reserved_query')
    expect(refusal(`https://a.example/cb?${query}`, `https://a.example/cb?${query}`)).toBe('reserved_query')
  })
})

describe(firstDifference, () => {
  it('counts characters from one', () => {
    expect(firstDifference('abc', 'abc')).toBeUndefined()
    expect(firstDifference('abc', 'abd')).toBe(3)
    expect(firstDifference('abc', 'ab')).toBe(3)
    expect(firstDifference('', 'a')).toBe(1)
  })
})
