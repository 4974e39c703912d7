import { stripVTControlCharacters } from 'node:util'
import type { Outcome } from '../step.ts'

/** The result of a test program, without its output. */
type Result = Omit<Required<Outcome>, 'output'>

type VitestReport = {
  readonly numPassedTests: number
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

/** Reads a vitest JSON report. A file that failed without a failed test (it did not load) counts as one failure. */
export function readVitest({ numPassedTests, numPendingTests, testResults }: VitestReport): Result {
  const failures = testResults.flatMap(({ name = '', status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failureLine(name, 'did not load', message)]
    return failed.map(({ fullName = '', failureMessages = [] }) =>
      failureLine(name, fullName, failureMessages[0] ?? ''),
    )
  })
  const skips = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'skipped').map(({ fullName = '' }) => fullName),
  )
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests, failures, skips }
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

/** Reads a Playwright JSON report. A test that passed only on a retry counts as failed; a failure is shown with its pages' text. */
export function readPlaywright(report: PlaywrightReport): Result {
  const { expected, unexpected, flaky, skipped } = report.stats
  const specs = specsOf(report)
  const failures = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results)
      const message = results.map(({ error }) => error?.message ?? '').find((said) => said !== '')
      const stood = annotated(spec, 'stood').map((text) => ` (there stood: ${text})`)
      return [failureLine(`${spec.file}:${spec.line}`, spec.title, message ?? ''), ...stood].join('')
    })
  const skips = specs.flatMap((spec) => annotated(spec, 'skip').map((reason) => `${spec.title}: ${reason}`))
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped, failures, skips }
}

function failureLine(file: string, title: string, message: string): string {
  const [said = ''] = stripVTControlCharacters(message).split('\n')
  return `${file} › ${title}: ${said.slice(0, 200)}`
}

/** Counts at least one failure for a program that ended with an error code, whatever its report contains. */
export function atLeastOneFailure<Counted extends Pick<Outcome, 'failed'>>(
  result: Counted,
  exitCode: number,
): Counted {
  return exitCode === 0 || result.failed > 0 ? result : { ...result, failed: 1 }
}
