import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { runChild, startChild } from '@counterfoil/testkit/child'
import { programFile } from '@counterfoil/testkit/program-file'
import { until } from '@counterfoil/testkit/until'
import { expect, it } from 'vitest'

const UNSHARE = '/usr/bin/unshare'
const MOUNT = '/usr/bin/mount -t tmpfs -o size=300m tmpfs'
/** The free space in bytes: less than the reserve of the embedded database. */
const LEFT_BYTES = 20 * 1024 * 1024

/** True if the test can mount a small disk that no other process sees. */
const canMount = await runChild(UNSHARE, ['-rm', 'sh', '-c', `${MOUNT} /mnt`]).then(
  () => true,
  () => false,
)

it.skipIf(!canMount)(
  'answers 503 while the disk of the embedded database is full, continues when there is room, and stops on request (needs unshare)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
    const run = `${MOUNT} "$0" && exec "$@"`
    const program = [process.execPath, programFile('apps/provider/src/main.ts')]
    const provider = startChild(UNSHARE, ['-rm', 'sh', '-c', run, folder, ...program], {
      env: {
        PROVIDER_SECRET: testSecret(),
        PROVIDER_SEED: 'people',
        PROVIDER_PORT: '0',
        PROVIDER_DATA_DIR: folder,
        PROVIDER_ADMIN_SOCKET: 'none',
      },
    })
    const url = await until(
      'the provider has started',
      () => /"event":"provider.started","url":"([^"]+)"/.exec(provider.output())?.[1],
    )
    const get = async (path: string) => {
      const response = await fetch(url + path)
      return { status: response.status, text: await response.text() }
    }
    expect((await get('/health/ready')).status).toBe(200)
    const disk = `/proc/${provider.process.pid}/root${folder}`
    const filler = join(disk, 'filler')
    const fill = () => {
      const { bavail, bsize } = statfsSync(disk)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES))
    }
    fill()
    const ready = await get('/health/ready')
    expect(ready.status).toBe(503)
    expect(ready.text).toContain('disk_full')
    expect((await get('/health/live')).status).toBe(200)
    const credentials = { client_id: 'a1'.repeat(20), client_secret: 'any', refresh_token: 'any' }
    const body = new URLSearchParams({ grant_type: 'refresh_token', ...credentials })
    const answer = await fetch(`${url}/oauth2/token/`, { method: 'POST', body })
    expect(answer.status).toBe(503)
    rmSync(filler)
    expect((await get('/health/ready')).status).toBe(200)
    fill()
    provider.process.kill('SIGTERM')
    expect(await provider.exited).toBe(0)
    rmSync(folder, { recursive: true })
  },
)
