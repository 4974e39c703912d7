import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { hostileBodies } from './security/testing/hostile-bodies.ts'
import { hostileHeaders } from './security/testing/hostile-headers.ts'
import { SCRIPT_LINES, statusOf, startHostileWorld } from './security/testing/hostile-world.ts'

const world = startHostileWorld()
const { hostLine, sendLines } = world

hostileBodies(world)
hostileHeaders(world)

describe('every cookie of the BFF', () => {
  it('is host-only, HttpOnly and SameSite=Lax with an expiry, on http', async () => {
    const answers = [await world.maria.agent.send('GET', `${world.bff.url}/`)]
    const { csrfToken } = (await world.maria.visit()).session
    const started = await world.maria.agent.send('POST', `${world.bff.url}/connect/start`, {
      headers: { origin: world.bff.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf: csrfToken }).toString(),
    })
    const callback = (await world.maria.agent.send('GET', started.location ?? '')).location ?? ''
    answers.push(started, await world.maria.agent.send('GET', callback))
    answers.push(await world.maria.post('/api/preferences', { locale: 'fr' }))
    answers.push(await world.maria.post('/api/sign-out', { everywhere: false }))
    const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
    expect(cookies.length).toBeGreaterThan(6)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^counterfoil-[a-z]+/)
      const attributes = cookie.split('; ').slice(1)
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
      expect(attributes.some((attribute) => /^(Max-Age|Expires)=/.test(attribute))).toBe(true)
      expect(cookie).not.toMatch(/Domain=|Secure/i)
    }
  })
})

describe('a request without a session', () => {
  it('stores little in Redis, whatever its callback contains', async () => {
    const state = `${'a'.repeat(21)}.${'b'.repeat(32)}`
    const query = new URLSearchParams({ state, code: 'c'.repeat(6000), junk: 'j'.repeat(6000) })
    expect(
      (await world.maria.agent.send('GET', `${world.bff.url}/connect/callback?${query.toString()}`)).status,
    ).toBeLessThan(400)
    const kept = await world.store.keys('relay:*')
    const sizes = await Promise.all(kept.map((key) => world.store.strlen(key)))
    expect(Math.max(0, ...sizes)).toBeLessThan(4096)
  })

  it('is logged without its query, also if it is refused', async () => {
    await sendLines('GET /api/session?token=hunter2', [hostLine(), 'sec-fetch-site: cross-site'])
    await until('both lines are there', () => world.bff.logs().split('"/api/session"').length > 2)
    expect(world.bff.logs()).not.toContain('hunter2')
  })
})

describe('an unsupported method', () => {
  it.each([
    ['PUT', '/', 'GET, HEAD'],
    ['DELETE', '/settings/connection', 'GET, HEAD'],
    ['HEAD', '/connect/callback', 'GET'],
    ['HEAD', '/connect/start', 'POST'],
    ['HEAD', '/api/events', 'GET'],
    ['GET', '/graphql', 'POST'],
  ])('is answered for %s %s with the supported methods', async (method, path, allow) => {
    const answer = await sendLines(`${method} ${path}`, [
      hostLine(),
      ...SCRIPT_LINES,
      `origin: ${world.bff.url}`,
    ])
    expect(statusOf(answer)).toBe(405)
    expect(/^allow: (.*)$/im.exec(answer)?.[1]).toBe(allow)
  })
})

describe('another host name of this machine', () => {
  it('redirects pages, and nothing else, to the address that works', async () => {
    const { port } = new URL(world.bff.url)
    for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST.:${port}`]) {
      const page = await sendLines('GET /settings/connection?from=mail', [`host: ${host}`])
      expect(statusOf(page)).toBe(307)
      expect(/^location: (.*)$/im.exec(page)?.[1]).toBe(`${world.bff.url}/settings/connection?from=mail`)
      expect(statusOf(await sendLines('GET /api/session', [`host: ${host}`, ...SCRIPT_LINES]))).toBe(200)
    }
    // A proxy in front may call us as it likes: sending the browser to where it already is would never end.
    for (const host of ['app.internal', `10.0.0.7:${port}`, '127.0.0.1:1', `localhost:${port}`])
      expect(statusOf(await sendLines('GET /', [`host: ${host}`]))).toBe(200)
  })
})

describe('an address that a browser could read as another host', () => {
  it.each([
    ['//evil.example/x?a=1', '/evil.example/x?a=1'],
    ['///', '/'],
    ['/\\evil.example', '/evil.example'],
    ['//\\//profile', '/profile'],
  ])('%s redirects to %s on this host', async (path, location) => {
    const answer = await sendLines(`GET ${path}`, [hostLine()])
    expect(statusOf(answer)).toBe(307)
    expect(/^location: (.*)$/im.exec(answer)?.[1]).toBe(location)
  })
})

describe('a HEAD request', () => {
  it('opens no event stream, even if signed in', async () => {
    await world.maria.connect()
    const answer = await sendLines('HEAD /api/events', [
      hostLine(),
      ...SCRIPT_LINES,
      `cookie: ${world.maria.agent.cookies(world.bff.url)}`,
    ])
    expect(statusOf(answer)).toBe(405)
  })

  it('is answered like GET, without a body', async () => {
    for (const path of ['/', '/api/session', '/health/live']) {
      const answer = await sendLines(`HEAD ${path}`, [hostLine(), ...SCRIPT_LINES])
      expect(statusOf(answer)).toBe(200)
      expect(answer.split('\r\n\r\n')[1]).toBe('')
    }
  })
})
