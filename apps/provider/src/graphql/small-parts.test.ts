import { parse } from 'graphql'
import { readSettings } from '@counterfoil/service/config-faults'
import { describe, expect, it } from 'vitest'
import { bearerChallenge, readBearerHeader } from './bearer-header.ts'
import { outcomeOf } from './call.ts'
import { readGraphqlSettings } from './graphql-settings.ts'
import { createParseCache, MAX_CACHED_CHARACTERS } from './parse-cache.ts'
import { nextWindow, RATE_WINDOW_MS, secondsToWait } from './rate-window.ts'

describe(readBearerHeader, () => {
  it.each([
    [undefined, { kind: 'none' }],
    ['', { kind: 'none' }],
    ['Basic YTpi', { kind: 'none' }],
    ['Bearer abc-._~+/=', { kind: 'token', token: 'abc-._~+/=' }],
    ['bearer  abc', { kind: 'token', token: 'abc' }],
    ['Bearer', { kind: 'malformed' }],
    ['Bearer a b', { kind: 'malformed' }],
    ['Bearer a=b', { kind: 'malformed' }],
    ['Bearer "a"', { kind: 'malformed' }],
    ['Bearer é', { kind: 'malformed' }],
  ])('reads %j', (header, expected) => {
    expect(readBearerHeader(header)).toEqual(expected)
  })
})

describe(bearerChallenge, () => {
  it('tells a caller without a token only which scheme to use', () => {
    expect(bearerChallenge('no_token')).toBe('Bearer realm="graphql"')
  })
  it('names the error of a token that is not good', () => {
    expect(bearerChallenge('invalid_token', 'Expired.')).toBe(
      'Bearer realm="graphql", error="invalid_token", error_description="Expired."',
    )
  })
})

describe('a window of calls', () => {
  it('ends after exactly a minute', () => {
    const first = nextWindow(undefined, 1000)
    expect(nextWindow(first, 1000 + RATE_WINDOW_MS - 1)).toEqual({ count: 2, startedAtMs: 1000 })
    expect(nextWindow(first, 1000 + RATE_WINDOW_MS)).toEqual({ count: 1, startedAtMs: 1000 + RATE_WINDOW_MS })
  })

  it('lets the last call pass and tells the next how long to wait', () => {
    expect(secondsToWait({ count: 3, startedAtMs: 0 }, 3, 10)).toBeUndefined()
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, 3, 0)).toBe(60)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, 3, 58_999)).toBe(2)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, 3, 59_999)).toBe(1)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, 3, 60_000)).toBe(1)
  })
})

describe(createParseCache, () => {
  const document = parse('{ a }')

  it('keeps what was used last and forgets the rest', () => {
    const cache = createParseCache()
    cache.set('first', document)
    for (let index = 0; index < 499; index += 1) cache.set(`other ${index}`, document)
    expect(cache.get('first')).toBe(document)
    cache.set('one more', document)
    expect(cache.get('first')).toBe(document)
    expect(cache.get('other 0')).toBeUndefined()
  })

  it('does not keep what is long', () => {
    const cache = createParseCache()
    cache.set('x'.repeat(MAX_CACHED_CHARACTERS), document)
    cache.set('x'.repeat(MAX_CACHED_CHARACTERS + 1), document)
    expect(cache.get('x'.repeat(MAX_CACHED_CHARACTERS))).toBe(document)
    expect(cache.get('x'.repeat(MAX_CACHED_CHARACTERS + 1))).toBeUndefined()
  })
})

describe(readGraphqlSettings, () => {
  it('has a default for everything', () => {
    expect(readGraphqlSettings(readSettings({}))).toEqual({
      limits: { maxDepth: 15, maxAliases: 100, maxTokens: 5_000, maxCost: 100_000 },
      maxBodyBytes: 1_000_000,
      rates: { perToken: 600, perApplication: 6_000, perAddress: 120 },
      rateStore: 'memory',
      explorer: true,
    })
  })

  it('tells every fault at once', () => {
    const settings = readSettings({ PROVIDER_GRAPHQL_MAX_DEPTH: '0', PROVIDER_GRAPHQL_RATE_STORE: 'redis' })
    readGraphqlSettings(settings)
    expect(() => settings.finish()).toThrow(/MAX_DEPTH[^]*RATE_STORE/)
  })
})

describe(outcomeOf, () => {
  it('tells our faults from refusals', () => {
    const problem = { detail: '', reason: undefined }
    expect(outcomeOf({ problem: undefined })).toBe('ok')
    expect(outcomeOf({ problem: { ...problem, code: 'FORBIDDEN' } })).toBe('refused')
    expect(outcomeOf({ problem: { ...problem, code: 'INTERNAL_SERVER_ERROR' } })).toBe('failed')
  })
})
