// npm run bench -- rolling-restart: replaces every process, one after the other, behind nginx with its default settings.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startBffProcess } from '@counterfoil/testkit/bff-process'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { freePorts } from '@counterfoil/testkit/free-port'
import { startNginx } from '@counterfoil/testkit/nginx'
import { startSocketService, type SocketService } from '@counterfoil/testkit/passed-socket'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { Agent, request, type Dispatcher } from 'undici'
import { percentile } from './load/side-by-side.ts'
import { formatRows, keepPage } from './report/page.ts'

const ROOT = join(import.meta.dirname, '..')
const PROCESSES = 2
const ROUNDS = 2
const CALLERS = 16
const AT_LEAST = 5_000
/** The longest 99th percentile of calls in milliseconds while processes share a socket. */
const MOST_MS = 100
/** The time for which nginx does not use a process that refused a connection. */
const NGINX_FAIL_TIMEOUT_MS = 10_000

/** Each start uses the compile cache of the previous one, as in the systemd units and the images. */
const compileCache = await mkdtemp(join(tmpdir(), 'counterfoil-compiled-'))

/** All processes of a service, and their ports for nginx. */
type Service = {
  readonly ports: readonly number[]
  /** Starts an additional process; undefined if the service has none. */
  begin?(): Promise<void>
  /** Replaces one process; resolves when the new one serves requests. */
  restart(index: number): Promise<void>
  /** Stops the additional process. */
  end?(): void
  close(): Promise<void>
}
type Call = Pick<Dispatcher.RequestOptions, 'path' | 'method'> & {
  readonly headers?: Record<string, string>
  readonly body?: string
}
/** Replaces each process `ROUNDS` times while `calls` are sent; a call without an answer, or with a 5xx, counts as failed. */
async function replaceUnderLoad(
  way: string,
  service: Service,
  options: { readonly calls: readonly Call[]; readonly pauseMs: number },
) {
  await using nginx = await startNginx(service.ports)
  const dispatcher = new Agent({ connections: CALLERS })
  const took: number[] = []
  let made = 0
  let failed = 0
  let isOver = false
  const caller = async () => {
    while (!isOver || made < AT_LEAST) {
      const call = options.calls[made % options.calls.length] as Call
      made += 1
      const askedAtMs = performance.now()
      const isAnswered = await request(nginx.url, { ...call, dispatcher }).then(
        async ({ statusCode, body }) => (await body.dump(), statusCode < 500),
        () => false,
      )
      took.push(performance.now() - askedAtMs)
      if (!isAnswered) failed += 1
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, caller))
  for (let round = 0; round < ROUNDS; round += 1) {
    await service.begin?.()
    for (let index = 0; index < PROCESSES; index += 1) {
      await service.restart(index)
      await sleep(options.pauseMs)
    }
    service.end?.()
  }
  isOver = true
  await calling
  const complaints = [...(await nginx.readComplaints())].map(([what, times]) => `${what} × ${times}`)
  await service.close()
  const sorted = Float64Array.from(took).sort()
  const at = (share: number) => Math.round(percentile(sorted, share))
  const times = { p50: at(0.5), p99: at(0.99), longest: at(1) }
  return { way, made, failed, ...times, complaints: complaints.join('; ') || 'none' }
}

async function replaceBff() {
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
  const shared = await startSocketService([process.execPath, program], {
    programs: PROCESSES + 1,
    env: { ...bff.env, BFF_PORT: '0', NODE_COMPILE_CACHE: compileCache },
    serves: '"event":"test.ready"',
  })
  const ports = await freePorts(PROCESSES)
  const plain = await Promise.all(ports.map((port) => startBffProcess(bff.env, { port })))
  const plainService: Service = {
    ports,
    async restart(index) {
      await plain[index]?.stop()
      plain[index] = await startBffProcess(bff.env, { port: ports[index] ?? 0 })
    },
    async close() {
      await Promise.all(plain.map((running) => running.stop()))
    },
  }
  return [
    await replaceUnderLoad('BFF, one socket kept', sharing(shared), { calls, pauseMs: 3_000 }),
    await replaceUnderLoad('BFF, ports opened anew', plainService, {
      calls,
      pauseMs: NGINX_FAIL_TIMEOUT_MS + 1_000,
    }),
  ]
}

async function replaceProvider() {
  await using postgres = await startPostgres()
  const { url } = await postgres.createDatabase()
  const env = {
    DATABASE_URL: url,
    PROVIDER_SECRET: testSecret(),
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
  const shared = await startSocketService([process.execPath, program], {
    programs: PROCESSES + 1,
    env: { ...env, PROVIDER_PORT: '0', NODE_COMPILE_CACHE: compileCache },
    serves: '"event":"provider.started"',
  })
  return replaceUnderLoad('provider, one socket kept', sharing(shared), { calls, pauseMs: 3_000 })
}

/** Returns the processes of a service that share one socket, with an additional process during each replacement. */
function sharing(service: SocketService): Service {
  service.stop(PROCESSES)
  return {
    ports: [service.port],
    begin: () => service.start(PROCESSES),
    async restart(index) {
      service.stop(index)
      await service.start(index)
    },
    end: () => service.stop(PROCESSES),
    close: service.close,
  }
}

const results = [...(await replaceBff()), await replaceProvider()]
const page = `# Every process replaced, behind nginx with its defaults

Node ${process.version}. ${PROCESSES} processes behind one nginx, each replaced ${ROUNDS} times, one after the other, while ${CALLERS} callers call without a pause: half of the
calls are POST requests, which nginx never sends twice. A call has failed that was not answered, or by a 5xx.
Repeat it with \`npm run bench -- rolling-restart\`; it needs nginx on the path.

| way | calls | failed | p50 | p99 | longest | nginx noted |
|---|--:|--:|--:|--:|--:|---|
${formatRows(
  results.map(({ way, made, failed, p50, p99, longest, complaints }) => [
    ...[way, made, failed, `${p50} ms`, `${p99} ms`, `${longest} ms`, complaints],
  ]),
)}

*One socket kept*: a service manager holds one listening socket, which all processes serve (docs/operations.md). One more process takes it before another stops, so that two serve at any time. *Ports opened anew*: the process opens its
port itself. Connections that the kernel has accepted when the port is closed are reset by it, before any program has seen them; nginx sends a GET to the next
process and answers 502 to a POST. Behind a balancer that asks \`/health/ready\` nothing comes any more by then: that is what the drain time is for.
`
await keepPage('rolling-restart', page)
await rm(compileCache, { recursive: true })
if (results.some(({ way, failed, p99 }) => way.includes('kept') && (failed > 0 || p99 >= MOST_MS)))
  process.exitCode = 1
