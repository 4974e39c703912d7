import { describe, expect, it } from 'vitest'
import { asAccessToken, asRequestId } from '@counterfoil/oauth/testing/ids'
import { buildUpstreamHeaders, pickResponseHeaders } from './proxy-headers.ts'

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const upstream = (incoming: Record<string, string>) =>
  buildUpstreamHeaders({ accessToken: asAccessToken('t0ken'), requestId: asRequestId('request-1'), incoming })

describe(buildUpstreamHeaders, () => {
  it('copies only the listed headers', () => {
    const headers = upstream({
      cookie: 'sid=1',
      authorization: 'Bearer of-the-browser',
      host: 'app.example',
      origin: 'https://app.example',
      'x-forwarded-for': '10.0.0.1',
      'x-counterfoil-connection': 'c',
      'sec-fetch-site': 'same-origin',
      'x-anything': '1',
    })
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'content-type',
      'user-agent',
      'x-request-id',
    ])
    expect(headers['authorization']).toBe('Bearer t0ken')
  })

  it('copies the trace, and the trace state only with it', () => {
    expect(upstream({ traceparent: TRACE, tracestate: 'a=1' })).toMatchObject({
      traceparent: TRACE,
      tracestate: 'a=1',
    })
    expect(upstream({ tracestate: 'a=1' })).not.toHaveProperty('tracestate')
    expect(upstream({ traceparent: 'nonsense', tracestate: 'a=1' })).not.toHaveProperty('traceparent')
    expect(upstream({ traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` })).not.toHaveProperty(
      'traceparent',
    )
  })

  it.each([
    ['gzip, deflate, br, zstd', 'gzip, br, deflate'],
    ['zstd', 'identity'],
    ['br;q=0', 'identity'],
    ['', 'identity'],
  ])('sends the provider for an Accept-Encoding of %j the value %j', (accepted, asked) => {
    expect(upstream({ 'accept-encoding': accepted })['accept-encoding']).toBe(asked)
  })
})

describe(pickResponseHeaders, () => {
  it('copies the headers that describe the body, and no cookie, authentication challenge or unknown header', () => {
    const picked = pickResponseHeaders({
      'content-type': 'application/json',
      'content-length': '12',
      'content-encoding': 'br',
      'set-cookie': ['a=1'],
      'www-authenticate': 'Bearer',
      'cache-control': 'public, max-age=600',
      server: 'x',
      'x-powered-by': 'y',
      'access-control-allow-origin': '*',
      location: 'https://evil.example',
    })
    expect(picked.map(([name]) => name)).toEqual(['content-type', 'content-encoding', 'content-length'])
  })
})
