import { BROWSER_REPORTS_PATH, type ErrorReport } from '@counterfoil/bff-api/browser-reports'
import { isChunkMissing } from '#loading/chunk-missing.ts'

const PLACE = /[\w.-]+\.js:\d+:\d+/g
const MAX_PLACES = 10

/** Returns the report that is sent to the BFF about `thrown`, without its message. */
export function reportOf(thrown: unknown): ErrorReport {
  const { name, stack } = thrown instanceof Error ? thrown : new Error()
  return { name, at: (stack?.match(PLACE) ?? []).slice(0, MAX_PLACES) }
}

/** Reports an error to the BFF, without waiting for the answer. */
export function reportError(thrown: unknown): void {
  const type = 'application/json'
  navigator.sendBeacon?.(BROWSER_REPORTS_PATH, new Blob([JSON.stringify(reportOf(thrown))], { type }))
}

/** Reports uncaught errors, except parts that did not load: the page says so, and a page that is being left loads none. */
export function reportUncaught(): void {
  const report = (thrown: unknown) => {
    if (!isChunkMissing(thrown)) reportError(thrown)
  }
  addEventListener('error', ({ error }) => report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
