import { resolve } from 'node:path'

/** What is made at the first start and kept in the data folder, readable by its owner alone. */
export type Secrets = {
  readonly providerSecret: string
  readonly sessionSecret: string
  /** `id:base64 key` of 32 bytes. */
  readonly tokenKey: string
  readonly redisPassword: string
  /** The registered application, by provider and callback address. */
  readonly applications: Readonly<
    Record<string, { readonly clientId: string; readonly clientSecret: string }>
  >
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Addresses and folders of one start. */
export type StartPlan = {
  readonly dataDir: string
  readonly appUrl: string
  readonly appHost: string
  readonly appPort: number
  readonly providerUrl: string
  readonly providerHost: string
  readonly providerPort: number
  readonly callbackUrl: string
  /** Of a Redis that somebody else runs; undefined: a child of ours. */
  readonly redisUrl: string | undefined
}

/** A setting that cannot be used, named. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

function portOf(env: Environment, setting: string, fallback: number): number {
  const text = env[setting]?.trim() ?? ''
  if (text === '') return fallback
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new SettingError(`${setting} must be a whole number from 1 to 65535.`)
}

const valueOf = (env: Environment, setting: string): string | undefined => {
  const text = env[setting]?.trim()
  return text === '' ? undefined : text
}

/**
 * Where everything will be. Public addresses follow the ports unless they are set.
 * @throws SettingError
 */
export function planStart(env: Environment, rootDir: string): StartPlan {
  const appPort = portOf(env, 'BFF_PORT', 3000)
  const providerPort = portOf(env, 'PROVIDER_PORT', 4000)
  if (appPort === providerPort) throw new SettingError('BFF_PORT and PROVIDER_PORT must differ.')
  const appUrl = valueOf(env, 'BFF_PUBLIC_URL') ?? `http://localhost:${appPort}`
  return {
    dataDir: resolve(rootDir, valueOf(env, 'COUNTERFOIL_DATA_DIR') ?? '.data'),
    appUrl,
    appHost: valueOf(env, 'BFF_HOST') ?? '127.0.0.1',
    appPort,
    // Another site than the app's on purpose, as in real life: localhost and 127.0.0.1 share no cookies.
    providerUrl: valueOf(env, 'PROVIDER_PUBLIC_URL') ?? `http://127.0.0.1:${providerPort}`,
    providerHost: valueOf(env, 'PROVIDER_HOST') ?? '127.0.0.1',
    providerPort,
    callbackUrl: `${appUrl}/connect/callback`,
    redisUrl: valueOf(env, 'REDIS_URL'),
  }
}

/** A path longer than this cannot be the address of a Unix socket. */
const MAX_SOCKET_PATH_BYTES = 100

/** The command line's socket beside the data; relative to the data folder where the whole path would be too long. */
function adminSocketOf(dataDir: string): string {
  const path = `${dataDir}/provider/admin.sock`
  return new TextEncoder().encode(path).length <= MAX_SOCKET_PATH_BYTES ? path : 'provider/admin.sock'
}

/** Settings of the provider's process, which runs in the data folder. What `env` has set stays. */
export function providerEnvironment(env: Environment, plan: StartPlan, secrets: Secrets): Environment {
  return {
    NODE_ENV: 'production',
    PROVIDER_SEED: 'demo',
    PROVIDER_SECRET: secrets.providerSecret,
    PROVIDER_DATA_DIR: `${plan.dataDir}/provider`,
    PROVIDER_ADMIN_SOCKET: adminSocketOf(plan.dataDir),
    ...set(env),
    PROVIDER_HOST: plan.providerHost,
    PROVIDER_PORT: String(plan.providerPort),
    PROVIDER_PUBLIC_URL: plan.providerUrl,
  }
}

/** The registered application of this plan, when there is one. */
export function applicationKey(plan: StartPlan): string {
  return `${plan.providerUrl} ${plan.callbackUrl}`
}

/** Settings of the BFF's process. What `env` has set stays. */
export function bffEnvironment(
  env: Environment,
  plan: StartPlan,
  secrets: Secrets,
  started: { readonly redisUrl: string; readonly clientId: string; readonly clientSecret: string },
): Environment {
  return {
    NODE_ENV: 'production',
    BFF_SESSION_SECRETS: secrets.sessionSecret,
    BFF_TOKEN_KEYS: secrets.tokenKey,
    BFF_PROVIDER_AUTH_URL: plan.providerUrl,
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

/** Empty counts as not set. */
function set(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}
