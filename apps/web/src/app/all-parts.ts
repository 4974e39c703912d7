import { createSettledStore, loadEvery } from '#loading/load-once.ts'
import type { PartStore } from '#navigation/lazy-parts.tsx'
import { PART_LOADERS } from './parts.ts'

/** Every part at once: for the server, which waits for nothing, and for tests. */
export const ALL_PARTS: PartStore = createSettledStore(await loadEvery(PART_LOADERS))
