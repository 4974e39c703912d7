import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { counterfoilApplication } from '@counterfoil/tools/start/counterfoil-application'
import { findProgram, provideProgram } from '@counterfoil/tools/machine/debian-programs'
import { Redis } from 'ioredis'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { expect, it } from 'vitest'
import { createVisitor } from './backup-stack.ts'
import { makeCertificate } from './certificate.ts'
import { runChild, startChild, type Child } from './child.ts'
import { freePort } from './free-port.ts'
import { writeBelow } from './nginx.ts'
import { createProtectedRole, startPostgres } from './postgres.ts'
import { programFile } from './program-file.ts'
import { startRedis } from './redis.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Contains characters that are special to a shell, an address or a configuration. */
const PASSWORD = String.raw`p:a\s's "w$o#r%d@/?é&`
const nginx = await provideProgram('nginx')
const openssl = (await findProgram('openssl')) ?? (await provideProgram('openssl'))

/** The name server of a network of containers: answers the address that each name has now. */
async function startNames(addresses: Record<string, string>) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5
    const name = question.toString('latin1', 13, 13 + (question[12] ?? 0))
    const at = addresses[name]
    const isAnswered = question.readUInt16BE(end - 4) === 1 && at !== undefined
    asked.push(name)
    const answer = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...(at ?? '').split('.').map(Number),
    ])
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, isAnswered ? 1 : 0, 0, 0, 0, 0])
    const parts = [question.subarray(0, 2), head, question.subarray(12, end), ...(isAnswered ? [answer] : [])]
    socket.send(Buffer.concat(parts), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, asked, close: () => socket.close() }
}

/** Tests the setup of `deploy/compose.yaml` without its images: nginx from Debian in front of processes on this machine. */
it.skipIf(nginx === undefined || openssl === undefined || process.platform !== 'linux')(
  'serves both names behind the nginx of deploy/, with an own authority and any password, while containers are replaced (needs nginx and openssl)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'behind-nginx-'))
    const { cert } = await makeCertificate(folder)
    const [tls, plain, bffPort, providerPort] = [
      ...[await freePort(), await freePort(), await freePort(), await freePort()],
    ] as const
    const [appUrl, harbourUrl] = [`https://127.0.0.1:${tls}`, `https://localhost:${tls}`]
    const addresses = { bff: '127.0.0.2', provider: '127.0.0.2' }
    const names = await startNames(addresses)
    const running: Child[] = []
    const run = (...args: Parameters<typeof startChild>): Child => {
      const child = startChild(...args)
      running.push(child)
      return child
    }

    const { output: version } = startChild(nginx ?? '', ['-v'])
    const filled = (await readFile(join(ROOT, 'deploy/nginx.conf.template'), 'utf8'))
      .replaceAll('${APP_HOST}', '127.0.0.1')
      .replaceAll('${HARBOUR_HOST}', 'localhost')
      .replaceAll('${NGINX_LOCAL_RESOLVERS}', `127.0.0.1:${names.port}`)
    // Other ports, another folder, and `http2 on` where this nginx knows it.
    const site = filled
      .replaceAll('/etc/nginx/tls', folder)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${tls} `)
      .replaceAll('listen 80;', `listen 127.0.0.1:${plain};`)
      .replaceAll('bff:3000', `bff:${bffPort}`)
      .replaceAll('provider:4000', `provider:${providerPort}`)
    await until('nginx says which one it is', () => /nginx\/(\d+)\.(\d+)/.exec(version()))
    const [, major = 0, minor = 0] = (/nginx\/(\d+)\.(\d+)/.exec(version()) ?? []).map(Number)
    const knowsHttp2 = major > 1 || minor > 25
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/log notice;\nevents {}\nhttp {\n${writeBelow(folder)}\n${knowsHttp2 ? site : site.replaceAll('http2 on;', '')}\n}`,
    )
    run(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')])

    const postgres = await startPostgres()
    await createProtectedRole(postgres, 'harbour', PASSWORD)
    const database = await postgres.createDatabase()
    await database.execute(`alter database ${database.name} owner to harbour`)
    const providerEnv = {
      DATABASE_URL: Object.assign(new URL(database.url), { username: 'harbour' }).href,
      PGPASSWORD: PASSWORD,
      PROVIDER_PUBLIC_URL: harbourUrl,
      PROVIDER_SECRET: testSecret(),
      PROVIDER_SEED: 'people',
      PROVIDER_SEED_PUBLIC: 'true',
      PROVIDER_TRUSTED_PROXIES: '1',
      PROVIDER_ADMIN_SOCKET: 'none',
      PROVIDER_PORT: String(providerPort),
    }
    const started = async (child: Child, event: string): Promise<Child> => {
      let hasEnded = false
      void child.exited.then(() => (hasEnded = true))
      const isThere = () => hasEnded || child.output().includes(`"event":"${event}"`)
      await until(`it has started: ${event}`, isThere)
      if (hasEnded) throw new Error(`It has ended: ${child.output()}`)
      return child
    }
    const startProvider = (host: string) =>
      started(
        run(process.execPath, [programFile('apps/provider/src/main.ts')], {
          env: { ...providerEnv, PROVIDER_HOST: host },
        }),
        'provider.started',
      )
    const olderProvider = await startProvider('127.0.0.2')
    const application = JSON.parse(
      await runChild(
        process.execPath,
        [programFile('apps/provider/src/admin-main.ts'), ...counterfoilApplication(appUrl), '--json'],
        { env: providerEnv },
      ),
    ) as { readonly clientId: string; readonly clientSecret: string }

    const tokenKeys = `k1:${randomBytes(32).toString('base64')}`
    const redis = await startRedis({ args: ['--save', ''] })
    const client = new Redis(redis.url)
    await client.config('SET', 'requirepass', PASSWORD)
    await client.quit()
    const startBff = (host: string) =>
      started(
        run(process.execPath, [programFile('packages/testkit/src/bff-process-main.ts')], {
          env: {
            TEST_PAGES: 'built',
            BFF_WEB_DIR: join(ROOT, 'apps/web/dist'),
            REDIS_URL: redis.url,
            BFF_REDIS_PASSWORD: PASSWORD,
            NODE_EXTRA_CA_CERTS: cert,
            BFF_HOST: host,
            BFF_PORT: String(bffPort),
            BFF_PUBLIC_URL: appUrl,
            BFF_SESSION_SECRETS: testSecret(),
            BFF_TOKEN_KEYS: tokenKeys,
            BFF_PROVIDER_AUTH_URL: harbourUrl,
            BFF_PROVIDER_GRAPHQL_URL: `${harbourUrl}/graphql/public`,
            BFF_PROVIDER_CLIENT_ID: application.clientId,
            BFF_PROVIDER_CLIENT_SECRET: application.clientSecret,
            BFF_TRUSTED_PROXIES: '1',
          },
        }),
        'listening',
      )
    const olderBff = await startBff('127.0.0.2')

    const before = getGlobalDispatcher()
    setGlobalDispatcher(new Agent({ connect: { ca: await readFile(cert) } }))
    try {
      const maria = createVisitor(appUrl, 'single@harbour.example')
      await maria.connect()
      expect((await maria.connections()).map(({ state }) => state)).toEqual(['connected'])

      // New containers get other addresses, and the old ones go once nginx has asked for them.
      await Promise.all([startProvider('127.0.0.3'), startBff('127.0.0.3')])
      Object.assign(addresses, { bff: '127.0.0.3', provider: '127.0.0.3' })
      const asked = names.asked.length
      const otto = createVisitor(appUrl, 'many@harbour.example')
      await until('nginx has asked again', async () => {
        expect((await maria.agent.visit(`${appUrl}/`)).status).toBe(200)
        expect((await otto.agent.visit(`${harbourUrl}/sign-in`)).status).toBe(200)
        return ['bff', 'provider'].every((name) => names.asked.slice(asked).includes(name))
      })
      await Promise.all([olderBff.stop('SIGTERM', 20_000), olderProvider.stop('SIGTERM', 20_000)])
      expect((await maria.connections()).map(({ state }) => state)).toEqual(['connected'])
      await otto.connect()
      expect((await otto.connections()).map(({ state }) => state)).toEqual(['connected'])
    } finally {
      setGlobalDispatcher(before)
      await Promise.all(running.map((child) => child.stop('SIGTERM', 20_000)))
      names.close()
      await redis.close()
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    }
    for (const child of running) expect(child.output()).not.toContain(PASSWORD)
  },
)
