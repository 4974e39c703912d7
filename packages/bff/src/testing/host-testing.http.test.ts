import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { runChild } from '@counterfoil/testkit/child'
import { freePort } from '@counterfoil/testkit/free-port'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectPerson, seedPeople, startScriptedProvider, type ScriptedProvider } from './host-testing.ts'

const PACKAGE = join(import.meta.dirname, '..', '..')

let redis: TestRedis
let provider: ScriptedProvider
beforeAll(async () => {
  redis = await startRedis()
  provider = await startScriptedProvider()
  return () => Promise.all([redis.close(), provider.close()])
})

describe('@counterfoil/bff/testing for host apps', () => {
  let folder: string
  beforeAll(async () => {
    await mkdir(join(PACKAGE, '.cache'), { recursive: true })
    // In the package, so that its own name leads to its exports.
    folder = await mkdtemp(join(PACKAGE, '.cache', 'document-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('runs the documented example unchanged', async () => {
    const document = await readFile(join(PACKAGE, '..', '..', 'docs', 'own-app.md'), 'utf8')
    const example = /^```js\n(import assert [\s\S]*?)^```$/m.exec(document)?.[1] ?? ''
    const port = await freePort()
    const file = join(folder, 'late.test.js')
    await writeFile(file, example.replaceAll('3006', String(port)))
    const env = { ...process.env, REDIS_URL: redis.url, COUNTERFOIL_KEYS: testSecret('keys of the document') }
    const output = await runChild(process.execPath, ['--test', '--test-reporter=tap', file], { env })
    expect(output).toContain('ok 1 - asks the provider with a new token after three hours')
  })

  it('reports an app in which nothing can be connected', async () => {
    await using bff = await startBff({ redisUrl: redis.url, provider })
    provider.person({ error: 'access_denied' })
    await expect(connectPerson(bff.url)).rejects.toThrow(`Nothing is connected at ${bff.url}`)
  })

  it('stores many people whom the engine finds signed in', async () => {
    const [sessionSecret, sealing] = [testSecret('sessions'), testSecret('tokens')]
    const key = Buffer.from(sealing, 'base64url')
    const env = { BFF_SESSION_SECRETS: sessionSecret, BFF_TOKEN_KEYS: `k1:${key.toString('base64')}` }
    await using bff = await startBff({ redisUrl: redis.url, provider, env })
    const where = { redisUrl: redis.url, realm: provider.authUrl, sessionSecret }
    const people = await seedPeople({ ...where, tokenKey: { id: 'k1', key }, scopes: ['user:read'] }, 3)
    const seen = await Promise.all(
      people.map(async ({ cookie }) => {
        const headers = { ...SCRIPT_HEADERS, cookie: `counterfoil-session=${cookie}` }
        const answer = await fetch(`${bff.url}/api/session`, { headers })
        const { connections } = (await answer.json()) as { connections: readonly { id: string }[] }
        return connections.map(({ id }) => id)
      }),
    )
    expect(seen).toEqual(people.map(({ connectionId }) => [connectionId]))
  })
})
