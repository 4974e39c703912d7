import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { startSocketService, type SocketService } from '@counterfoil/testkit/passed-socket'
import { programFile } from '@counterfoil/testkit/program-file'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { Agent, request } from 'undici'
import { describe, expect, it } from 'vitest'

const PROGRAM = programFile('packages/testkit/src/bff-process-main.ts')
const REQUESTS = 1_500
const CALLERS = 16
const RESTARTS = 2

const countStarts = (output: string) => output.split('"event":"test.ready"').length - 1

/** Calls until all `REQUESTS` were made and `isOver` says so; every answer's status, or what went wrong, and how often. */
async function callSteadily(call: () => Promise<number>, isOver: () => boolean) {
  const counts = new Map<string, number>()
  let made = 0
  const caller = async () => {
    while (made < REQUESTS || !isOver()) {
      made += 1
      const status = await call().catch((error: unknown) => String(error))
      counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return counts
}

describe('a BFF whose socket the service manager keeps', () => {
  it('is replaced again and again, and no query fails', async () => {
    await using redis = await startRedis()
    await using provider = await startFakeProvider()
    await using bff = await startBff({ redisUrl: redis.url, provider })
    const maria = createBffPerson(bff.url)
    await maria.connect()
    const connectionId = (await maria.connection()).id
    const service: SocketService = await startSocketService([process.execPath, PROGRAM], {
      env: bff.env,
      countStarts,
    })
    // As nginx does unless told otherwise: a new connection for each request, and nothing sent twice.
    const dispatcher = new Agent({ connections: CALLERS, pipelining: 0 })
    const query = async () => {
      const { statusCode, body } = await request(`http://127.0.0.1:${service.port}/graphql`, {
        method: 'POST',
        dispatcher,
        headers: {
          ...SCRIPT_HEADERS,
          origin: bff.url,
          cookie: maria.agent.cookies(bff.url),
          'x-counterfoil-connection': connectionId,
          'content-type': 'application/json',
        },
        body: JSON.stringify(operationBody()),
      })
      await body.dump()
      return statusCode
    }
    let isOver = false
    const calling = callSteadily(query, () => isOver)
    for (let round = 0; round < RESTARTS; round += 1) await service.restart()
    isOver = true
    const counts = await calling
    await dispatcher.close()
    await service.close()
    expect([...counts.keys()]).toEqual(['200'])
    expect(countStarts(service.output())).toBe(RESTARTS + 1)
  })
})
