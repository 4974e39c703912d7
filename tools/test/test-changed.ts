/**
 * Runs the tests related to a change: to uncommitted files, or to all changes since `--since REF`. {@link chooseTests} chooses
 * the tests nearest to a changed file; the last lines report how many are left for `npm test`. Browser tests run if one of their
 * own files changed; `--list` only prints the file names.
 */
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { findAffected, readPackages, readSources } from '../check/source-graph.ts'
import { provideRedis, provideWindowlessChromium } from '../machine/provision.ts'
import { bin, program, ROOT } from '../step.ts'
import { listTestFiles } from './test-kinds.ts'
import { chooseTests } from './touched-tests.ts'
import { buildWeb } from '../release/web-build.ts'

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
const browser = listTestFiles(['browser'], 'quick')
const deep = new Set(listTestFiles(['pure', 'http', 'web', 'browser'], 'deep'))
const { tests, specs, leftOut } = chooseTests({
  changed,
  tests: listTestFiles(['pure', 'http', 'web'], 'quick'),
  specs: browser,
  dirname,
  affected: (files, mayPass) =>
    findAffected(files, new Map([...sources].filter(([file]) => mayPass(file))), packages),
})

console.log(`${changed.length} changed, ${tests.length} test files, ${specs.length} browser test files`)
if (values.list === true) console.log([...tests, ...specs].join('\n'))
else await runChosen()
console.log(
  `Left out, and run by npm test: ${leftOut.length} test files that are further away, ${browser.length - specs.length} browser test files`,
)
for (const file of changed.filter((name) => deep.has(name))) console.log(`Run by npm run test:deep: ${file}`)

async function runChosen(): Promise<void> {
  const readers = [...sources].filter(([, text]) => text.includes("apps/web/dist'")).map(([file]) => file)
  const needBuild = findAffected(readers, sources, packages)
  if (specs.length > 0 || tests.some((file) => needBuild.has(file))) await buildWeb()
  const runs = [
    ['vitest', ['run', ...tests]],
    ['playwright', ['test', ...specs]],
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
