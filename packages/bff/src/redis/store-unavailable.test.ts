import { describe, expect, it } from 'vitest'
import { StoreUnavailableError, isStoreFault, toStoreError } from './store-unavailable.ts'

describe(isStoreFault, () => {
  it.each([
    "OOM command not allowed when used memory > 'maxmemory'.",
    "READONLY You can't write against a read only replica.",
    'LOADING Redis is loading the dataset in memory',
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    'CLUSTERDOWN The cluster is down',
    'MISCONF Redis is configured to save RDB snapshots',
    'NOAUTH Authentication required.',
    'NOPERM this user has no permissions',
    'WRONGPASS invalid username-password pair or user is disabled.',
    'Connection is closed.',
    "Stream isn't writeable and enableOfflineQueue options is false",
    "Cluster isn't ready and enableOfflineQueue options is false",
    'Too many Cluster redirections. Last error: Error: MOVED 1 127.0.0.1:1',
    'Command timed out',
  ])('is true for %j', (message) => {
    expect(isStoreFault(new Error(message))).toBe(true)
  })

  it.each([
    'WRONGTYPE Operation against a key holding the wrong kind of value',
    'ERR wrong number of arguments for command',
    'MOVED 3999 127.0.0.1:6381',
    'ASK 3999 127.0.0.1:6381',
    'NOSCRIPT No matching script.',
    'CROSSSLOT Keys in request',
    'OOMPH',
  ])('is false for %j, which is a fault of ours or no error', (message) => {
    const error = new Error(message)
    expect(isStoreFault(error)).toBe(false)
    expect(toStoreError(error)).toBe(error)
  })

  it('recognizes a socket that cannot be opened by its error code', () => {
    expect(isStoreFault(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(true)
    expect(isStoreFault(Object.assign(new Error('file'), { code: 'ENOENT' }))).toBe(false)
    expect(isStoreFault('ECONNREFUSED')).toBe(false)
  })
})

describe(toStoreError, () => {
  it('keeps the message, which the cluster client reads, and wraps an error once', () => {
    const error = toStoreError(new Error('Connection is closed.'))
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(error.message).toBe('Connection is closed.')
    expect(toStoreError(error)).toBe(error)
  })
})
