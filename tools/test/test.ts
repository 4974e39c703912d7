import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCommandTime } from '../command-time.ts'
import { limitPath } from '../machine/limited-path.ts'
import { createRunMark, endMarked } from '../start/leftovers.ts'
import { makeMemoryFolder, MEMORY_FOLDER_SETTING } from '../machine/memory-folder.ts'
import { readSources } from '../check/source-graph.ts'
import { LINT_MEMORY, renewTimes } from '../check/source-memory.ts'
import {
  bin,
  check,
  program,
  ROOT,
  runSteps,
  seconds,
  stopPrograms,
  type Finished,
  type Outcome,
  type Step,
} from '../step.ts'
import { atLeastOneFailure, readPlaywright, readVitest } from './test-counts.ts'
import { parseShard, PROGRAM_KINDS, projectOf, shardFiles, type TestKind } from './test-kinds.ts'
import { BUILT_PROGRAMS_SETTING } from '@counterfoil/testkit/program-file'
import { SEED_SETTING } from '@counterfoil/testkit/sample'
import { buildPrograms } from '../release/program-build.ts'
import { buildWeb } from '../release/web-build.ts'

/** `--static` runs only the checks that need no running program, `--deep [--shard i/n]` the wide tests or one of n parts. */
const { values: options } = parseArgs({
  options: { static: { type: 'boolean' }, deep: { type: 'boolean' }, shard: { type: 'string' } },
})
const run = options.deep === true ? 'deep' : 'quick'
const shard = options.shard === undefined ? undefined : parseShard(options.shard)

/** The cores used: the two test programs may use two cores at least, and more than four help only in the first half minute. */
const CORES = Math.max(2, Math.min(4, availableParallelism()))
const reports = await mkdtemp(join(tmpdir(), 'counterfoil-test-'))
const memory = options.static === true ? undefined : await makeMemoryFolder()
if (memory !== undefined) process.env[MEMORY_FOLDER_SETTING] = memory
const seed = (process.env[SEED_SETTING] ??= String(randomInt(1_000_000)))
const commandedAtMs = readCommandTime(process.env)
const machinePath = process.env['PATH']
process.env['PATH'] = await limitPath()

/** The mark of this run in the environment of all programs that the tests start. */
const mark = createRunMark()
/** The time within which programs end that were asked to at the end of a test. */
const LEFTOVERS_END_WITHIN_MS = 10_000

/** Returns a step whose program writes a JSON report; it fails without a report. */
function tested(
  step: Omit<Step, 'run'>,
  command: string,
  args: readonly string[],
  env: (reportFile: string) => NodeJS.ProcessEnv,
  read: (report: never) => Omit<Outcome, 'output'>,
): Step {
  const file = join(reports, `${step.name.replaceAll(' ', '-')}.json`)
  return {
    ...step,
    async run(): Promise<Outcome> {
      const full = args.map((arg) => arg.replace('REPORT', file))
      const { code, output } = await program(command, full, { ...env(file), ...mark.addTo(process.env) })
      try {
        const report = read(JSON.parse(await readFile(file, 'utf8')) as never)
        return { ...atLeastOneFailure(report, code), output }
      } catch {
        return { passed: 0, failed: 1, output }
      }
    },
  }
}

/** Finds the programs that the tests need, or fetches them for this checkout. Only this step uses the machine's whole path. */
const provision: Step = {
  name: 'Redis, Chromium, PostgreSQL',
  cores: 1,
  async run() {
    const args = [join(ROOT, 'tools/machine/provide.ts'), ...(run === 'deep' ? ['--deep'] : [])]
    const { code, output } = await program(process.execPath, args, { PATH: machinePath })
    if (code !== 0) return { passed: 0, failed: 1, output }
    Object.assign(process.env, JSON.parse(output.trim().split('\n').at(-1) ?? ''))
    return { passed: 1, failed: 0, output }
  },
}

const web: Step = {
  name: 'web build',
  cores: 1,
  async run() {
    return { passed: 1, failed: 0, output: await buildWeb() }
  },
}

const programs: Step = {
  name: 'programs of the tests',
  cores: 1,
  async run() {
    const folder = await buildPrograms()
    process.env[BUILT_PROGRAMS_SETTING] = folder
    return { passed: 1, failed: 0, output: folder }
  },
}

/** Returns a check that is a program of this repository. */
const own = (name: string, file: string, ...args: readonly string[]): Step =>
  check(name, process.execPath, [join(ROOT, file), ...args])

const STATIC: readonly Step[] = [
  own('types', 'tools/check/type-check.ts'),
  {
    ...own('lint and pure/edge rules', 'tools/check/lint.ts'),
    // The declarations determine which files a change affects. The first run lints all files, at the same time as the type check.
    after: existsSync(LINT_MEMORY) ? ['types'] : [],
  },
  check('nothing unused', bin('knip'), [
    ...['--no-progress', '--cache', '--cache-location', join(ROOT, '.cache', 'knip')],
  ]),
  own('package and feature boundaries', 'tools/check/boundary-check.ts'),
  own('format', 'tools/check/format-check.ts'),
  own('schema and resolver types are current', 'apps/provider/codegen.ts', '--check'),
  own('generated code is current', 'apps/web/codegen.ts', '--check'),
  // The documents are generated from the declarations.
  {
    ...own('generated documents are current', 'tools/documents/engine-docs.ts', '--check'),
    after: ['types'],
  },
  own('message catalogues are current', 'packages/messages/compile.ts', '--check'),
  own('links in documents', 'tools/documents/doc-check.ts'),
  own('sizes', 'tools/check/size-check.ts'),
  own('plain words', 'tools/check/word-check.ts'),
  own('code in documents', 'tools/documents/doc-code.ts'),
]

const [VITEST_KINDS, BROWSER_KINDS] = PROGRAM_KINDS
const afterSetUp = [provision.name, web.name, programs.name]
const projects = (...kinds: readonly TestKind[]): readonly string[] =>
  kinds.map((kind) => `--project=${projectOf(kind, run)}`)
const files = (...kinds: readonly TestKind[]): readonly string[] =>
  shard === undefined ? [] : shardFiles(kinds, run, shard)

// Both run at the same time: each mostly waits, for starting processes, painting pages or expiring leases.
const DYNAMIC: readonly Step[] = [
  tested(
    { name: 'unit and HTTP tests', cores: 1, after: afterSetUp },
    bin('vitest'),
    [
      'run',
      ...projects(...VITEST_KINDS),
      '--reporter=dot',
      '--reporter=json',
      '--outputFile.json=REPORT',
      ...files(...VITEST_KINDS),
    ],
    () => ({}),
    readVitest,
  ),
  tested(
    { name: 'browser tests', cores: 1, after: afterSetUp },
    bin('playwright'),
    ['test', ...projects(...BROWSER_KINDS), '--reporter=dot,json', ...files(...BROWSER_KINDS)],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, CI: '1' }),
    readPlaywright,
  ),
]

/** Returns true if a part of a run has files for a program. Without file names the program would run all tests. */
const hasFiles = (_step: Step, index: number): boolean =>
  shard === undefined || files(...(PROGRAM_KINDS[index] ?? [])).length > 0

function report({ name, outcome, tookMs }: Finished): void {
  const mark = outcome.failed === 0 ? 'ok    ' : 'FAILED'
  const counts =
    outcome.passed + outcome.failed > 1 ? `  ${outcome.passed} passed, ${outcome.failed} failed` : ''
  const skipped = (outcome.skipped ?? 0) === 0 ? '' : `, ${outcome.skipped} skipped`
  console.log(`  ${mark} ${name.padEnd(34)}${seconds(tookMs)}${counts}${skipped}`)
  if (outcome.failed === 0) return
  // The failures come first as well as last, so that a truncated log still has them.
  printFailures(outcome.failures)
  console.log(`\n${outcome.output.trim()}\n`)
}

function printFailures(failures: readonly string[] = []): void {
  for (const failure of failures) console.log(`  FAILED ${failure}`)
}

/** Removes the run's folders, which the programs do not remove from memory themselves. */
async function removeFolders(): Promise<void> {
  for (const folder of memory === undefined ? [reports] : [reports, memory])
    await rm(folder, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    void stopPrograms()
      .then(removeFolders)
      .finally(() => process.exit(130))
  })
}

// tsc and knip use caches that depend on modification times.
renewTimes(ROOT, readSources(ROOT), join(ROOT, '.cache', 'sources.json'))
const setUp = [provision, web, programs]
const steps =
  options.static === true
    ? STATIC
    : [...setUp, ...(run === 'deep' ? [] : STATIC), ...DYNAMIC.filter(hasFiles)]
if (steps !== STATIC) console.log(`  seed of the samples: ${seed} (the same again: ${SEED_SETTING}=${seed})`)
const finished = await runSteps(steps, CORES, report)
const leftRunning = await endMarked(mark, LEFTOVERS_END_WITHIN_MS)
await removeFolders()
const total = (key: 'passed' | 'failed'): number =>
  finished.reduce((sum, it) => sum + it.outcome[key], key === 'failed' ? leftRunning.length : 0)
console.log(`  all together${' '.repeat(29)}${seconds(Date.now() - commandedAtMs)}`)
const leftOut = finished.flatMap(({ outcome }) => outcome.skips ?? [])
for (const skip of leftOut) console.log(`  left out: ${skip}`)
for (const { name, outcome } of finished)
  printFailures(outcome.failures ?? (outcome.failed > 0 ? [name] : []))
for (const command of leftRunning) console.log(`  FAILED tests left a program running: ${command}`)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') === 0 ? 0 : 1
