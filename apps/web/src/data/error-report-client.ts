import { BROWSER_REPORTS_PATH, type ErrorReport } from '@counterfoil/bff-api/browser-reports'
import { isChunkMissing } from '#loading/chunk-missing.ts'

const PLACE = /[\w.-]+\.js:\d+:\d+/g
const MAX_PLACES = 10

/** What is reported to the BFF about `thrown`: its words stay here. */
export function reportOf(thrown: unknown): ErrorReport {
  const { name, stack } = thrown instanceof Error ? thrown : new Error()
  return { name, at: (stack?.match(PLACE) ?? []).slice(0, MAX_PLACES) }
}

/** Tells the BFF of an error; nobody waits, and nothing depends on it. */
export function reportError(thrown: unknown): void {
  const type = 'application/json'
  navigator.sendBeacon?.(BROWSER_REPORTS_PATH, new Blob([JSON.stringify(reportOf(thrown))], { type }))
}

/** Tells of errors that nobody caught. A part that did not load is none: its place says so, and a page that is left loads none. */
export function reportUncaught(): void {
  const report = (thrown: unknown) => {
    if (!isChunkMissing(thrown)) reportError(thrown)
  }
  addEventListener('error', ({ error }) => report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
