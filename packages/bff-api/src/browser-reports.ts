/** POST: what a page tells of itself. Not among `BFF_PATHS`: it needs neither a session nor a header of ours. */
export const BROWSER_REPORTS_PATH = '/reports'

/** An error that nobody caught: its kind and where, never its words, which may hold what a person typed. */
export interface ErrorReport {
  /** Of the error's class. */
  readonly name: string
  /** Innermost first, at most 10: file of the build, line, column, `index-a1B2.js:1:2345`. */
  readonly at: readonly string[]
}
