import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '@counterfoil/testkit/child'
import { freePort } from '@counterfoil/testkit/free-port'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findProgram } from '../machine/debian-programs.ts'
import { provideRedis } from '../machine/provision.ts'
import { program, ROOT } from '../step.ts'

const DEPLOY = join(ROOT, 'deploy')
const promtool = await findProgram('promtool')
const systemdAnalyze = await findProgram('systemd-analyze')

describe('the files of a deployment', () => {
  it.skipIf(systemdAnalyze === undefined).each([
    ['counterfoil-bff', 3001],
    ['harbour-provider', 4001],
  ])(
    'are units that systemd accepts and rates as little exposed: %s (needs systemd-analyze)',
    async (name, port) => {
      const folder = mkdtempSync(join(tmpdir(), 'counterfoil-units-'))
      const service = join(folder, `${name}@${port}.service`)
      const socket = join(folder, `${name}.socket`)
      copyFileSync(join(DEPLOY, 'systemd', `${name}@.service`), service)
      copyFileSync(join(DEPLOY, 'systemd', `${name}.socket`), socket)
      const analyze = (...args: readonly string[]) => program(systemdAnalyze ?? '', args)
      for (const unit of [service, socket])
        expect(await analyze('verify', unit)).toEqual({ code: 0, output: '' })
      // Out of a hundred; with no filter of system calls and the clock and kernel log in reach it was 38.
      expect((await analyze('security', '--offline=true', '--threshold=20', service)).code).toBe(0)
      rmSync(folder, { recursive: true })
    },
  )
})

describe('the Redis of compose.yaml', () => {
  it.skipIf(process.platform !== 'linux')(
    'accepts a password of any characters and shows it in no list of processes (needs Linux)',
    async () => {
      const password = String.raw`p@ss:/#?%"\ $x`
      const { services } = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }) as {
        readonly services: { readonly redis: { readonly command: readonly [string, string, string] } }
      }
      const folder = mkdtempSync(join(tmpdir(), 'counterfoil-compose-redis-'))
      const port = await freePort()
      // As in the container, but for its entry point and its folders.
      const script = services.redis.command[2]
        .replaceAll('$$', '$')
        .replaceAll('/tmp/', `${folder}/`)
        .replace(
          'docker-entrypoint.sh redis-server',
          `"${await provideRedis()}" --port ${port} --dir "${folder}"`,
        )
      const child = startChild('sh', ['-c', script], {
        env: { PATH: '/usr/bin:/bin', REDISCLI_AUTH: password },
      })
      const redis = new Redis({ port, password, retryStrategy: () => 20 })
      redis.on('error', () => undefined)
      try {
        await until('Redis answers', () => redis.ping().then(() => true))
        expect(readFileSync(`/proc/${child.process.pid}/cmdline`, 'utf8')).not.toContain('p@ss')
        const stranger = new Redis({ port, password: 'wrong', lazyConnect: true, retryStrategy: () => null })
        stranger.on('error', () => undefined)
        await expect(stranger.connect().then(() => stranger.get('a'))).rejects.toThrow(
          /WRONGPASS|NOAUTH|closed/,
        )
        stranger.disconnect()
      } finally {
        redis.disconnect()
        await child.stop()
        rmSync(folder, { recursive: true })
      }
    },
  )
})

describe('the alert rules', () => {
  it.skipIf(promtool === undefined)(
    'fire and stay silent as their promtool tests expect (needs promtool)',
    async () => {
      for (const args of [
        ['check', 'rules', 'alerts.yaml'],
        ['test', 'rules', 'alerts-tests.yaml'],
      ]) {
        const { code, output } = await program(promtool ?? '', args, {}, join(DEPLOY, 'prometheus'))
        expect(output).not.toContain('FAILED')
        expect(code).toBe(0)
      }
    },
  )
})
