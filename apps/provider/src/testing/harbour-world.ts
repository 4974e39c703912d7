import { afterAll, beforeAll } from 'vitest'
import { startHarbour, type Harbour } from './harbour-client.ts'

/** Resources shared by the tests of a file. */
export interface HarbourWorld {
  harbour: Harbour
}

/** Runs a provider with the demo people in `world` while the tests of a file run. `env` adds settings. */
export function runHarbour(world: HarbourWorld, env: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    world.harbour = await startHarbour(env)
  })
  afterAll(() => world.harbour.close())
}
