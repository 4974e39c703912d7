import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepPage } from '../report/page.ts'

const ROOT = join(import.meta.dirname, '..', '..')

type TestResult = { readonly fullName: string; readonly status: string }

/** The JSON that the reporter writes. */
type Report = { readonly testResults: readonly { readonly assertionResults: readonly TestResult[] }[] }

/** Runs the tests of one file with settings other than those of a normal test run. */
function runTests(
  file: string,
  env: Readonly<Record<string, string>>,
): { readonly seconds: number; readonly tests: readonly TestResult[] } {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
  const output = join(folder, 'report.json')
  const startedAtMs = performance.now()
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
    spawnSync(
      join(ROOT, 'node_modules', '.bin', 'vitest'),
      ['run', '--project=deep-http', file, ...reporters],
      {
        cwd: ROOT,
        env: { ...process.env, ...env },
        stdio: 'inherit',
      },
    )
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000)
    return {
      seconds,
      tests: testResults.flatMap(({ assertionResults }) =>
        assertionResults.map(({ fullName, status }) => ({ fullName, status })),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a row for each test; tests that differ only by their seed are counted in one row. */
function countRows(tests: readonly TestResult[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { fullName, status } of tests) {
    const row = `| ${fullName.replace(/ \(seed \d+\)$/, '')} | ${status}`
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  return [...counts].map(([row, count]) => `${row}${count === 1 ? '' : ` ${count} times`} |`)
}

/** Runs the tests of a file with settings, and stores the results as a page. The process fails if a test did. */
export async function keepTestRun(
  name: string,
  run: {
    readonly file: string
    readonly env: Readonly<Record<string, string>>
    readonly title: string
    readonly text: string
  },
): Promise<void> {
  const { seconds, tests } = runTests(run.file, run.env)
  const page = `# ${run.title}

${run.text} ${seconds} s, beside other work.

| what | outcome |
|---|---|
${countRows(tests).join('\n')}
`
  await keepPage(name, page)
  const isGood = tests.length > 0 && tests.every(({ status }) => status === 'passed')
  if (!isGood) process.exitCode = 1
}
