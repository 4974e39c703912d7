import { describe, expect, it } from 'vitest'
import { findStoreSettingFaults } from './store-settings.ts'

const GOOD = [
  '# Memory',
  'maxmemory:104857600',
  'maxmemory_policy:noeviction',
  '# Persistence',
  'aof_enabled:1',
  '# Replication',
  'role:master',
  'connected_slaves:2',
  'min_slaves_good_slaves:2',
].join('\r\n')
const named = (info: string, appendfsync: string | undefined = 'everysec', replicas = 1) =>
  findStoreSettingFaults({ info, appendfsync, replicas }).map(({ setting }) => setting)

describe(findStoreSettingFaults, () => {
  it('returns none for suitable settings, also if CONFIG is forbidden', () => {
    expect(named(GOOD)).toEqual([])
    expect(findStoreSettingFaults({ info: GOOD, appendfsync: undefined, replicas: 2 })).toEqual([])
  })

  it.each([
    ['maxmemory-policy', GOOD.replace('noeviction', 'allkeys-lru')],
    ['appendonly', GOOD.replace('aof_enabled:1', 'aof_enabled:0')],
    ['replicas', GOOD.replace('connected_slaves:2', 'connected_slaves:0')],
    ['min-replicas-to-write', GOOD.replace('min_slaves_good_slaves:2', '')],
  ])('returns %s', (setting, info) => {
    expect(named(info)).toEqual([setting])
  })

  it('returns appendfsync if the append-only file is written but never synced to disk', () => {
    expect(named(GOOD, 'no')).toEqual(['appendfsync'])
  })

  it('requires no replicas if no write waits for them', () => {
    expect(named('maxmemory_policy:noeviction\r\naof_enabled:1\r\nconnected_slaves:0', 'always', 0)).toEqual(
      [],
    )
  })
})
