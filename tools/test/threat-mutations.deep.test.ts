import { readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { BUILT_PROGRAMS_SETTING } from '@counterfoil/testkit/program-file'
import { parseRules } from '@counterfoil/testkit/rule-catalogue'
import {
  applyMutation,
  findCitedFile,
  THREAT_MUTATIONS,
  type ThreatMutation,
} from './testing/threat-mutations.ts'
import { copyTree, type TreeCopy } from '@counterfoil/testkit/tree-copy'

const ROOT = process.cwd()

let copy: TreeCopy
beforeAll(async () => {
  copy = await copyTree(ROOT)
})
afterAll(() => copy.remove())

type Report = {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Matches a title as vitest filters them; `%s` and the like match any text. */
function patternOf(title: string): string {
  return title
    .split(/%[a-z]/)
    .map((text) => RegExp.escape(text))
    .join('.*')
}

/** Runs the cited test in the copy. Returns how it ended. */
async function runCited(mutation: ThreatMutation, testFile: string): Promise<readonly string[]> {
  const report = join(copy.path, '..', 'report.json')
  await rm(report, { force: true })
  const { [BUILT_PROGRAMS_SETTING]: _built, ...env } = process.env
  // Programs that a test starts are started from the sources of the copy.
  const args = ['run', testFile, '-t', patternOf(mutation.title), '--reporter=json', `--outputFile=${report}`]
  const child = startChild(join(ROOT, 'node_modules', '.bin', 'vitest'), args, { cwd: copy.path, env })
  await child.exited
  if (!existsSync(report)) throw new Error(`vitest wrote no report: ${child.output()}`)
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => new RegExp(`^${patternOf(mutation.title)}$`).test(title))
    .map(({ status }) => status)
}

const rules = parseRules(readFileSync('docs/rules-to-tests.txt', 'utf8'))

describe('a test that a threat cites', () => {
  it.each(THREAT_MUTATIONS)(
    'fails when the defence is taken out of $file: threat $threat',
    async (mutation) => {
      const testFile = mutation.runIn ?? findCitedFile(mutation, rules)
      if (testFile === undefined) throw new Error(`threat ${mutation.threat} does not cite ${mutation.title}`)
      const source = await readFile(join(ROOT, mutation.file), 'utf8')
      await writeFile(join(copy.path, mutation.file), applyMutation(mutation, source))
      try {
        expect(await runCited(mutation, testFile)).toContain('failed')
      } finally {
        await writeFile(join(copy.path, mutation.file), source)
      }
    },
  )
})
