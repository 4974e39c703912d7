import { stripVTControlCharacters } from 'node:util'

/** Of one run of a test program. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped?: number }

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name?: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName?: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** Counts of a vitest JSON report. A file that failed without a failed test (it did not load) counts as one failure. */
export function countVitest(report: VitestReport): Counts {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests,
  }
}

/** A line for each test that failed: its file, its title, what it said first. */
export function listVitestFailures({ testResults }: VitestReport): readonly string[] {
  return testResults.flatMap(({ name = '', status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failureLine(name, 'did not load', message)]
    return failed.map(({ fullName = '', failureMessages = [] }) =>
      failureLine(name, fullName, failureMessages[0] ?? ''),
    )
  })
}

/** The titles of what was skipped: each says what is missing here. */
export function listVitestSkips({ testResults }: VitestReport): readonly string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'skipped').map(({ fullName = '' }) => fullName),
  )
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly ok: boolean
    readonly tests: readonly {
      readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

type PlaywrightReport = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
}

/** Counts of a Playwright JSON report. A test that passed only when repeated has failed. */
export function countPlaywright(report: PlaywrightReport): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/** A line for each test that failed: its file and line, its title, what it said first, and what stood on its pages. */
export function listPlaywrightFailures({ suites = [] }: Pick<PlaywrightReport, 'suites'>): readonly string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) => {
        const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''))
        const stood = tests.flatMap(({ annotations = [] }) =>
          annotations.filter(({ type }) => type === 'stood'),
        )
        return [
          failureLine(`${file}:${line}`, title, messages.find((message) => message !== '') ?? ''),
          ...stood.map(({ description = '' }) => ` (there stood: ${description})`),
        ].join('')
      }),
    ...listPlaywrightFailures(suite),
  ])
}

/** The titles of what was skipped, each with its reason. */
export function listPlaywrightSkips({ suites = [] }: Pick<PlaywrightReport, 'suites'>): readonly string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .flatMap(({ annotations = [] }) => annotations.filter(({ type }) => type === 'skip'))
        .map(({ description = '' }) => `${title}: ${description}`),
    ),
    ...listPlaywrightSkips(suite),
  ])
}

function failureLine(file: string, title: string, message: string): string {
  const [said = ''] = stripVTControlCharacters(message).split('\n')
  return `${file} › ${title}: ${said.slice(0, 200)}`
}

/** A program that ended badly has failed at least once, whatever its report says. */
export function atLeastOneFailure(counts: Counts, exitCode: number): Counts {
  return exitCode === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
