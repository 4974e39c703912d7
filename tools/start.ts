import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseConfig as parseBffConfig } from '@counterfoil/bff/config'
import { parseConfig as parseProviderConfig } from '@counterfoil/provider/config'
import { counterfoilApplication } from './counterfoil-application.ts'
import { createProgress } from './progress.ts'
import { requireRedis, startRedisService } from './redis-service.ts'
import { loadSecrets, saveSecrets } from './secrets-store.ts'
import { answersReady, refuseTakenPort, startService, untilReady, type Service } from './services.ts'
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

/** Last started, first stopped: the BFF may still write to Redis while it stops. */
function stopAll(plan: StartPlan | undefined): Promise<void> {
  stopping ??= (async () => {
    await stopPrograms()
    for (const service of services.toReversed()) await service.stop()
    if (plan !== undefined) rmSync(runningFile(plan), { force: true })
  })()
  return stopping
}

const runningFile = (plan: StartPlan): string => join(plan.dataDir, 'running.json')

type Running = {
  readonly pid: number
  readonly services: readonly { readonly name: string; readonly pid: number }[]
}

function readRunning(plan: StartPlan): Running | undefined {
  try {
    return JSON.parse(readFileSync(runningFile(plan), 'utf8')) as Running
  } catch {
    return undefined
  }
}

/**
 * Is `pid` alive and one of ours? Numbers are given out again, so the program's name is looked at too.
 * A process that has ended and was not waited for (state Z) keeps its number and is not alive.
 */
function isOurs(pid: number): boolean {
  try {
    const shown = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,args='], { encoding: 'utf8' }).trim()
    return !shown.startsWith('Z') && /redis|valkey|main\.ts|start\.ts/.test(shown)
  } catch {
    return false
  }
}

/**
 * Two starts on one folder would spoil each other's files; and a start that was killed has left its programs behind.
 * @throws SettingError
 */
async function refuseSecondStart(plan: StartPlan): Promise<void> {
  const running = readRunning(plan)
  if (running === undefined) return
  if (isOurs(running.pid)) {
    throw new SettingError(
      `Counterfoil runs from this folder already (process ${running.pid}); stop it first.`,
    )
  }
  for (const left of running.services.filter((service) => isOurs(service.pid))) {
    process.kill(left.pid, 'SIGTERM')
    while (isOurs(left.pid)) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function noteRunning(plan: StartPlan): Promise<void> {
  const running: Running = { pid: process.pid, services: services.map(({ name, pid }) => ({ name, pid })) }
  await writeFile(runningFile(plan), JSON.stringify(running), { mode: 0o600 })
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
  const main = join(ROOT, 'apps', 'provider', 'src', 'admin', 'main.ts')
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

function farewell(plan: StartPlan, tookMs: number): string {
  return `
Counterfoil is ready after ${(tookMs / 1000).toFixed(1)} s.

  Open            ${plan.appUrl}
  Provider        ${plan.providerUrl}

  Accounts at the provider, password harbour-demo for all:
  many@harbour.example      four businesses: two can be connected, one plan ended, one plan is too small
  single@harbour.example    one business that can be connected
  lapsed@harbour.example    only businesses that cannot be connected
  empty@harbour.example     no business

  Change plans and more:    npm run harbour -- --help
  Begin anew:               npm start -- --fresh
  Stop:                     Ctrl-C
`
}

let isUp = false

async function start(plan: StartPlan, isFresh: boolean): Promise<void> {
  const startedAtMs = performance.now()
  await refuseSecondStart(plan)
  await Promise.all([
    refuseTakenPort('BFF_PORT', plan.appHost, plan.appPort),
    refuseTakenPort('PROVIDER_PORT', plan.providerHost, plan.providerPort),
  ])
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
  refuseBrokenSettings(plan, secrets, providerEnv)
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
  const application = progress.step('provider: migrated, seeded, running', async () => {
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
  })
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
  console.log(farewell(plan, performance.now() - startedAtMs))
}

/** Before anything is started: all faults of both services at once. */
function refuseBrokenSettings(plan: StartPlan, secrets: Secrets, providerEnv: Environment): void {
  const placeholder = {
    redisUrl: plan.redisUrl ?? 'redis://127.0.0.1:1',
    clientId: 'none-yet',
    clientSecret: 'none-yet-0',
  }
  const bffEnv = bffEnvironment(process.env, plan, secrets, placeholder)
  const readFile = (path: string): string | undefined => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return undefined
    }
  }
  const faults = [() => parseProviderConfig(providerEnv), () => parseBffConfig(bffEnv, readFile)].flatMap(
    (parse) => {
      try {
        parse()
        return []
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)]
      }
    },
  )
  if (faults.length > 0) throw new SettingError(faults.join('\n'))
}

let plan: StartPlan | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping === undefined) console.error('\nStopping …')
    void stopAll(plan).then(() => process.exit(0))
  })
}

try {
  plan = planStart(process.env, ROOT)
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--fresh')
  if (unknown.length > 0) throw new SettingError(`Unknown argument ${unknown.join(' ')}. Known: --fresh.`)
  await start(plan, process.argv.includes('--fresh'))
} catch (error) {
  if (stopping === undefined) console.error(error instanceof Error ? error.message : String(error))
  // Not ours to remove when another start owns the folder.
  const owned = plan !== undefined && readRunning(plan)?.pid === process.pid
  await stopAll(owned ? plan : undefined)
  process.exit(1)
}
