import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig as parseBffConfig } from '@counterfoil/bff-app/config'
import { parseConfig as parseProviderConfig } from '@counterfoil/provider/config'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../step.ts'

const DEPLOY = join(ROOT, 'deploy')
const read = (...path: readonly string[]) => readFileSync(join(DEPLOY, ...path), 'utf8')
const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:ya?ml|service|socket)$|Containerfile$/.test(name),
)

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

type ComposeService = {
  readonly command?: unknown
  readonly healthcheck?: unknown
  readonly logging?: { readonly options: Readonly<Record<string, string>> }
  readonly environment?: Readonly<Record<string, string>>
}

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>
  }

  it('limits the log of every container', () => {
    const unlimited = Object.entries(services).filter(
      ([, { logging }]) =>
        logging?.options['max-size'] === undefined || logging.options['max-file'] === undefined,
    )
    expect(unlimited).toEqual([])
  })

  it('has no password in a command, which a list of processes shows, nor in an address, where it would need encoding', () => {
    for (const { command, healthcheck, environment = {} } of Object.values(services)) {
      expect(JSON.stringify([command, healthcheck])).not.toMatch(
        /\$\{[A-Z_]*PASSWORD|requirepass|redis-cli -a/,
      )
      const addresses = Object.values(environment).filter((value) => /:\/\//.test(value))
      expect(addresses.filter((value) => value.includes('PASSWORD'))).toEqual([])
    }
  })

  it('leads the BFF to Harbour inside its network, with an authority of the operator', () => {
    const text = read('compose.yaml')
    expect(text).toContain("aliases: ['${APP_HOST:?}', '${HARBOUR_HOST:?}']")
    expect(services['bff']?.environment).toHaveProperty('NODE_EXTRA_CA_CERTS')
  })

  it('gives nginx the name servers of its network', () => {
    expect(read('nginx.conf.template')).toContain('resolver ${NGINX_LOCAL_RESOLVERS} ')
    expect(services['nginx']?.environment).toHaveProperty('NGINX_ENTRYPOINT_LOCAL_RESOLVERS')
  })
})

describe('the commands of a backup', () => {
  it('contain addresses without a password, because a list of processes would show it', () => {
    const document = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8')
    const backups = document.slice(document.indexOf('## Backups'), document.indexOf('## What people cost'))
    const commands = [...backups.matchAll(/`((?:pg_|redis-cli )[^`]*"\$[^`]*)`/g)].map(
      ([, command]) => command,
    )
    expect(commands).toHaveLength(4)
    expect(commands.filter((command) => !/"\$BACKUP_(?:DATABASE|REDIS)_URL"/.test(command ?? ''))).toEqual([])
    expect(backups).toMatch(/PGPASSFILE[^]*REDISCLI_AUTH/)
  })
})

describe('the files of a deployment', () => {
  it.each(['counterfoil-bff', 'harbour-provider'])('let systemd restart %s without a limit', (name) => {
    const unit = read('systemd', `${name}@.service`)
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(unit).toMatch(/^Restart=always$/m)
  })

  it.each(files)('use in %s only settings that exist', (name) => {
    const text = read(name)
    const env = (family: string) => Object.fromEntries(settingsIn(text, family).map((key) => [key, '1']))
    expect(findUnknown(() => parseBffConfig(env('BFF'), () => undefined))).toEqual([])
    expect(findUnknown(() => parseProviderConfig(env('PROVIDER')))).toEqual([])
  })

  it('give a process more time to drain than a balancer needs to notice, and less than the time until it is killed', () => {
    for (const name of ['counterfoil-bff', 'harbour-provider']) {
      const text = read('kubernetes', `${name}.yaml`)
      const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1])
      const drainSeconds = number(/_DRAIN_SECONDS, value: '(\d+)'/)
      const noticedAfterSeconds =
        number(/readinessProbe:[^]*?periodSeconds: (\d+)/) *
        number(/readinessProbe:[^]*?failureThreshold: (\d+)/)
      expect(drainSeconds).toBeGreaterThan(noticedAfterSeconds)
      // Requests in flight have ten seconds after that.
      expect(number(/terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(drainSeconds + 10)
    }
  })
})
