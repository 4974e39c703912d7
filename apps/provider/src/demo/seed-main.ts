// Creates and seeds the database of its argument, reports the progress to the provider that started it, and ends.
import process from 'node:process'
import { type DatabaseLocation, openDatabase } from '#database/open-database.ts'
import type { ProviderConfig } from '../config.ts'
import { seed } from './seed-store.ts'

type Order = { location: DatabaseLocation; kind: ProviderConfig['seed']; nowMs: number }

// A provider that was killed starts again, and needs the folder.
process.once('disconnect', () => process.exit(1))
const { location, kind, nowMs } = JSON.parse(process.argv[2] ?? '') as Order
const { db, close } = await openDatabase(location)
await seed(db, { kind, clock: () => nowMs, onProgress: (progress) => process.send?.(progress) })
await close()
process.exit(0)
