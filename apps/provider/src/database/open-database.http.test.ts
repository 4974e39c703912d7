import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { DataDirTakenError, takeDataDir } from './data-dir.ts'
import { isMade, openDatabase } from './open-database.ts'
import { seedDemo } from '#demo/demo-store.ts'

describe('opening a database', () => {
  it('lets several processes start at once on an empty PostgreSQL database', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createDatabase()
    const location = { kind: 'postgres', url, maxConnections: 2 } as const
    const opened = await Promise.all(Array.from({ length: 6 }, () => openDatabase(location)))
    await Promise.all(opened.map(({ db }) => seedDemo({ db, clock: Date.now, hasBooks: false })))
    const users = await opened[0]?.db.selectFrom('users').select('id').execute()
    expect(users).toHaveLength(4)
    await Promise.all(opened.map((database) => database.close()))
    await postgres.close()
  })

  it('stores everything in its folder, and takes over the lock of a process that has died', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
    const location = { kind: 'embedded', dataDir } as const
    // The state after a first start that was killed.
    mkdirSync(join(dataDir, 'pgdata'))
    writeFileSync(join(dataDir, 'pgdata', 'PG_VERSION'), 'half')
    writeFileSync(join(dataDir, 'pgdata.unfinished'), '')
    expect(await isMade(location)).toBe(false)
    const first = await openDatabase(location)
    expect(readdirSync(dataDir).toSorted()).toEqual(['lock', 'pgdata'])
    expect(await isMade(location)).toBe(true)
    await seedDemo({ db: first.db, clock: Date.now, hasBooks: false })
    await expect(openDatabase(location)).rejects.toThrow(/PROVIDER_DATA_DIR.*in use by process/)
    await first.close()
    // A process that has died cannot release its lock.
    const gone = startChild('true', [])
    await gone.exited
    writeFileSync(join(dataDir, 'lock'), `${gone.process.pid}\n`)
    const second = await openDatabase(location)
    expect(await second.db.selectFrom('users').select('id').execute()).toHaveLength(4)
    await second.close()
    rmSync(dataDir, { recursive: true })
  })

  it('refuses statements while the disk is nearly full, keeps stored rows, and continues when there is space', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
    let freeBytes = 1e9
    const { db, run, close } = await openDatabase(
      { kind: 'embedded', dataDir },
      { freeBytes: () => freeBytes },
    )
    await seedDemo({ db, clock: Date.now, hasBooks: false })
    freeBytes = 48 * 1024 * 1024 - 1
    const refused = { name: 'DiskFullError', code: '53100' }
    await expect(db.deleteFrom('users').execute()).rejects.toMatchObject(refused)
    await expect(run('delete from users', [])).rejects.toMatchObject(refused)
    freeBytes = 48 * 1024 * 1024
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(4)
    await close()
    rmSync(dataDir, { recursive: true })
  })

  it('refuses a folder that a running process uses, and names that process', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
    const holder = startChild('sleep', ['60'])
    await until('the holder lives', () => holder.process.pid)
    writeFileSync(join(dataDir, 'lock'), `${holder.process.pid}\n`)
    expect(() => takeDataDir(dataDir)).toThrow(DataDirTakenError)
    expect(() => takeDataDir(dataDir)).toThrow(String(holder.process.pid))
    await holder.stop()
    takeDataDir(dataDir)()
    rmSync(dataDir, { recursive: true })
  })
})
