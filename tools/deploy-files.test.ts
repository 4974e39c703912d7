import { readdirSync, readFileSync } from 'node:fs'
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
})
