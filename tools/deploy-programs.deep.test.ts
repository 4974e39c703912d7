import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '@counterfoil/testkit/certificate'
import { writeBelow } from '@counterfoil/testkit/nginx'
import { describe, expect, it } from 'vitest'
import { findProgram } from './debian-programs.ts'
import { program, ROOT } from './step.ts'

const DEPLOY = join(ROOT, 'deploy')
const promtool = await findProgram('promtool')
const nginx = await findProgram('nginx')
const systemdAnalyze = await findProgram('systemd-analyze')
const openssl = await findProgram('openssl')

describe('the files of a deployment', () => {
  it.skipIf(systemdAnalyze === undefined).each([
    ['counterfoil-bff', 3000],
    ['harbour-provider', 4000],
  ])(
    'are units that systemd accepts, and finds little exposed: %s (needs systemd-analyze)',
    async (name, port) => {
      const folder = mkdtempSync(join(tmpdir(), 'counterfoil-units-'))
      const unit = (kind: string) => join(folder, `${name}@${port}.${kind}`)
      for (const kind of ['service', 'socket'])
        copyFileSync(join(DEPLOY, 'systemd', `${name}@.${kind}`), unit(kind))
      const analyze = (...args: readonly string[]) => program(systemdAnalyze ?? '', args)
      for (const kind of ['service', 'socket'])
        expect(await analyze('verify', unit(kind))).toEqual({ code: 0, output: '' })
      // Out of a hundred; with no filter of system calls and the clock and kernel log in reach it was 38.
      expect((await analyze('security', '--offline=true', '--threshold=20', unit('service'))).code).toBe(0)
      rmSync(folder, { recursive: true })
    },
  )

  it.skipIf(nginx === undefined || openssl === undefined)(
    'hold a configuration that nginx accepts (needs nginx and openssl)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'counterfoil-nginx-'))
      await makeCertificate(folder)
      const site = readFileSync(join(DEPLOY, 'nginx.conf.template'), 'utf8')
        .replaceAll('${APP_HOST}', 'app.example')
        .replaceAll('${HARBOUR_HOST}', 'books.example')
        .replaceAll('/etc/nginx/tls', folder)
        .replace('server bff:3000;', 'server 127.0.0.1:3000;')
        .replace('server provider:4000;', 'server 127.0.0.1:4000;')
        // The version of the system's nginx may be older than `http2 on`.
        .replaceAll('http2 on;', '')
      writeFileSync(
        join(folder, 'nginx.conf'),
        `pid ${folder}/pid;\nerror_log ${folder}/log;\nevents {}\nhttp {\n${writeBelow(folder)}\n${site}\n}`,
      )
      const { code, output } = await program(nginx ?? '', [
        '-t',
        '-p',
        folder,
        '-c',
        join(folder, 'nginx.conf'),
      ])
      rmSync(folder, { recursive: true })
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('syntax is ok') })
    },
  )
})

describe('the alert rules', () => {
  it.skipIf(promtool === undefined)('fire and keep silent as promtool says (needs promtool)', async () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts-tests.yaml'],
    ]) {
      const { code, output } = await program(promtool ?? '', args, {}, join(DEPLOY, 'prometheus'))
      expect(output).not.toContain('FAILED')
      expect(code).toBe(0)
    }
  })
})
