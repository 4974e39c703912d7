import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUICK_LIMITS, sendSlowly } from '@counterfoil/testkit/slow-sender'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { runProvider, type RunningProvider } from './run.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'

const slowBody = (type: string) => `content-type: ${type}\r\ncontent-length: 10\r\n\r\n{`
const FORM = slowBody('application/x-www-form-urlencoded')

let folder: string
let adminSocket: string
let own: OwnDatabase
let provider: RunningProvider
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slow-'))
  adminSocket = join(folder, 'admin.sock')
  const config = parseConfig({
    PROVIDER_SECRET: testSecret(),
    PROVIDER_PORT: '0',
    PROVIDER_ADMIN_SOCKET: adminSocket,
    PROVIDER_LOG_LEVEL: 'silent',
  })
  own = await makeOwnDatabase()
  provider = await runProvider({ ...config, database: own.location }, { server: QUICK_LIMITS })
})
afterAll(async () => {
  await provider.close()
  await own.drop()
  await rm(folder, { recursive: true })
})

describe('a sender that is too slow', () => {
  it.each([
    ['the head, to a page', 'GET /', 'x-slow: '],
    ['the head, to /metrics', 'GET /metrics', 'x-slow: '],
    ['the body, to the token endpoint', 'POST /oauth2/token/', FORM],
    ['the body, to the revocation endpoint', 'POST /oauth2/token-revoke/', FORM],
    ['the body, to GraphQL', 'POST /graphql/public', slowBody('application/json')],
    ['the body, to a form', 'POST /sign-in', FORM],
  ])('is disconnected by the service: %s', async (_part, start, rest) => {
    const { host, origin } = new URL(provider.url)
    const text = `${start} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n${rest}`
    const answer = await sendSlowly({ port: provider.port, host: '127.0.0.1' }, text)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is disconnected by the socket of the command line', async () => {
    expect(await sendSlowly({ path: adminSocket }, '{"argv":')).toBe('')
  })
})
