import { stripVTControlCharacters } from 'node:util'

/** The numbers of tests in one run of a test program. */
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

/** Counts the tests of a vitest JSON report. A file that failed without a failed test (it did not load) counts as one failure. */
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

/** Returns a line for each failed test: its file, its title, and its first error. */
export function listVitestFailures({ testResults }: VitestReport): readonly string[] {
  return testResults.flatMap(({ name = '', status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failureLine(name, 'did not load', message)]
    return failed.map(({ fullName = '', failureMessages = [] }) =>
      failureLine(name, fullName, failureMessages[0] ?? ''),
    )
  })
}

/** Returns the titles of skipped tests; each names the missing requirement. */
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

/** Counts the tests of a Playwright JSON report. A test that passed only on a retry counts as failed. */
export function countPlaywright(report: PlaywrightReport): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/** Returns all specs of a report, at any depth of suites. */
function specsOf({ suites = [] }: PlaywrightSuite): readonly PlaywrightSpec[] {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite)])
}

/** Returns the descriptions of the annotations of one type on the tests of a spec. */
function annotated({ tests }: PlaywrightSpec, wanted: 'skip' | 'stood'): readonly string[] {
  return tests
    .flatMap(({ annotations = [] }) => annotations)
    .flatMap(({ type, description = '' }) => (type === wanted ? [description] : []))
}

/** Returns a line for each failed test: its file and line, its title, its first error, and the text of its pages. */
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

/** Returns the titles of skipped tests, each with its reason. */
export function listPlaywrightSkips(report: PlaywrightSuite): readonly string[] {
  return specsOf(report).flatMap((spec) =>
    annotated(spec, 'skip').map((reason) => `${spec.title}: ${reason}`),
  )
}

function failureLine(file: string, title: string, message: string): string {
  const [said = ''] = stripVTControlCharacters(message).split('\n')
  return `${file} › ${title}: ${said.slice(0, 200)}`
}

/** Counts at least one failure for a program that ended with an error code, whatever its report contains. */
export function atLeastOneFailure(counts: Counts, exitCode: number): Counts {
  return exitCode === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
