import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@counterfoil/service/settings/config-faults'
import { makeDataFolder } from '@counterfoil/service/settings/data-folder'
import { findCredentials, keepNewCredentials, registerApplication } from './own-application.ts'
import { createProgress, type Progress } from '../progress.ts'
import { requireRedis, startRedisService } from './redis-service.ts'
import { readRunning, refuseSecondStart, runningFile, writeRunning } from '../machine/running-file.ts'
import { loadSecrets } from './secrets-store.ts'
import {
  answersReady,
  findListenFault,
  startService,
  stopServices,
  untilReady,
  type Service,
} from './services.ts'
import { findSettingFaults } from './setting-faults.ts'
import { PROGRAMS, type StartKind } from './start-programs.ts'
import { createSeedProgressReader, formatReadyMessage, describeNewDatabase } from './start-messages.ts'
import {
  bffEnvironment,
  parseArguments,
  planStart,
  providerEnvironment,
  type Credentials,
  type Environment,
  type Secrets,
  type StartPlan,
} from './start-settings.ts'
import { readCommandTime } from '../command-time.ts'
import { bin, ROOT, stopPrograms } from '../step.ts'
import { buildWeb } from '../release/web-build.ts'

const commandedAtMs = readCommandTime(process.env)
const services: Service[] = []
let stopping: Promise<void> | undefined

/** Stops all services. The BFF was started last and stops first, because it may still write to Redis. */
function stopAll(plan: StartPlan | undefined): Promise<void> {
  stopping ??= (async () => {
    await stopPrograms()
    await stopServices()
    if (plan !== undefined) rmSync(runningFile(plan.dataDir), { force: true })
  })()
  return stopping
}

function noteRunning(plan: StartPlan): Promise<void> {
  return writeRunning(plan.dataDir, {
    pid: process.pid,
    services: services.map(({ name, pid }) => ({ name, pid })),
  })
}

async function keep(plan: StartPlan, service: Service): Promise<Service> {
  services.push(service)
  await noteRunning(plan)
  void service.ended.then((how) => {
    if (stopping !== undefined || !isUp) return
    console.error(`${service.name} ${how}. Its log: ${join(plan.dataDir, 'logs')}`)
    void stopAll(plan).then(() => process.exit(1))
  })
  return service
}

let isUp = false

/** The time for seeding the large data set: a thousand businesses take a minute or two. */
const LARGE_READY_WITHIN_MS = 900_000

type StartOptions = { readonly isFresh: boolean; readonly kind: StartKind }

/** The values that all steps of one start share. */
type Starting = {
  readonly plan: StartPlan
  readonly kind: StartKind
  readonly progress: Progress
  readonly logs: string
  readonly secretsFile: string
  readonly secrets: Secrets
  readonly providerEnv: Environment
}

async function start(plan: StartPlan, { isFresh, kind }: StartOptions): Promise<void> {
  await refuseSecondStart(plan.dataDir)
  await refuseTakenPorts(plan)
  const progress = createProgress(process.stderr)
  if (isFresh) {
    await progress.step('forget everything (--fresh)', () =>
      rm(plan.dataDir, { recursive: true, force: true }),
    )
  }
  makeDataFolder('COUNTERFOIL_DATA_DIR', plan.dataDir)
  const secretsFile = join(plan.dataDir, 'secrets.json')
  const secrets = await loadSecrets(secretsFile)
  const providerEnv = providerEnvironment(process.env, plan, secrets)
  const logs = join(plan.dataDir, 'logs')
  const starting: Starting = { plan, kind, progress, logs, secretsFile, secrets, providerEnv }
  await noteRunning(plan)

  const credentials = findCredentials(plan, secrets) ?? (await keepNewCredentials(starting))
  const redis = progress.step('Redis', () => startRedis(starting))
  const web = kind === 'use' ? progress.step('web app', buildWeb, sayUnchanged) : undefined
  const made = describeNewDatabase(providerEnv)
  const application = progress.step(
    'provider',
    () => startProvider(starting, credentials),
    () => made,
  )
  // The app starts at the same time as the provider, because it needs nothing from the provider to start.
  const app = Promise.all([redis, web]).then(([redisUrl]) =>
    progress.step('app', () => startApp(starting, redisUrl, credentials)),
  )
  const [found, bff, redisUrl] = await Promise.all([application, app, redis])
  if (found === 'deleted') {
    await bff.stop()
    const others = await keepNewCredentials(starting)
    await registerApplication(plan, providerEnv, others)
    await startApp(starting, redisUrl, others)
  }
  if (kind === 'change') await startTests(starting)
  progress.stop()
  isUp = true
  const seed = providerEnv['PROVIDER_SEED']
  console.log(formatReadyMessage({ plan, seed, kind, tookMs: Date.now() - commandedAtMs }))
}

/** Returns the address of the configured Redis, or starts one. */
async function startRedis({ plan, logs, secrets }: Starting): Promise<string> {
  if (plan.redisUrl !== undefined) {
    await requireRedis(plan.redisUrl)
    return plan.redisUrl
  }
  const folder = join(plan.dataDir, 'redis')
  const logFile = join(logs, 'redis.log')
  const started = await startRedisService({ folder, logFile, password: secrets.redisPassword })
  await keep(plan, started.service)
  return started.url
}

/** Starts the provider, and registers the application with it. */
async function startProvider(
  { plan, kind, progress, logs, providerEnv }: Starting,
  credentials: Credentials,
): Promise<'registered' | 'deleted'> {
  const { args, env } = PROGRAMS[kind].provider
  const provider = await startService('The provider', process.execPath, args, {
    env: { ...providerEnv, ...env },
    logFile: join(logs, 'provider.log'),
    cwd: plan.dataDir,
    onLine: createSeedProgressReader(progress.say),
    ...shownErrors(kind),
  })
  await keep(plan, provider)
  const isReady = () => answersReady(`http://${plan.providerHost}:${plan.providerPort}`)
  const isLarge = providerEnv['PROVIDER_SEED'] === 'large'
  await untilReady(provider, isReady, isLarge ? LARGE_READY_WITHIN_MS : undefined)
  return registerApplication(plan, providerEnv, credentials)
}

async function startApp(
  { plan, kind, logs, secrets }: Starting,
  redisUrl: string,
  credentials: Credentials,
): Promise<Service> {
  const { args, env } = PROGRAMS[kind].bff
  const settings = bffEnvironment(process.env, plan, secrets, { redisUrl, ...credentials })
  const bff = await startService('The app', process.execPath, args, {
    env: { ...settings, ...env },
    logFile: join(logs, 'bff.log'),
    ...shownErrors(kind),
  })
  await keep(plan, bff)
  await untilReady(bff, () => answersReady(`http://${plan.appHost}:${plan.appPort}`))
  return bff
}

/** Runs the tests beside a changed file. */
const TESTS = {
  command: bin('vitest'),
  args: ['watch', '--config', join(ROOT, 'vitest.dev.config.ts'), '--clearScreen=false'],
}

async function startTests({ plan, logs }: Starting): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'test' }
  const options = { env, logFile: join(logs, 'tests.log'), cwd: ROOT, show: process.stdout }
  await keep(plan, await startService('The tests', TESTS.command, TESTS.args, options))
}

/** Returns the stream for errors: a developer sees at once why a service does not start. */
function shownErrors(kind: StartKind) {
  return kind === 'change' ? { showErrors: process.stderr } : {}
}

function sayUnchanged(result: 'built' | 'unchanged'): string {
  return result === 'unchanged' ? result : ''
}

/** Checks both services' ports. @throws ConfigError naming both if neither service can listen */
async function refuseTakenPorts(plan: StartPlan): Promise<void> {
  const { appHost, appPort, providerHost, providerPort } = plan
  const found = await Promise.all([
    findListenFault({ portSetting: 'BFF_PORT', hostSetting: 'BFF_HOST', host: appHost, port: appPort }),
    findListenFault({
      ...{ portSetting: 'PROVIDER_PORT', hostSetting: 'PROVIDER_HOST' },
      ...{ host: providerHost, port: providerPort },
    }),
  ])
  const faults = found.filter((fault) => fault !== undefined)
  if (faults.length > 0) throw new ConfigError(faults)
}

let plan: StartPlan | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping === undefined) console.error('\nStopping …')
    void stopAll(plan).then(() => process.exit(0))
  })
}

try {
  const { isFresh, isDev, seed } = parseArguments(process.argv.slice(2))
  if (seed !== undefined) process.env['PROVIDER_SEED'] = seed
  const planned = planStart(process.env, ROOT)
  plan = planned.plan
  const faults = [...planned.faults, ...findSettingFaults(process.env, plan)]
  if (faults.length > 0) throw new ConfigError(faults)
  await start(plan, { isFresh, kind: isDev ? 'change' : 'use' })
} catch (error) {
  if (stopping === undefined) console.error(error instanceof Error ? error.message : String(error))
  // The running file of another start in the same folder must not be removed.
  const owned = plan !== undefined && readRunning(plan.dataDir)?.pid === process.pid
  await stopAll(owned ? plan : undefined)
  process.exit(1)
}
