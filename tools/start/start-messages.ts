import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StartKind } from './start-programs.ts'
import type { Environment, StartPlan } from './start-settings.ts'

const DEMO_ACCOUNTS = `
  Accounts at the provider, password harbour-demo for all:
  many@harbour.example      four businesses: two can be connected, one plan ended, one plan is too small
  single@harbour.example    one business that can be connected
  lapsed@harbour.example    only businesses that cannot be connected
  empty@harbour.example     no business
`

const LARGE_ACCOUNT = `  large@harbour.example     the other businesses of a thousand; one of them has 100,000 invoices
`

/** Describes the database that a start with these settings will create. Empty if the database exists already or is not this start's own. */
export function describeNewDatabase(env: Environment): string {
  const isOwn = env['DATABASE_URL'] === undefined && env['PROVIDER_DATA_DIR'] !== undefined
  if (!isOwn || existsSync(join(env['PROVIDER_DATA_DIR'] ?? '', 'pgdata'))) return ''
  return hasBooks(env['PROVIDER_SEED']) ? 'a new database, with books' : 'a new database'
}

function hasBooks(seed: string | undefined): boolean {
  return seed === 'demo' || seed === 'large'
}

const REPORT_EVERY_MS = 2_000

/** Returns a reader of the provider's log lines that reports the progress of the seeding, at most every two seconds. */
export function createSeedProgressReader(say: (text: string) => void): (line: string) => void {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  return (line) => {
    if (!line.includes('seed.progress') || performance.now() < reportedAtMs + REPORT_EVERY_MS) return
    const { businesses, invoices, checkedPercent } = JSON.parse(line) as Record<string, number>
    reportedAtMs = performance.now()
    const grown = invoices ? `, ${invoices.toLocaleString('en')} invoices in one of them` : ''
    const checked = checkedPercent === undefined ? '' : `; ${checkedPercent} % of it checked and indexed`
    say(`${businesses?.toLocaleString('en')} businesses${grown}${checked}`)
  }
}

type ReadyMessage = {
  readonly plan: StartPlan
  /** The value of `PROVIDER_SEED`. */
  readonly seed: string | undefined
  readonly kind: StartKind
  readonly tookMs: number
}

const WATCH_NOTE = `
  A changed file of the app is on the page at once; a changed service restarts.
  The test beside a changed file runs here.
`

/** Returns the message printed when everything runs: addresses, demo accounts, and how to stop. */
export function formatReadyMessage({ plan, seed, kind, tookMs }: ReadyMessage): string {
  return `
Counterfoil is ready after ${(tookMs / 1000).toFixed(1)} s.

  Open            ${plan.appUrl}
  Provider        ${plan.providerUrl}
${hasBooks(seed) ? DEMO_ACCOUNTS : ''}${seed === 'large' ? LARGE_ACCOUNT : ''}${kind === 'change' ? WATCH_NOTE : ''}
  Change plans and more:    npm run harbour -- --help
  Start over:               npm ${kind === 'change' ? 'run dev' : 'start'} -- --fresh
  Stop:                     Ctrl-C
`
}
