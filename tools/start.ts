import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@counterfoil/service/config-faults'
import { counterfoilApplication } from './counterfoil-application.ts'
import { createProgress } from './progress.ts'
import { requireRedis, startRedisService } from './redis-service.ts'
import { readRunning, refuseSecondStart, runningFile, writeRunning } from './running-file.ts'
import { loadSecrets, saveSecrets } from './secrets-store.ts'
import {
  answersReady,
  findListenFault,
  startService,
  stopServices,
  untilReady,
  type Service,
} from './services.ts'
import { findSettingFaults } from './setting-faults.ts'
import {
  applicationKey,
  bffEnvironment,
  planStart,
  providerEnvironment,
  SettingError,
  type Environment,
  type Secrets,
  type StartPlan,
} from './start-settings.ts'
import { program, ROOT, stopPrograms } from './step.ts'
import { buildWeb } from './web-build.ts'

const services: Service[] = []
let stopping: Promise<void> | undefined

/** The BFF, started last, stops first: it may still write to Redis meanwhile. */
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

type Credentials = { readonly clientId: string; readonly clientSecret: string }

/** The application is made by the provider's own command line, as anyone would make one. */
async function harbour(plan: StartPlan, env: Environment, ...args: readonly string[]): Promise<unknown> {
  const main = join(ROOT, 'apps', 'provider', 'src', 'admin-main.ts')
  const { code, output } = await program(process.execPath, [main, ...args, '--json'], env, plan.dataDir)
  if (code !== 0) throw new Error(`The provider's command line failed: ${output.trim()}`)
  return JSON.parse(output)
}

async function registerApplication(
  plan: StartPlan,
  env: Environment,
  secrets: Secrets,
  file: string,
): Promise<Credentials> {
  const known = secrets.applications[applicationKey(plan)]
  if (known !== undefined) {
    const { applications } = (await harbour(plan, env, 'application', 'list')) as {
      applications: { clientId: string }[]
    }
    if (applications.some((application) => application.clientId === known.clientId)) return known
  }
  const made = (await harbour(plan, env, ...counterfoilApplication(plan.appUrl))) as Credentials
  const credentials = { clientId: made.clientId, clientSecret: made.clientSecret }
  const applications = { ...secrets.applications, [applicationKey(plan)]: credentials }
  await saveSecrets(file, { ...secrets, applications })
  return credentials
}

const DEMO_ACCOUNTS = `
  Accounts at the provider, password harbour-demo for all:
  many@harbour.example      four businesses: two can be connected, one plan ended, one plan is too small
  single@harbour.example    one business that can be connected
  lapsed@harbour.example    only businesses that cannot be connected
  empty@harbour.example     no business
`

function farewell(plan: StartPlan, hasDemo: boolean, tookMs: number): string {
  return `
Counterfoil is ready after ${(tookMs / 1000).toFixed(1)} s.

  Open            ${plan.appUrl}
  Provider        ${plan.providerUrl}
${hasDemo ? DEMO_ACCOUNTS : ''}
  Change plans and more:    npm run harbour -- --help
  Begin anew:               npm start -- --fresh
  Stop:                     Ctrl-C
`
}

let isUp = false

async function start(plan: StartPlan, isFresh: boolean): Promise<void> {
  const startedAtMs = performance.now()
  await refuseSecondStart(plan.dataDir)
  await refuseTakenPorts(plan)
  const progress = createProgress(process.stderr)
  const logs = join(plan.dataDir, 'logs')
  if (isFresh) {
    await progress.step('forget everything (--fresh)', () =>
      rm(plan.dataDir, { recursive: true, force: true }),
    )
  }
  await mkdir(plan.dataDir, { recursive: true, mode: 0o700 })
  const secretsFile = join(plan.dataDir, 'secrets.json')
  const secrets = await loadSecrets(secretsFile)
  const providerEnv = providerEnvironment(process.env, plan, secrets)
  const hasDemo = providerEnv['PROVIDER_SEED'] === 'demo'
  await noteRunning(plan)

  const redis = progress.step('Redis', async () => {
    if (plan.redisUrl !== undefined) {
      await requireRedis(plan.redisUrl)
      return plan.redisUrl
    }
    const folder = join(plan.dataDir, 'redis')
    const logFile = join(logs, 'redis.log')
    const started = await startRedisService({ folder, logFile, password: secrets.redisPassword })
    await keep(plan, started.service)
    return started.url
  })
  const web = progress.step('web app', buildWeb, (result) => (result === 'unchanged' ? 'unchanged' : ''))
  const application = progress.step(
    hasDemo ? 'provider: migrated, seeded, running' : 'provider: migrated, running',
    async () => {
      const main = join(ROOT, 'apps', 'provider', 'src', 'main.ts')
      const logFile = join(logs, 'provider.log')
      const provider = await startService('The provider', process.execPath, [main], {
        env: providerEnv,
        logFile,
        cwd: plan.dataDir,
      })
      await keep(plan, provider)
      await untilReady(provider, () => answersReady(`http://${plan.providerHost}:${plan.providerPort}`))
      return registerApplication(plan, providerEnv, secrets, secretsFile)
    },
  )
  const [redisUrl, , credentials] = await Promise.all([redis, web, application])
  await progress.step('app', async () => {
    const main = join(ROOT, 'apps', 'bff', 'src', 'main.ts')
    const env = bffEnvironment(process.env, plan, secrets, { redisUrl, ...credentials })
    const logFile = join(logs, 'bff.log')
    const bff = await startService('The app', process.execPath, [main], { env, logFile })
    await keep(plan, bff)
    await untilReady(bff, () => answersReady(`http://${plan.appHost}:${plan.appPort}`))
  })
  progress.stop()
  isUp = true
  console.log(farewell(plan, hasDemo, performance.now() - startedAtMs))
}

/** @throws ConfigError naming both when neither service can listen. */
async function refuseTakenPorts(plan: StartPlan): Promise<void> {
  const found = await Promise.all([
    findListenFault({
      portSetting: 'BFF_PORT',
      hostSetting: 'BFF_HOST',
      host: plan.appHost,
      port: plan.appPort,
    }),
    findListenFault({
      portSetting: 'PROVIDER_PORT',
      hostSetting: 'PROVIDER_HOST',
      host: plan.providerHost,
      port: plan.providerPort,
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
  const planned = planStart(process.env, ROOT)
  plan = planned.plan
  const faults = [...planned.faults, ...findSettingFaults(process.env, plan)]
  if (faults.length > 0) throw new ConfigError(faults)
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--fresh')
  if (unknown.length > 0) throw new SettingError(`Unknown argument ${unknown.join(' ')}. Known: --fresh.`)
  await start(plan, process.argv.includes('--fresh'))
} catch (error) {
  if (stopping === undefined) console.error(error instanceof Error ? error.message : String(error))
  // Not ours to remove when another start owns the folder.
  const owned = plan !== undefined && readRunning(plan.dataDir)?.pid === process.pid
  await stopAll(owned ? plan : undefined)
  process.exit(1)
}
