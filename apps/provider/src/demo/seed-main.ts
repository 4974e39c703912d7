// Creates and seeds the database of its argument, reports the progress to the provider that started it, and ends.
import process from 'node:process'
import { openDatabase } from '#database/open-database.ts'
import { type NewDatabase, seed } from './seed-store.ts'

// A provider that was killed starts again, and needs the folder.
process.once('disconnect', () => process.exit(1))
const { location, kind, nowMs } = JSON.parse(process.argv[2] ?? '') as NewDatabase
const { db, close } = await openDatabase(location)
await seed(db, { kind, clock: () => nowMs, onProgress: (progress) => process.send?.(progress) })
await close()
process.exit(0)
