import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../config.ts'
import { runProvider, type RunningProvider } from '../run.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { AdminSocketTakenError, serveAdminSocketBeside } from './admin-socket.ts'
import { askRunningProvider } from './ask-provider.ts'
import { testSecret } from '@counterfoil/service/testing/test-secret'

const owned: OwnDatabase[] = []

/** Starts a provider with its own database. */
async function start(env: Readonly<Record<string, string>>): Promise<RunningProvider> {
  const own = await makeOwnDatabase()
  owned.push(own)
  return runProvider({
    ...parseConfig({
      PROVIDER_SECRET: testSecret(),
      PROVIDER_PORT: '0',
      PROVIDER_LOG_LEVEL: 'silent',
      ...env,
    }),
    database: own.location,
  })
}

describe(serveAdminSocketBeside, () => {
  let folder: string
  const running: RunningProvider[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'harbour-socket-'))
    running.push(await start({ PROVIDER_DATA_DIR: folder }))
  }, 60_000)
  afterAll(async () => {
    for (const provider of running) await provider.close()
    for (const own of owned) await own.drop()
    rmSync(folder, { recursive: true })
  })

  it('gives a second provider of the same folder its own socket, and both answer', async () => {
    running.push(await start({ PROVIDER_DATA_DIR: folder }))
    const sockets = readdirSync(folder).filter((name) => name.endsWith('.sock'))
    expect(sockets.toSorted()).toEqual([`admin-${process.pid}.sock`, 'admin.sock'])
    for (const socket of sockets) {
      const answer = await askRunningProvider(join(folder, socket), ['application', 'list'], {})
      expect(answer).toMatchObject({ kind: 'done', json: { applications: [] } })
    }
  })

  it('refuses a named socket that belongs to another provider', async () => {
    const named = { PROVIDER_DATA_DIR: folder, PROVIDER_ADMIN_SOCKET: join(folder, 'admin.sock') }
    await expect(start(named)).rejects.toThrow(AdminSocketTakenError)
  })
})
