import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { type Child, startChild } from '@counterfoil/testkit/child'
import { programFile } from '@counterfoil/testkit/program-file'
import { until } from '@counterfoil/testkit/until'
import { openDatabase } from '#database/open-database.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'

describe('a new embedded database', () => {
  let dataDir: string
  let provider: Child
  const start = () => {
    provider = startChild(process.execPath, [programFile('apps/provider/src/main.ts')], {
      env: {
        PROVIDER_SECRET: testSecret(),
        PROVIDER_SEED: 'people',
        PROVIDER_PORT: '0',
        PROVIDER_DATA_DIR: dataDir,
        PROVIDER_ADMIN_SOCKET: 'none',
        PROVIDER_METRICS_TOKEN: METRICS_TOKEN,
      },
    })
    return provider
  }
  const urlOf = (child: Child) =>
    until(
      'the provider has started',
      () => /"event":"provider.started","url":"([^"]+)"/.exec(child.output())?.[1],
    )
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'new-database-'))
  })
  afterEach(async () => {
    await provider.stop()
    rmSync(dataDir, { recursive: true })
  })

  it('is created and seeded in a process of its own, whose memory does not stay with the provider', async () => {
    const url = await urlOf(start())
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const text = await metrics.text()
    const operations = [...text.matchAll(/statement_seconds_count\{.*operation="(\w+)"/g)].map(
      ([, name]) => name,
    )
    expect(operations).toContain('select')
    expect(operations).not.toContain('insert')
    await provider.stop()
    const { db, close } = await openDatabase({ kind: 'embedded', dataDir })
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(4)
    await close()
  })

  it('is left by that process when the provider is killed, and completed by the next start', async () => {
    const { process: killed, exited } = start()
    const lock = join(dataDir, 'lock')
    const creator = await until('the database is being created', () =>
      existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) || undefined : undefined,
    )
    expect(creator).not.toBe(killed.pid)
    killed.kill('SIGKILL')
    await exited
    await until('the folder is free', () => !existsSync(lock))
    const url = await urlOf(start())
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    await provider.stop()
    const { db, close } = await openDatabase({ kind: 'embedded', dataDir })
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(4)
    await close()
  })
})
