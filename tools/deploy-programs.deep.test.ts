import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPromtool } from './promtool-program.ts'
import { ROOT } from './step.ts'

const DEPLOY = join(ROOT, 'deploy')
const promtool = await findPromtool()
const hasNginx = spawnSync('nginx', ['-v']).error === undefined
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined
const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

describe('the files of a deployment', () => {
  it.skipIf(!hasSystemd).each([
    ['counterfoil-bff', 3000],
    ['harbour-provider', 4000],
  ])('are units that systemd accepts, and finds little exposed: %s', (name, port) => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-units-'))
    const unit = (kind: string) => join(folder, `${name}@${port}.${kind}`)
    for (const kind of ['service', 'socket'])
      copyFileSync(join(DEPLOY, 'systemd', `${name}@.${kind}`), unit(kind))
    const analyze = (...args: readonly string[]) => {
      const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
      return { status, stderr }
    }
    for (const kind of ['service', 'socket'])
      expect(analyze('verify', unit(kind))).toEqual({ status: 0, stderr: '' })
    // Out of a hundred; with no filter of system calls and the clock and kernel log in reach it was 38.
    expect(analyze('security', '--offline=true', '--threshold=20', unit('service')).status).toBe(0)
    rmSync(folder, { recursive: true })
  })

  it.skipIf(!hasNginx || !hasOpenssl)('hold a configuration that nginx accepts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-nginx-'))
    const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=app.example']
    spawnSync('openssl', [...key, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')])
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
      `pid ${folder}/pid;\nerror_log ${folder}/log;\nevents {}\nhttp {\n${site}\n}`,
    )
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    expect(stderr).toContain('syntax is ok')
    expect(status).toBe(0)
  })
})

describe('the alert rules', () => {
  it.skipIf(promtool === undefined)(
    'fire and keep silent as promtool says (skipped where promtool cannot be had)',
    () => {
      for (const args of [
        ['check', 'rules', 'alerts.yaml'],
        ['test', 'rules', 'alerts-tests.yaml'],
      ]) {
        const { status, stdout, stderr } = spawnSync(promtool ?? '', args, {
          cwd: join(DEPLOY, 'prometheus'),
          encoding: 'utf8',
        })
        expect(`${stdout}${stderr}`).not.toContain('FAILED')
        expect(status).toBe(0)
      }
    },
  )
})
