import { readFileSync } from 'node:fs'
import { parseConfig as parseBffConfig } from '@counterfoil/bff/config'
import { parseConfig as parseProviderConfig } from '@counterfoil/provider/config'
import { ConfigError, type ConfigFault } from '@counterfoil/service/config-faults'
import {
  bffEnvironment,
  providerEnvironment,
  type Environment,
  type Secrets,
  type StartPlan,
} from './start-settings.ts'

/** Stands for what the first start makes; good enough to read every other setting. */
const PLACEHOLDERS: Secrets = {
  providerSecret: 'not-made-yet'.repeat(4),
  sessionSecret: 'not-made-yet'.repeat(4),
  tokenKey: `k1:${Buffer.alloc(32).toString('base64')}`,
  redisPassword: '',
  applications: {},
}

/** Every fault in the settings of both services. Nothing is read but the environment and the files it names. */
export function findSettingFaults(env: Environment, plan: StartPlan): readonly ConfigFault[] {
  const bffEnv = bffEnvironment(env, plan, PLACEHOLDERS, {
    redisUrl: plan.redisUrl ?? 'redis://127.0.0.1:1',
    clientId: 'none-yet',
    clientSecret: 'none-yet-0',
  })
  const found = [
    ...faultsOf(() => parseProviderConfig(providerEnvironment(env, plan, PLACEHOLDERS))),
    ...faultsOf(() => parseBffConfig(bffEnv, readIfThere)),
  ]
  // Both read the settings of OpenTelemetry.
  return [...new Map(found.map((fault) => [`${fault.setting} ${fault.message}`, fault])).values()]
}

function faultsOf(parse: () => unknown): readonly ConfigFault[] {
  try {
    parse()
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
