import { createSettledStore, loadEvery } from '#loading/load-once.ts'
import type { PartStore } from '#navigation/lazy-parts.tsx'
import { PART_LOADERS } from './parts.ts'

/** All parts, already loaded: for tests and for the server, which never waits. */
export const ALL_PARTS: PartStore = createSettledStore(await loadEvery(PART_LOADERS))
