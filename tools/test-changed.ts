/**
 * Runs the tests that a change touches: of what is not committed, or of everything since `--since REF`.
 *
 * A test is touched if it imports a changed file, directly or through others, but not through what puts a whole program together:
 * every test that starts a program would be. Of those the HTTP tests in the folder of a changed file run. Browser tests run where
 * a file of theirs changed; `--list` only names the files.
 */
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { findAffected, readPackages, readSources } from './source-graph.ts'
import { provideRedis, provideWindowlessChromium } from './provision.ts'
import { bin, program, ROOT } from './step.ts'
import { listTestFiles } from './test-kinds.ts'
import { chooseTests } from './touched-tests.ts'

const { values } = parseArgs({ options: { since: { type: 'string' }, list: { type: 'boolean' } } })

async function git(...args: readonly string[]): Promise<readonly string[]> {
  const { code, output } = await program('git', args)
  if (code !== 0) throw new Error(output)
  return output.split('\n').filter(Boolean)
}

const changed = [
  ...(await git('diff', '--name-only', '--relative', values.since ?? 'HEAD')),
  ...(await git('ls-files', '--others', '--exclude-standard')),
]
const sources = readSources(ROOT)
const packages = readPackages(ROOT)
const vitest = listTestFiles(['pure', 'http', 'web'], 'quick')
const browser = listTestFiles(['browser'], 'quick')
const chosen = chooseTests({
  changed,
  tests: vitest,
  specs: browser,
  dirname,
  affected: (files, mayPass) =>
    findAffected(files, new Map([...sources].filter(([file]) => mayPass(file))), packages),
})

console.log(
  `${changed.length} changed, ${chosen.tests.length} test files, ${chosen.specs.length} browser test files`,
)
if (values.list === true) console.log([...chosen.tests, ...chosen.specs].join('\n'))
else await runChosen()

async function runChosen(): Promise<void> {
  const runs = [
    ['vitest', ['run', ...chosen.tests]],
    ['playwright', ['test', ...chosen.specs]],
  ] as const
  for (const [name, args] of runs) {
    if (args.length === 1) continue
    process.env['REDIS_SERVER_PATH'] ??= await provideRedis()
    if (name === 'playwright') process.env['CHROMIUM_PATH'] ??= await provideWindowlessChromium()
    const { code, output } = await program(bin(name), args)
    console.log(output)
    if (code !== 0) process.exitCode = 1
  }
}
