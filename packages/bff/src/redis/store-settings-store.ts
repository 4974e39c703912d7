import type { Redis } from 'ioredis'
import { findStoreSettingFaults, type StoreSettingFault } from './store-settings.ts'

/** Asks every primary for its settings; those that cannot be asked now are not judged. */
export async function checkStoreSettings(
  primaries: readonly Redis[],
  replicas: number,
): Promise<readonly (StoreSettingFault & { readonly server: string })[]> {
  const found = await Promise.all(
    primaries.map(async (primary) => {
      const info = await primary.info().catch(() => undefined)
      if (info === undefined) return []
      const fsync = await primary.config('GET', 'appendfsync').catch(() => undefined)
      const appendfsync = Array.isArray(fsync) ? String(fsync[1]) : undefined
      const server = `${primary.options.host}:${primary.options.port}`
      return findStoreSettingFaults({ info, appendfsync, replicas }).map((fault) => ({ ...fault, server }))
    }),
  )
  return found.flat()
}
