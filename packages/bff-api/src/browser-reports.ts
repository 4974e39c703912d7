/** POST: reports of errors and timings from a page. Not part of `BFF_PATHS`: it needs neither a session nor `REQUEST_HEADER`. */
export const BROWSER_REPORTS_PATH = '/reports'

/** An uncaught error: its kind and place, never its message, which may contain something the person typed. */
export interface ErrorReport {
  /** The class name of the error. */
  readonly name: string
  /** The stack, innermost frame first, at most 10: file of the build, line, column, `index-a1B2.js:1:2345`. */
  readonly at: readonly string[]
}
