// npm run bench -- rolling-restart: every process is replaced, one after the other, behind nginx with its defaults.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startBffProcess } from '@counterfoil/testkit/bff-process'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { freePorts } from '@counterfoil/testkit/free-port'
import { startNginx } from '@counterfoil/testkit/nginx'
import { startSocketService } from '@counterfoil/testkit/passed-socket'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { Agent, request, type Dispatcher } from 'undici'

const RESULTS = join(import.meta.dirname, 'results')
const ROOT = join(import.meta.dirname, '..')
const PROCESSES = 2
const ROUNDS = 2
const CALLERS = 16
const AT_LEAST = 5_000
/** nginx leaves a process out for so long once it was refused there. */
const NGINX_FAIL_TIMEOUT_MS = 10_000

type Replaceable = { readonly port: number; restart(): Promise<void>; close(): Promise<void> }
type Call = Pick<Dispatcher.RequestOptions, 'path' | 'method'> & {
  readonly headers?: Record<string, string>
  readonly body?: string
}
type Result = {
  readonly way: string
  readonly made: number
  readonly failed: number
  readonly complaints: string
}

/** Replaces each process `ROUNDS` times while `calls` are made in turn; what is not answered, or by a 5xx, has failed. */
async function replaceUnderLoad(
  way: string,
  processes: readonly Replaceable[],
  options: { readonly calls: readonly Call[]; readonly pauseMs: number },
): Promise<Result> {
  await using nginx = await startNginx(processes.map(({ port }) => port))
  const dispatcher = new Agent({ connections: CALLERS })
  let made = 0
  let failed = 0
  let isOver = false
  const caller = async () => {
    while (!isOver || made < AT_LEAST) {
      const call = options.calls[made % options.calls.length] as Call
      made += 1
      const isAnswered = await request(nginx.url, { ...call, dispatcher }).then(
        async ({ statusCode, body }) => (await body.dump(), statusCode < 500),
        () => false,
      )
      if (!isAnswered) failed += 1
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, caller))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const process of processes) {
      await process.restart()
      await sleep(options.pauseMs)
    }
  }
  isOver = true
  await calling
  const complaints = [...(await nginx.readComplaints())].map(([what, times]) => `${what} × ${times}`)
  for (const process of processes) await process.close()
  return { way, made, failed, complaints: complaints.join('; ') || 'none' }
}

async function replaceBff(): Promise<readonly Result[]> {
  await using redis = await startRedis()
  await using provider = await startFakeProvider()
  await using bff = await startBff({ redisUrl: redis.url, provider })
  const maria = createBffPerson(bff.url)
  await maria.connect()
  const headers = {
    ...SCRIPT_HEADERS,
    origin: bff.url,
    cookie: maria.agent.cookies(bff.url),
    'x-counterfoil-connection': (await maria.connection()).id,
    'content-type': 'application/json',
  }
  const calls: readonly Call[] = [
    { path: '/graphql', method: 'POST', headers, body: JSON.stringify(operationBody()) },
    { path: '/health/live', method: 'GET' },
  ]
  const program = join(ROOT, 'packages/testkit/src/bff-process-main.ts')
  const kept = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      startSocketService([process.execPath, program], {
        env: bff.env,
        countStarts: (output) => output.split('"event":"test.ready"').length - 1,
      }),
    ),
  )
  const ports = await freePorts(PROCESSES)
  const plain = await Promise.all(
    ports.map(async (port): Promise<Replaceable> => {
      let running = await startBffProcess(bff.env, { port })
      return {
        port,
        async restart() {
          await running.stop()
          running = await startBffProcess(bff.env, { port })
        },
        close: () => running.stop(),
      }
    }),
  )
  return [
    await replaceUnderLoad('BFF, sockets kept', kept, { calls, pauseMs: 3_000 }),
    await replaceUnderLoad('BFF, ports opened anew', plain, {
      calls,
      pauseMs: NGINX_FAIL_TIMEOUT_MS + 1_000,
    }),
  ]
}

async function replaceProvider(): Promise<readonly Result[]> {
  await using postgres = await startPostgres()
  const { url } = await postgres.createDatabase()
  const env = {
    DATABASE_URL: url,
    PROVIDER_SECRET: 's'.repeat(32),
    PROVIDER_ADMIN_SOCKET: 'none',
    PROVIDER_REQUESTS_PER_MINUTE: '1000000',
    PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_ADDRESS: '1000000',
    PROVIDER_LOG_LEVEL: 'info',
  }
  const calls: readonly Call[] = [
    {
      path: '/graphql/public',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ countries { code } }' }),
    },
    { path: '/.well-known/oauth-authorization-server', method: 'GET' },
  ]
  const program = join(ROOT, 'apps/provider/src/main.ts')
  const kept: Replaceable[] = []
  for (let index = 0; index < PROCESSES; index += 1) {
    kept.push(
      await startSocketService([process.execPath, program], {
        env,
        countStarts: (output) => output.split('"event":"provider.started"').length - 1,
      }),
    )
  }
  return [await replaceUnderLoad('provider, sockets kept', kept, { calls, pauseMs: 3_000 })]
}

const results = [...(await replaceBff()), ...(await replaceProvider())]
const page = `# Every process replaced, behind nginx with its defaults

Node ${process.version}. ${PROCESSES} processes behind one nginx, each replaced ${ROUNDS} times, one after the other, while ${CALLERS} callers call without a pause: half of the
calls are POST requests, which nginx never sends twice. A call has failed that was not answered, or by a 5xx.
Repeat it with \`npm run bench -- rolling-restart\`; it needs nginx on the path.

| way | calls | failed | nginx noted |
|---|--:|--:|---|
${results.map(({ way, made, failed, complaints }) => `| ${way} | ${made} | ${failed} | ${complaints} |`).join('\n')}

*Sockets kept*: a service manager holds the listening socket while the process is replaced (docs/operations.md). *Ports opened anew*: the process opens its
port itself. Connections that the kernel has accepted when the port is closed are reset by it, before any program has seen them; nginx sends a GET to the next
process and answers 502 to a POST. Behind a balancer that asks \`/health/ready\` nothing comes any more by then: that is what the drain time is for.
`
await mkdir(RESULTS, { recursive: true })
await writeFile(join(RESULTS, 'rolling-restart.md'), page)
await writeFile(join(RESULTS, 'rolling-restart.json'), `${JSON.stringify(results, null, 2)}\n`)
process.stdout.write(page)
if (results.some(({ way, failed }) => way.includes('kept') && failed > 0)) process.exitCode = 1
