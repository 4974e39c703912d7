import { describe, expect, it } from 'vitest'
import { bearerChallenge, readBearerHeader } from './bearer-header.ts'

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
  ])('parses %j', (header, expected) => {
    expect(readBearerHeader(header)).toEqual(expected)
  })
})

describe(bearerChallenge, () => {
  it('sends a caller without a token only the scheme', () => {
    expect(bearerChallenge('no_token', { resourceMetadataUrl: 'https://h.example/m' })).toBe(
      'Bearer realm="graphql", resource_metadata="https://h.example/m"',
    )
  })
  it('names the error of an invalid token', () => {
    expect(
      bearerChallenge('invalid_token', {
        resourceMetadataUrl: 'https://h.example/m',
        description: 'Expired.',
      }),
    ).toBe(
      'Bearer realm="graphql", error="invalid_token", error_description="Expired.", resource_metadata="https://h.example/m"',
    )
  })
})
