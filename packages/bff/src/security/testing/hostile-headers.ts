import { describe, expect, it } from 'vitest'
import { SCRIPT_LINES, statusOf, type HostileWorld } from './hostile-world.ts'

/** Tests headers that occur twice, contradict each other, or name another host. */
export function hostileHeaders(world: HostileWorld): void {
  const { hostLine, sendBytes, sendLines } = world

  describe('request headers', () => {
    it.each([
      ['Origin', (own: string) => [`origin: ${own}`, 'origin: https://evil.example'], 403],
      ['Sec-Fetch-Site', (own: string) => [`origin: ${own}`, 'sec-fetch-site: cross-site'], 403],
      ['our own', (own: string) => [`origin: ${own}`, 'x-counterfoil-request: 1'], 403],
    ])('that occur twice prove nothing: %s', async (_name, lines, status) => {
      const answer = await sendLines(
        'POST /api/preferences',
        [hostLine(), ...SCRIPT_LINES, ...lines(world.bff.url), 'content-type: application/json'],
        '{}',
      )
      expect(statusOf(answer)).toBe(status)
    })

    it('with two lengths end the connection, and the bytes that follow are not read as a request', async () => {
      const smuggled = 'GET /api/session HTTP/1.1\r\nhost: x\r\n\r\n'
      for (const lines of [
        ['content-length: 2', 'content-length: 40'],
        ['content-length: 2', 'transfer-encoding: chunked'],
        ['transfer-encoding: chunked', 'transfer-encoding: identity'],
      ]) {
        const head = [
          'POST /graphql HTTP/1.1',
          hostLine(),
          ...SCRIPT_LINES,
          `origin: ${world.bff.url}`,
          ...lines,
          '',
          '',
        ]
        const answer = await sendBytes(`${head.join('\r\n')}{}${smuggled}`)
        expect(statusOf(answer)).toBe(400)
        expect(answer.split('HTTP/1.1 ')).toHaveLength(2)
      }
    })

    it('that name another host change no address of ours', async () => {
      const lines = [
        'host: evil.example',
        'x-forwarded-host: evil.example',
        'x-forwarded-proto: https',
        'forwarded: host=evil.example;proto=https',
      ]
      const { csrfToken } = (await world.maria.visit()).session
      const body = new URLSearchParams({ csrf: csrfToken }).toString()
      const answer = await sendLines(
        'POST /connect/start',
        [
          ...lines,
          `origin: ${world.bff.url}`,
          `cookie: ${world.maria.agent.cookies(world.bff.url)}`,
          'content-type: application/x-www-form-urlencoded',
        ],
        body,
      )
      expect(statusOf(answer)).toBe(303)
      const location = new URL(/^location: (.*)$/im.exec(answer)?.[1] ?? '')
      expect(location.origin).toBe(world.provider.authUrl)
      expect(location.searchParams.get('redirect_uri')).toBe(`${world.bff.url}/connect/callback`)
      expect(answer).not.toMatch(/; Secure/i)
      expect(answer.slice(0, answer.indexOf('\r\n\r\n'))).not.toContain('evil.example')
    })

    it.each(['a b', '[', 'x:99999999', '<script>', 'localhost:3000, evil.example', ''])(
      'with an invalid host cause no server error and reveal no internals: %j',
      async (host) => {
        for (const path of [
          '/',
          '/%E0%A4%A',
          '/api/session',
          '/connect/callback?state=x',
          '/graphql',
          '/nothing.js',
        ]) {
          const answer = await sendLines(`GET ${path}`, [`host: ${host}`, ...SCRIPT_LINES])
          expect(statusOf(answer)).toBeLessThan(500)
          expect(answer).not.toMatch(/node_modules|\.ts:\d|TypeError|at [A-Za-z.]+ \(/)
        }
      },
    )

    it('of a preflight request from a foreign page are answered without permission', async () => {
      for (const path of ['/graphql', '/api/session', '/connect/start', '/']) {
        const answer = await sendLines(`OPTIONS ${path}`, [
          hostLine(),
          'origin: https://evil.example',
          'access-control-request-method: POST',
          'access-control-request-headers: x-counterfoil-request',
        ])
        expect(statusOf(answer)).toBeLessThan(500)
        expect(answer).not.toMatch(/access-control-/i)
      }
    })

    it('with thousands of cookies are read up to a limit, and the session among the first is found', async () => {
      await world.maria.connect()
      const own = world.maria.agent.cookies(world.bff.url)
      const many = Array.from({ length: 1500 }, (_, index) => `c${index}=1`).join('; ')
      const answer = await sendLines('GET /api/session', [
        hostLine(),
        ...SCRIPT_LINES,
        `cookie: ${own}; ${many}`,
      ])
      expect(statusOf(answer)).toBe(200)
      expect(answer).toContain('"email":"fake@harbour.example"')
    })

    it('with the cookies of a hundred attempts leave the newest five', async () => {
      const { csrfToken } = (await world.maria.visit()).session
      const attempts = Array.from(
        { length: 90 },
        (_, index) => `counterfoil-attempt-${String(index).padStart(25, '0')}=x`,
      )
      const answer = await sendLines(
        'POST /connect/start',
        [
          hostLine(),
          `origin: ${world.bff.url}`,
          `cookie: ${world.maria.agent.cookies(world.bff.url)}; ${attempts.join('; ')}`,
          'content-type: application/x-www-form-urlencoded',
        ],
        new URLSearchParams({ csrf: csrfToken }).toString(),
      )
      expect(statusOf(answer)).toBe(303)
      const cookies = [...answer.matchAll(/^set-cookie: (counterfoil-attempt-\S+)=([^;]*); Max-Age=(\d+)/gim)]
      expect(cookies.filter(([, , , maxAge]) => maxAge === '0')).toHaveLength(90 - 4)
      expect(cookies.filter(([, , , maxAge]) => maxAge !== '0')).toHaveLength(1)
    })
  })
}
