import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Database } from '#database/database.ts'
import type { DatabaseLocation } from '#database/open-database.ts'
import type { ProviderConfig } from '../config.ts'
import { seedDemo } from './demo-store.ts'
import { seedLarge, type SeedProgress } from './large/large-store.ts'

type SeedOptions = {
  readonly kind: ProviderConfig['seed']
  readonly clock: Clock
  readonly onProgress: (progress: SeedProgress) => void
}

/** Adds the demonstration data that are missing. */
export async function seed(db: Database, { kind, clock, onProgress }: SeedOptions): Promise<void> {
  if (kind !== 'none') await seedDemo({ db, clock, hasBooks: kind !== 'people' })
  if (kind === 'large') await seedLarge({ db, clock, report: onProgress })
}

/**
 * Creates and seeds an embedded database in a process of its own, which ends afterwards: the memory of the embedded engine never
 * shrinks, and creating a database takes 200 MB more than serving it. No error is reported: the caller opens the database next,
 * which creates and seeds what is missing, or fails for the same reason.
 */
export async function createInOwnProcess(
  location: DatabaseLocation,
  { kind, clock, onProgress }: SeedOptions,
): Promise<void> {
  const argument = JSON.stringify({ location, kind, nowMs: clock() })
  const child = fork(new URL('./seed-main.ts', import.meta.url), [argument], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', onProgress)
  await once(child, 'exit').catch(() => undefined)
}
