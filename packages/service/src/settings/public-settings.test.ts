import { describe, expect, it } from 'vitest'
import { readSettings, type Environment } from './config-faults.ts'
import { isLoopbackHost, readMetricsToken, readPublicOrigin, readTrustedProxies } from './public-settings.ts'
import { testSecret } from '../testing/test-secret.ts'

describe(isLoopbackHost, () => {
  it.each(['localhost', '127.0.0.1', '127.255.0.9', '::1', '[::1]'])('is %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  })

  it.each([
    ...['', 'localhost.example', '0.0.0.0', '128.0.0.1', '10.127.0.0.1', '127.0.0', '127.0.0.1.2'],
    ...['127.0.0.1.example', 'x127.0.0.1', '127.0.0.1x', '::2', '127.1000.0.1', '127.0.0.x'],
  ])('is not %j', (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  })
})

describe(readPublicOrigin, () => {
  const read = (url: string | undefined, fallback?: string) => {
    const settings = readSettings({ URL: url })
    return { origin: readPublicOrigin(settings, 'URL', fallback), faults: settings.faults() }
  }

  it.each(['https://app.example', 'https://app.example:8443', 'http://localhost:3000', 'http://[::1]:3000'])(
    'takes %s',
    (url) => {
      expect(read(url)).toEqual({ origin: url, faults: [] })
    },
  )

  it('returns the fallback if nothing is set', () => {
    expect(read(undefined, 'http://localhost:3000')).toEqual({ origin: 'http://localhost:3000', faults: [] })
  })

  it.each([
    ['https://app.example/path', 'must be an origin: no path, no query'],
    ['https://app.example?a', 'must be an origin: no path, no query'],
    ['http://app.example', 'must be https, except on localhost'],
    ['ftp://app.example', 'must be an absolute http or https address'],
    [undefined, 'is required'],
  ])('reports exactly one fault for %j', (url, message) => {
    expect(read(url).faults).toEqual([{ setting: 'URL', message }])
  })
})

describe(readTrustedProxies, () => {
  const read = (proxies: string | undefined, value: string | undefined) => {
    const settings = readSettings({ PROXIES: proxies })
    const count = readTrustedProxies(settings, 'PROXIES', { setting: 'PUBLIC_URL', value })
    return { count, faults: settings.faults().map(({ message }) => message) }
  }

  it('is zero by default for a server that no proxy can be in front of', () => {
    for (const value of ['http://localhost:3000', undefined])
      expect(read(undefined, value)).toEqual({ count: 0, faults: [] })
  })

  it('must be set for a service reached by https, even if it is zero', () => {
    expect(read(undefined, 'https://app.example')).toEqual({
      count: 0,
      faults: [
        'is required when PUBLIC_URL is https: how many proxies in front add to X-Forwarded-For, 0 for none',
      ],
    })
    expect(read('0', 'https://app.example')).toEqual({ count: 0, faults: [] })
  })

  it('allows at most ten proxies', () => {
    expect(read('10', 'https://app.example')).toEqual({ count: 10, faults: [] })
    expect(read('11', 'https://app.example').faults).toHaveLength(1)
    expect(read('-1', 'https://app.example').faults).toHaveLength(1)
  })
})

describe(readMetricsToken, () => {
  const read = (env: Environment) => {
    const settings = readSettings(env)
    return { token: readMetricsToken(settings, 'TOKEN'), faults: settings.faults().length }
  }

  it('has sixteen characters or more, or is absent', () => {
    expect(read({})).toEqual({ token: undefined, faults: 0 })
    const token = testSecret().slice(0, 16)
    expect(read({ TOKEN: token })).toEqual({ token, faults: 0 })
    expect(read({ TOKEN: token.slice(1) }).faults).toBe(1)
  })
})
