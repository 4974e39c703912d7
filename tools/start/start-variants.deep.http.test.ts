import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { freePorts } from '@counterfoil/testkit/free-port'
import { isAlive, useNpmStart } from '@counterfoil/testkit/npm-start'
import { until } from '@counterfoil/testkit/until'
import { createRunMark } from './leftovers.ts'
import { program } from '../step.ts'
import { buildWeb } from '../release/web-build.ts'

describe('npm start', () => {
  beforeAll(async () => {
    await buildWeb()
  })
  const { folder, ports, start, isReady, runningPids } = useNpmStart()

  it('keeps the connection over a restart, and begins again with --fresh', async () => {
    const appUrl = `http://localhost:${ports()[0]}`
    const agent = createBrowserAgent()
    const connections = async (): Promise<readonly { readonly state: string }[]> => {
      const headers = { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin' }
      const answer = await agent.send('GET', `${appUrl}/api/session`, { headers })
      return answer.json<{ connections: { state: string }[] }>().connections
    }
    const first = start()
    await isReady(first)
    const page = await agent.visit(`${appUrl}/`)
    const signIn = await agent.submit(page, formTo(page, '/connect/start'))
    const account = { email: 'single@harbour.example', password: 'harbour-demo' }
    const consent = await agent.submit(signIn, formTo(signIn, '/sign-in'), account)
    await agent.submit(consent, formTo(consent, '/answer'), { answer: 'allow' })
    expect(await connections()).toMatchObject([{ state: 'connected' }])
    await first.stop()
    const second = start()
    await isReady(second)
    expect(await connections()).toMatchObject([{ state: 'connected' }])
    await second.stop()
    const third = start({}, '--fresh')
    await isReady(third)
    expect(await connections()).toEqual([])
  })

  it('uses one application, also after the provider’s data are lost, and creates another one after it was deleted', async () => {
    const dataDir = join(folder(), 'data')
    const harbour = async (...args: readonly string[]) => {
      const env = { COUNTERFOIL_DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' }
      const main = join(import.meta.dirname, 'harbour.ts')
      return JSON.parse((await program(process.execPath, [main, ...args, '--json'], env)).output) as unknown
    }
    const startAndStop = async (): Promise<string> => {
      const child = start({ PROVIDER_SEED: 'none' })
      await isReady(child)
      const { applications } = (await harbour('application', 'list')) as {
        applications: { clientId: string }[]
      }
      const page = await fetch(`http://127.0.0.1:${ports()[0]}/`)
      expect([page.status, applications.length]).toEqual([200, 1])
      await child.stop()
      return applications[0]?.clientId ?? ''
    }
    const first = await startAndStop()
    await rm(join(dataDir, 'provider'), { recursive: true })
    expect(await startAndStop()).toBe(first)
    await harbour('application', 'delete', '--client-id', first)
    const second = await startAndStop()
    expect(second).not.toBe(first)
    expect(await startAndStop()).toBe(second)
  })

  it('refuses a second start from the same folder, and cleans up after one that was killed', async () => {
    const first = start()
    await isReady(first)
    const second = start()
    expect(await second.exited).toBe(1)
    expect(second.output().trim().split('\n')).toHaveLength(1)
    expect(second.output()).toContain('runs from this folder already')
    const left = runningPids()
    first.process.kill('SIGKILL')
    await first.exited
    expect(left.filter(isAlive).length).toBeGreaterThan(0)
    const third = start()
    await isReady(third)
    expect(left.filter(isAlive)).toEqual([])
  })

  it.each([
    ['at once', (): boolean => true],
    ['when its folder is there', (): boolean => existsSync(join(folder(), 'data', 'running.json'))],
    ['when Redis has begun', (): boolean => existsSync(join(folder(), 'data', 'logs', 'redis.log'))],
    [
      'when the provider has begun',
      (): boolean => existsSync(join(folder(), 'data', 'logs', 'provider.log')),
    ],
    ['when the app has begun', (): boolean => existsSync(join(folder(), 'data', 'logs', 'bff.log'))],
  ])('leaves no process behind when it is stopped %s', async (_moment, hasCome) => {
    const mark = createRunMark()
    const child = start(mark.addTo(process.env))
    await until('that moment', () => child.process.exitCode !== null || hasCome())
    child.process.kill('SIGINT')
    await child.exited
    expect(mark.findProcesses()).toEqual([])
  })

  it('leaves no process behind when it is stopped while Redis is being fetched', async () => {
    const programs = join(folder(), 'programs')
    await mkdir(programs)
    for (const name of ['apt-get', 'dpkg']) {
      await writeFile(join(programs, name), '#!/bin/sh\n/bin/sleep 600 & wait\n', { mode: 0o755 })
    }
    const mark = createRunMark()
    const child = start({
      ...mark.addTo(process.env),
      PATH: programs,
      REDIS_SERVER_PATH: undefined,
      COUNTERFOIL_CACHE_DIR: join(folder(), 'cache'),
    })
    // The start, what fetches for it, and the sleep of that.
    await until('something is fetched', () => mark.findProcesses().length >= 3)
    child.process.kill('SIGINT')
    await child.exited
    expect(mark.findProcesses()).toEqual([])
  })

  it('names both ports on separate lines if both are in use', async () => {
    const taken = [createServer(), createServer()]
    for (const [index, server] of taken.entries())
      await new Promise<void>((resolve) => server.listen(ports()[index], '127.0.0.1', resolve))
    const child = start()
    expect(await child.exited).toBe(1)
    for (const server of taken) server.close()
    const lines = child.output().trim().split('\n')
    expect(lines.map((line) => line.split(' is taken ')[0])).toEqual([
      `BFF_PORT: port ${ports()[0]}`,
      `PROVIDER_PORT: port ${ports()[1]}`,
    ])
  })

  it('names the host if it is not an address of this machine', async () => {
    const child = start({ BFF_HOST: '192.0.2.1' })
    expect(await child.exited).toBe(1)
    expect(child.output().trim()).toBe('BFF_HOST: cannot listen on 192.0.2.1 (EADDRNOTAVAIL).')
  })

  it('names REDIS_URL when no Redis answers there', async () => {
    const [port] = await freePorts(1)
    const child = start({ REDIS_URL: `redis://127.0.0.1:${port}` })
    expect(await child.exited).toBe(1)
    expect(child.output()).toContain('REDIS_URL: no Redis answers there')
  })
})
