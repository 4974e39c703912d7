import { expect } from 'vitest'
import { createRedisClient, type RedisClient, type RedisClientEvents } from '../redis-client.ts'
import { parseRedisConfig, type RedisConfig } from '../redis-config.ts'
import { StoreUnavailableError } from '../store-unavailable.ts'

/** The configuration for one plain server; every other setting at its default. Throws on a malformed URL. */
export function singleRedisConfig(url: string): RedisConfig {
  const parsed = parseRedisConfig({ url })
  if (parsed.kind === 'config') return parsed.config
  throw new Error(parsed.faults.map((fault) => `${fault.setting} ${fault.message}`).join('; '))
}

export function configFor(overrides: Partial<RedisConfig>): RedisConfig {
  return { ...singleRedisConfig('redis://127.0.0.1:1'), ...overrides }
}

export function nodesOf(url: string): RedisConfig['nodes'] {
  return url
    .replace('redis://', '')
    .split(',')
    .map((text) => ({ host: '127.0.0.1', port: Number(text.split(':')[1]) }))
}

export async function open(
  config: RedisConfig,
  onEvent?: RedisClientEvents['onEvent'],
): Promise<RedisClient> {
  const client = createRedisClient(config, onEvent && { onEvent })
  await client.untilReady(10_000)
  return client
}

export const unavailable = (work: Promise<unknown>) =>
  expect(work).rejects.toBeInstanceOf(StoreUnavailableError)
