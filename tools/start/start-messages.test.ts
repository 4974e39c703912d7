import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSeedProgressReader, describeNewDatabase } from './start-messages.ts'

it.each([
  [{ businesses: 28, invoices: 0 }, '28 businesses'],
  [{ businesses: 1_000, invoices: 9_971 }, '1,000 businesses, 9,971 invoices in one of them'],
  [
    { businesses: 1_000, invoices: 100_000, checkedPercent: 40 },
    '1,000 businesses, 100,000 invoices in one of them; 40 % of it checked and indexed',
  ],
])('prints the progress of the seeding for %j', (progress, words) => {
  const said: string[] = []
  const hear = createSeedProgressReader((text) => said.push(text))
  hear('{"event":"provider.started"}')
  hear(JSON.stringify({ event: 'seed.progress', ...progress }))
  expect(said).toEqual([words])
})

it('announces a new database only where none exists yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'made-'))
  const env = { PROVIDER_DATA_DIR: folder, PROVIDER_SEED: 'demo' }
  expect(describeNewDatabase(env)).toBe('a new database, with books')
  expect(describeNewDatabase({ ...env, PROVIDER_SEED: 'people' })).toBe('a new database')
  expect(describeNewDatabase({ ...env, DATABASE_URL: 'postgres://db.example/harbour' })).toBe('')
  await mkdir(join(folder, 'pgdata'))
  expect(describeNewDatabase(env)).toBe('')
  await rm(folder, { recursive: true })
})
