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

type PlaywrightSpec = {
  readonly title: string
  readonly file: string
  readonly line: number
  readonly ok: boolean
  readonly tests: readonly {
    readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
    readonly results: readonly { readonly error?: { readonly message?: string } }[]
  }[]
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly PlaywrightSpec[]
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

/** Returns all specs of a report, at any depth of groups. */
function specsOf({ suites = [] }: PlaywrightSuite): readonly PlaywrightSpec[] {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite)])
}

/** The descriptions of a kind that the tests of a spec were annotated with. */
function annotated({ tests }: PlaywrightSpec, wanted: 'skip' | 'stood'): readonly string[] {
  return tests
    .flatMap(({ annotations = [] }) => annotations)
    .flatMap(({ type, description = '' }) => (type === wanted ? [description] : []))
}

/** A line for each test that failed: its file and line, its title, what it said first, and what stood on its pages. */
export function listPlaywrightFailures(report: PlaywrightSuite): readonly string[] {
  return specsOf(report)
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results)
      const message = results.map(({ error }) => error?.message ?? '').find((said) => said !== '')
      const stood = annotated(spec, 'stood').map((text) => ` (there stood: ${text})`)
      return [failureLine(`${spec.file}:${spec.line}`, spec.title, message ?? ''), ...stood].join('')
    })
}

/** The titles of what was skipped, each with its reason. */
export function listPlaywrightSkips(report: PlaywrightSuite): readonly string[] {
  return specsOf(report).flatMap((spec) =>
    annotated(spec, 'skip').map((reason) => `${spec.title}: ${reason}`),
  )
}

function failureLine(file: string, title: string, message: string): string {
  const [said = ''] = stripVTControlCharacters(message).split('\n')
  return `${file} › ${title}: ${said.slice(0, 200)}`
}

/** A program that ended badly has failed at least once, whatever its report says. */
export function atLeastOneFailure(counts: Counts, exitCode: number): Counts {
  return exitCode === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
