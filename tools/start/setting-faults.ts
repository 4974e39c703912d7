import { parseConfig as parseBffConfig } from '@counterfoil/bff-app/config'
import { parseConfig as parseProviderConfig } from '@counterfoil/provider/config'
import { ConfigError, type ConfigFault } from '@counterfoil/service/settings/config-faults'
import { newSecrets } from './secrets-store.ts'
import { bffEnvironment, providerEnvironment, type Environment, type StartPlan } from './start-settings.ts'
import { readIfThere } from '../step.ts'

/** Returns all faults in the settings of both services. Reads nothing but the environment and the files that it names. */
export function findSettingFaults(env: Environment, plan: StartPlan): readonly ConfigFault[] {
  // New secrets are sufficient to check all other settings.
  const secrets = newSecrets()
  const bffEnv = bffEnvironment(env, plan, secrets, {
    redisUrl: plan.redisUrl ?? 'redis://127.0.0.1:1',
    clientId: 'none-yet',
    clientSecret: 'none-yet-0',
  })
  const found = [
    ...faultsOf(() => parseProviderConfig(providerEnvironment(env, plan, secrets))),
    ...faultsOf(() => parseBffConfig(bffEnv, readIfThere)),
  ]
  // Both services read the settings of OpenTelemetry, so their faults occur twice.
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
