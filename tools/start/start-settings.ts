import { resolve } from 'node:path'
import {
  readSettings,
  type ConfigFault,
  type SettingName,
  type SettingsReader,
} from '@counterfoil/service/settings/config-faults'

/** The client credentials with which the provider identifies the application. */
export type Credentials = { readonly clientId: string; readonly clientSecret: string }

/** Secrets that the first start creates and stores in the data folder, readable by its owner alone. */
export type Secrets = {
  readonly providerSecret: string
  readonly sessionSecret: string
  /** The id and the base64 of a 32-byte key, as `id:key`. */
  readonly tokenKey: string
  readonly redisPassword: string
  /** The credentials of registered applications, by provider and callback address. */
  readonly applications: Readonly<Record<string, Credentials>>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The addresses and folders of one start. */
export type StartPlan = {
  readonly dataDir: string
  readonly appUrl: string
  readonly appHost: string
  readonly appPort: number
  readonly providerUrl: string
  readonly providerHost: string
  readonly providerPort: number
  readonly callbackUrl: string
  /** The address of an external Redis; undefined if this start runs its own Redis. */
  readonly redisUrl: string | undefined
}

/** Reports a setting that cannot be used; the message names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/**
 * Returns the addresses and folders of a start, with all faults of the settings. Public addresses follow the ports unless set. A
 * faulty setting is treated as if it were not set, so that no other setting is blamed.
 */
export function planStart(
  env: Environment,
  rootDir: string,
): { readonly plan: StartPlan; readonly faults: readonly ConfigFault[] } {
  const faults: ConfigFault[] = []
  const read = <Value>(choose: (settings: SettingsReader) => Value, fallback: Value): Value => {
    const settings = readSettings(env)
    const value = choose(settings)
    const found = settings.faults()
    faults.push(...found)
    return found.length === 0 ? value : fallback
  }
  const port = (setting: SettingName, fallback: number): number =>
    read((settings) => settings.integer(setting, { min: 1, max: 65_535, fallback }), fallback)
  const url = (setting: SettingName, fallback: string): string =>
    read((settings) => settings.url(setting, fallback), fallback)
  const text = (setting: SettingName): string | undefined => readSettings(env).optionalText(setting)

  const appPort = port('BFF_PORT', 3000)
  const providerPort = port('PROVIDER_PORT', 4000)
  if (appPort === providerPort) {
    faults.push({ setting: 'PROVIDER_PORT', message: `must differ from BFF_PORT, which is ${appPort}` })
  }
  // This setting is used when something is fetched; its fault is reported with the others.
  read((settings) => settings.flag('COUNTERFOIL_SYSTEM_PACKAGES', false), false)
  const appUrl = url('BFF_PUBLIC_URL', `http://localhost:${appPort}`)
  const plan: StartPlan = {
    dataDir: resolve(rootDir, text('COUNTERFOIL_DATA_DIR') ?? '.data'),
    appUrl,
    appHost: text('BFF_HOST') ?? '127.0.0.1',
    appPort,
    // Deliberately another site than the app's, as in production: localhost and 127.0.0.1 share no cookies.
    providerUrl: url('PROVIDER_PUBLIC_URL', `http://127.0.0.1:${providerPort}`),
    providerHost: text('PROVIDER_HOST') ?? '127.0.0.1',
    providerPort,
    callbackUrl: `${appUrl}/connect/callback`,
    redisUrl: text('REDIS_URL'),
  }
  return { plan, faults }
}

/** The arguments after `npm start --`. */
type StartArguments = {
  /** True if all stored data are deleted first. */
  readonly isFresh: boolean
  /** True for development: services restart when sources change. */
  readonly isDev: boolean
  /** The value for `PROVIDER_SEED`; undefined if the settings decide. */
  readonly seed: string | undefined
}

/** Parses the arguments. @throws SettingError for an unknown argument, and for a missing or unknown seed */
export function parseArguments(argv: readonly string[]): StartArguments {
  const [argument, ...others] = argv
  switch (argument) {
    case undefined:
      return { isFresh: false, isDev: false, seed: undefined }
    case '--fresh':
      return { ...parseArguments(others), isFresh: true }
    case '--dev':
      return { ...parseArguments(others), isDev: true }
    case '--seed': {
      const [seed, ...rest] = others
      if (seed === undefined || seed.startsWith('-'))
        throw new SettingError('--seed needs a name: demo, large, people or none.')
      return { ...parseArguments(rest), seed }
    }
    default:
      throw new SettingError(`Unknown argument ${argument}. Known: --fresh, --seed.`)
  }
}

/** The longest path in bytes that can be the address of a Unix socket. */
const MAX_SOCKET_PATH_BYTES = 100

/** Returns the path of the command line's socket in the data folder; relative to it if the full path would be too long. */
function adminSocketOf(dataDir: string): string {
  const path = `${dataDir}/provider/admin.sock`
  return new TextEncoder().encode(path).length <= MAX_SOCKET_PATH_BYTES ? path : 'provider/admin.sock'
}

/**
 * Returns the settings of the provider's process, which runs in the data folder. Settings in `env` take precedence.
 * @param secrets Undefined before the first start
 */
export function providerEnvironment(
  env: Environment,
  plan: StartPlan,
  secrets: Secrets | undefined,
): Environment {
  return {
    NODE_ENV: 'production',
    // The demo accounts have a public password: an external database or a public service gets them only on request.
    PROVIDER_SEED:
      readSettings(env).optionalText('DATABASE_URL') === undefined && !plan.providerUrl.startsWith('https:')
        ? 'demo'
        : 'none',
    ...(secrets === undefined ? {} : { PROVIDER_SECRET: secrets.providerSecret }),
    PROVIDER_DATA_DIR: `${plan.dataDir}/provider`,
    PROVIDER_ADMIN_SOCKET: adminSocketOf(plan.dataDir),
    ...set(env),
    PROVIDER_HOST: plan.providerHost,
    PROVIDER_PORT: String(plan.providerPort),
    PROVIDER_PUBLIC_URL: plan.providerUrl,
  }
}

/** Returns the key of this plan's application in {@link Secrets}. */
export function applicationKey(plan: StartPlan): string {
  return `${plan.providerUrl} ${plan.callbackUrl}`
}

/** Returns the settings of the BFF's process. Settings in `env` take precedence. */
export function bffEnvironment(
  env: Environment,
  plan: StartPlan,
  secrets: Secrets,
  started: Credentials & { readonly redisUrl: string },
): Environment {
  return {
    NODE_ENV: 'production',
    BFF_SESSION_SECRETS: secrets.sessionSecret,
    BFF_TOKEN_KEYS: secrets.tokenKey,
    BFF_PROVIDER_AUTH_URL: plan.providerUrl,
    // An application registered by an operator may be one that receives no `iss`.
    ...(set(env)['BFF_PROVIDER_CLIENT_ID'] === undefined ? { BFF_PROVIDER_ISSUER: plan.providerUrl } : {}),
    BFF_PROVIDER_GRAPHQL_URL: `${plan.providerUrl}/graphql/public`,
    BFF_PROVIDER_CONNECTED_APPS_URL: `${plan.providerUrl}/connected-apps`,
    BFF_PROVIDER_PLANS_URL: `${plan.providerUrl}/plans`,
    BFF_PROVIDER_CLIENT_ID: started.clientId,
    BFF_PROVIDER_CLIENT_SECRET: started.clientSecret,
    ...set(env),
    BFF_HOST: plan.appHost,
    BFF_PORT: String(plan.appPort),
    BFF_PUBLIC_URL: plan.appUrl,
    REDIS_URL: started.redisUrl,
  }
}

/** Removes empty settings, which count as not set. */
function set(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}
