import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig as parseBffConfig } from '@counterfoil/bff/config'
import { parseConfig as parseProviderConfig } from '@counterfoil/provider/config'
import { describe, expect, it } from 'vitest'
import { ROOT } from './step.ts'

const DEPLOY = join(ROOT, 'deploy')
const read = (...path: readonly string[]) => readFileSync(join(DEPLOY, ...path), 'utf8')
const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:ya?ml|service|socket)$|Containerfile$/.test(name),
)
const hasNginx = spawnSync('nginx', ['-v']).error === undefined
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined
const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

/** Names of settings in a text, each once. */
const settingsIn = (text: string, family: string) => [
  ...new Set(text.match(new RegExp(`(?<![A-Z_])${family}_[A-Z_]+`, 'g')) ?? []),
]

/** The faults of names that are no settings; a value that does not fit is another matter here. */
function findUnknown(parse: () => unknown): readonly string[] {
  try {
    parse()
    return []
  } catch (error) {
    return String(error)
      .split('\n')
      .filter((line) => line.includes('is no setting'))
  }
}

describe('the files of a deployment', () => {
  it.each(files)('name in %s only settings that there are', (name) => {
    const text = read(name)
    const env = (family: string) => Object.fromEntries(settingsIn(text, family).map((key) => [key, '1']))
    expect(findUnknown(() => parseBffConfig(env('BFF'), () => undefined))).toEqual([])
    expect(findUnknown(() => parseProviderConfig(env('PROVIDER')))).toEqual([])
  })

  it('let a process drain for longer than a balancer needs to see it, and less long than it is given to end', () => {
    for (const name of ['counterfoil-bff', 'harbour-provider']) {
      const text = read('kubernetes', `${name}.yaml`)
      const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1])
      const drainSeconds = number(/_DRAIN_SECONDS, value: '(\d+)'/)
      const noticedAfterSeconds =
        number(/readinessProbe:[^]*?periodSeconds: (\d+)/) *
        number(/readinessProbe:[^]*?failureThreshold: (\d+)/)
      expect(drainSeconds).toBeGreaterThan(noticedAfterSeconds)
      // What is in flight has ten seconds after that.
      expect(number(/terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(drainSeconds + 10)
    }
  })

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
    const site = read('nginx.conf.template')
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
