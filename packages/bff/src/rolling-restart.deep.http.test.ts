import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { startSocketService, type SocketService } from '@counterfoil/testkit/passed-socket'
import { programFile } from '@counterfoil/testkit/program-file'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { Agent, request } from 'undici'
import { describe, expect, it } from 'vitest'

const PROGRAM = programFile('packages/testkit/src/bff-process-main.ts')
const REQUESTS = 1_500
const CALLERS = 16
const PROCESSES = 2

/** Calls until all `REQUESTS` were made and `isOver` is true. Returns the count of each status or error. */
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

/** The own address of the process that began to serve last. */
const ownAddress = (output: string) => /.*"address":"([^"]+)"/s.exec(output)?.[1] ?? ''

describe('two BFF processes that share a systemd socket', () => {
  it('are replaced one after the other without a failed or waiting query', async () => {
    await using redis = await startRedis()
    await using provider = await startFakeProvider()
    await using bff = await startBff({ redisUrl: redis.url, provider })
    const maria = createBffPerson(bff.url)
    await maria.connect()
    const connectionId = (await maria.connection()).id
    const service: SocketService = await startSocketService([process.execPath, PROGRAM], {
      programs: PROCESSES,
      env: { ...bff.env, BFF_PORT: '0' },
      serves: '"event":"test.ready"',
    })
    // As nginx does by default: a new connection for each request, and nothing sent twice.
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
    for (let index = 0; index < PROCESSES; index += 1) {
      const own = ownAddress(service.output(index))
      service.stop(index)
      await until('the process has ended', () =>
        fetch(own).then(
          () => false,
          () => true,
        ),
      )
      // No process replaces it yet: the other process answers.
      for (let count = 0; count < 20; count += 1) expect(await query()).toBe(200)
      await service.start(index)
    }
    isOver = true
    const counts = await calling
    await dispatcher.close()
    await service.close()
    expect([...counts.keys()]).toEqual(['200'])
  })
})
