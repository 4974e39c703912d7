import type { SettingName, SettingsReader } from '@counterfoil/service/settings/config-faults'
import { parseRedisConfig, type RedisConfig } from './redis-config.ts'

/**
 * Reads where the store is and how to talk to it; faults are noted in `settings`.
 * @param readFile Answers the text of a file, or undefined when it cannot be read (certificates).
 */
export function parseStore(
  settings: SettingsReader,
  readFile: (path: string) => string | undefined,
): RedisConfig {
  const readPem = (setting: SettingName) => {
    const path = settings.optionalText(setting)
    if (path === undefined) return undefined
    const text = readFile(path)
    if (text === undefined) settings.fault(setting, 'names a file that cannot be read')
    return text
  }
  const parsed = parseRedisConfig({
    url: settings.text('REDIS_URL', 'redis://127.0.0.1:6379'),
    password: settings.optionalText('BFF_REDIS_PASSWORD'),
    mode: settings.optionalText('BFF_REDIS_MODE'),
    sentinelName: settings.optionalText('BFF_REDIS_SENTINEL_NAME'),
    sentinelUsername: settings.optionalText('BFF_REDIS_SENTINEL_USERNAME'),
    sentinelPassword: settings.optionalText('BFF_REDIS_SENTINEL_PASSWORD'),
    caPem: readPem('BFF_REDIS_CA_FILE'),
    certPem: readPem('BFF_REDIS_CERT_FILE'),
    keyPem: readPem('BFF_REDIS_KEY_FILE'),
    tlsServerName: settings.optionalText('BFF_REDIS_TLS_SERVER_NAME'),
    commandTimeoutMs: settings.optionalInteger('BFF_REDIS_COMMAND_TIMEOUT_MS', { min: 50, max: 10_000 }),
    replicas: settings.optionalInteger('BFF_REDIS_REPLICAS', { min: 0, max: 5 }),
    replicaTimeoutMs: settings.optionalInteger('BFF_REDIS_REPLICA_TIMEOUT_MS', { min: 10, max: 5000 }),
  })
  if (parsed.kind === 'config') return parsed.config
  for (const fault of parsed.faults) settings.fault(fault.setting, fault.message)
  return NO_REDIS
}

/** Placeholder until `finish` throws. */
const NO_REDIS: RedisConfig = {
  mode: 'single',
  nodes: [],
  database: 0,
  commandTimeoutMs: 0,
  replicas: 0,
  replicaTimeoutMs: 0,
}
