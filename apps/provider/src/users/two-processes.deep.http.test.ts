import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, startHarbour, type Harbour } from '#testing/harbour-client.ts'
import { TRIES_PER_ACCOUNT_AND_ADDRESS, TRIES_PER_ADDRESS } from './sign-in-throttle.ts'

/** The database of two processes behind one proxy that distributes requests between them. */
let postgres: TestPostgres
let processes: readonly Harbour[] = []
beforeAll(async () => {
  postgres = await sharePostgres()
  const { url } = await postgres.createMigratedDatabase()
  const env = { DATABASE_URL: url, PROVIDER_TRUSTED_PROXIES: '1' }
  processes = [await startHarbour(env), await startHarbour(env)]
})
afterAll(async () => {
  for (const harbour of processes) await harbour.close()
  await postgres.close()
})

/** Tries a wrong password at one of the processes, in an unknown browser. */
async function guess(turn: number, address: string, email: string): Promise<number> {
  const harbour = processes[turn % processes.length]
  if (harbour === undefined) throw new Error('There is no such process')
  const agent = createBrowserAgent({ 'x-forwarded-for': address })
  const page = await agent.visit(`${harbour.url}/sign-in`)
  return (await signIn(agent, page, email, 'a guess')).status
}

describe('several processes on one database', () => {
  it('count the attempts at an account from one address together', async () => {
    const address = '203.0.113.7'
    for (let turn = 0; turn < TRIES_PER_ACCOUNT_AND_ADDRESS; turn += 1)
      expect(await guess(turn, address, 'single@harbour.example')).toBe(422)
    expect(await guess(0, address, 'single@harbour.example')).toBe(429)
    expect(await guess(1, address, 'single@harbour.example')).toBe(429)
    // Both processes let the owner sign in from another address.
    for (const harbour of processes) {
      const agent = createBrowserAgent({ 'x-forwarded-for': '203.0.113.8' })
      const page = await agent.visit(`${harbour.url}/sign-in`)
      expect((await signIn(agent, page, 'single@harbour.example')).status).toBe(200)
    }
  })

  it('count the accounts that one address tries together', async () => {
    const address = '203.0.113.9'
    const tries = Array.from({ length: TRIES_PER_ADDRESS }, (_, turn) => turn)
    for (const turn of tries) expect(await guess(turn, address, `nobody${turn}@harbour.example`)).toBe(422)
    expect(await guess(0, address, 'single@harbour.example')).toBe(429)
    expect(await guess(1, address, 'single@harbour.example')).toBe(429)
  })

  it('share sessions: a sign-in at one is valid at the other', async () => {
    const [first, second] = processes
    if (first === undefined || second === undefined) throw new Error('There are no two processes')
    const agent = createBrowserAgent()
    await signIn(agent, await agent.visit(`${first.url}/sign-in`), 'many@harbour.example')
    const [, key = ''] = /harbour_session=([^;]+)/.exec(agent.cookies(first.url)) ?? []
    const elsewhere = createBrowserAgent()
    elsewhere.setCookie(second.url, 'harbour_session', key)
    expect((await elsewhere.visit(`${second.url}/`)).body).toContain('Hello, Maya Chen')
  })
})
