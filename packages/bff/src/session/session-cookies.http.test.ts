import { createBffPerson } from '@counterfoil/testkit/bff-person'
import { startBff } from '@counterfoil/testkit/start-bff'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { startSessionWorld, world, sessionKeys } from './testing/sessions-fixture.ts'

startSessionWorld()

describe('the cookies of the BFF', () => {
  // browser-apps: 3, 4, 5, 6
  it('are __Host-Http-, Secure, HttpOnly and Lax on https, also behind a proxy that ends TLS', async () => {
    const secure = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: { BFF_PUBLIC_URL: 'https://app.example', BFF_TRUSTED_PROXIES: '1' },
    })
    const address = `http://127.0.0.1:${secure.env['BFF_PORT']}`
    const headers = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      origin: 'https://app.example',
    }
    const page = await request(address, { headers })
    const browser = String(page.headers['set-cookie'])
    const csrf = /"csrfToken":"([^"]+)"/.exec(await page.body.text())?.[1] ?? ''
    const started = await request(`${address}/connect/start`, {
      method: 'POST',
      headers: {
        ...headers,
        cookie: browser.split(';')[0] ?? '',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `csrf=${csrf}`,
    })
    const attempt = String(started.headers['set-cookie'])
    const authorize = await request(String(started.headers['location']))
    const back = new URL(String(authorize.headers['location']))
    const done = await request(`${address}${back.pathname}${back.search}`, {
      headers: { ...headers, cookie: `${browser.split(';')[0]}; ${attempt.split(';')[0]}` },
    })
    const session = [done.headers['set-cookie'] ?? []].flat().find((text) => text.includes('session=')) ?? ''
    for (const [cookie, name] of [
      [browser, '__Host-Http-counterfoil-browser'],
      [attempt, '__Host-Http-counterfoil-attempt-'],
      [session, '__Host-Http-counterfoil-session'],
    ] as const) {
      expect(cookie.startsWith(name)).toBe(true)
      for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']) expect(cookie).toContain(part)
      expect(cookie).not.toContain('Domain')
    }
    // Somebody who was signed in before the names changed: read under the former name, and kept under the present one.
    const formerly = `${browser.split(';')[0]}; ${session.split(';')[0]}`.replaceAll(
      '__Host-Http-',
      '__Host-',
    )
    const moved = await request(address, { headers: { ...headers, cookie: formerly } })
    await moved.body.dump()
    // Only whose business is known is led to it.
    expect(moved.headers['location']).toMatch(/^\/b\//)
    const set = [moved.headers['set-cookie'] ?? []].flat()
    for (const name of ['browser', 'session']) {
      expect(set.filter((text) => text.startsWith(`__Host-Http-counterfoil-${name}=`))).toHaveLength(1)
      expect(set.filter((text) => text.startsWith(`__Host-counterfoil-${name}=; Max-Age=0`))).toHaveLength(1)
    }
    const query = await request(`${address}/graphql`, {
      method: 'POST',
      headers: {
        ...{ ...headers, 'sec-fetch-mode': 'cors', 'x-counterfoil-request': '1', cookie: formerly },
        ...{ 'content-type': 'application/json', 'x-counterfoil-connection': 'unknown' },
      },
      body: '{}',
    })
    expect(query.statusCode).not.toBe(401)
    await secure.close()
  })

  it('store language and theme without a session', async () => {
    await world.maria.visit()
    const answer = await world.maria.post('/api/preferences', { theme: 'dark' })
    expect(answer.json()).toEqual({ theme: 'dark' })
    await world.maria.post('/api/preferences', { locale: 'fr' })
    expect(await world.maria.session()).toMatchObject({ locale: 'fr', theme: 'dark', person: null })
    expect((await world.maria.post('/api/preferences', { theme: 'pink' })).status).toBe(400)
    expect((await world.maria.post('/api/preferences', 'x'.repeat(9000))).status).toBe(413)
  })
})

describe('the time zone of a browser', () => {
  it('is stored beside language and theme after it was reported', async () => {
    expect((await world.maria.session()).timeZone).toBeNull()
    const told = await Promise.all([
      world.maria.post('/api/preferences', { timeZone: 'America/Toronto' }),
      world.maria.post('/api/preferences', { theme: 'dark' }),
    ])
    expect(told.map(({ status }) => status)).toEqual([200, 200])
    expect(await world.maria.session()).toMatchObject({ timeZone: 'America/Toronto', theme: 'dark' })
    expect((await world.maria.visit('/profile')).session.timeZone).toBe('America/Toronto')
    expect((await createBffPerson(world.bff.url).session()).timeZone).toBeNull()
  })

  it('is refused if it is unknown', async () => {
    await world.maria.visit()
    await world.maria.post('/api/preferences', { timeZone: 'Asia/Kathmandu' })
    for (const timeZone of ['Mars/Olympus', '', 'a; Path=/x', 'Asia/Tokyo\r\nx: y', 7, null])
      expect((await world.maria.post('/api/preferences', { timeZone })).json()).toMatchObject({
        status: 400,
        code: 'bad-request',
      })
    expect((await world.maria.session()).timeZone).toBe('Asia/Kathmandu')
  })

  it('is ignored if its cookie contains an unknown value', async () => {
    const answer = await createBffPerson(world.bff.url, { cookie: 'counterfoil-zone=Mars/Olympus' }).get(
      '/api/session',
    )
    expect(answer.json()).toMatchObject({ timeZone: null })
  })

  it('can be reported without extending a session', async () => {
    await world.maria.connect()
    const [key = ''] = await sessionKeys()
    await world.store.pexpire(key, 60_000)
    world.bff.advance(301_000)
    expect((await world.maria.post('/api/preferences', { timeZone: 'Europe/Paris' })).status).toBe(200)
    expect(await world.store.pttl(key)).toBeLessThanOrEqual(60_000)
  })

  it('is kept when the person signs out', async () => {
    await world.maria.connect()
    await world.maria.post('/api/preferences', { timeZone: 'Europe/Paris' })
    expect((await world.maria.post('/api/sign-out', { everywhere: false })).json()).toMatchObject({
      session: { person: null, timeZone: 'Europe/Paris' },
    })
    expect((await world.maria.visit()).session.timeZone).toBe('Europe/Paris')
  })
})
