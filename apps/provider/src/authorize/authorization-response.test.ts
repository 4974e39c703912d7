import { describe, expect, it } from 'vitest'
import { buildAuthorizationResponse } from './authorization-response.ts'

const answer = { kind: 'code', code: 'abc' } as const

describe(buildAuthorizationResponse, () => {
  it('adds its parameters to the redirect URI and changes nothing else', () => {
    const build = (redirectUri: string) =>
      buildAuthorizationResponse({ redirectUri, answer, encodedState: undefined, issuer: undefined })
    expect(build('http://a.example/cb')).toBe('http://a.example/cb?code=abc')
    expect(build('http://a.example/cb?x=%41&y')).toBe('http://a.example/cb?x=%41&y&code=abc')
    expect(build('http://a.example')).toBe('http://a.example?code=abc')
  })

  it('sends error, description, state and iss encoded', () => {
    const url = buildAuthorizationResponse({
      redirectUri: 'http://a.example/cb',
      answer: { kind: 'error', error: 'access_denied', description: 'No & never.' },
      encodedState: 'a%20b',
      issuer: 'https://h.example',
    })
    expect(url).toBe(
      'http://a.example/cb?error=access_denied&error_description=No%20%26%20never.&state=a%20b&iss=https%3A%2F%2Fh.example',
    )
  })
})
