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

/** What a provider with these settings will have made by the end of its start; asked before, and empty unless it is known. */
export function sayMade(env: Environment): string {
  const isOwn = env['DATABASE_URL'] === undefined && env['PROVIDER_DATA_DIR'] !== undefined
  if (!isOwn || existsSync(join(env['PROVIDER_DATA_DIR'] ?? '', 'pgdata'))) return ''
  return hasBooks(env['PROVIDER_SEED']) ? 'a new database, with books' : 'a new database'
}

/** Are there businesses with books from the beginning? */
function hasBooks(seed: string | undefined): boolean {
  return seed === 'demo' || seed === 'large'
}

const TELL_EVERY_MS = 2_000

/** Passes on how far the seeding is, from the lines of the provider's log, now and then. */
export function createSeedTeller(say: (text: string) => void): (line: string) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (line) => {
    if (!line.includes('seed.progress') || performance.now() < toldAtMs + TELL_EVERY_MS) return
    const { businesses, invoices, checkedPercent } = JSON.parse(line) as Record<string, number>
    toldAtMs = performance.now()
    const grown = invoices ? `, ${invoices.toLocaleString('en')} invoices in one of them` : ''
    const checked = checkedPercent === undefined ? '' : `; ${checkedPercent} % of it checked and indexed`
    say(`${businesses?.toLocaleString('en')} businesses${grown}${checked}`)
  }
}

type Farewell = {
  readonly plan: StartPlan
  /** As `PROVIDER_SEED` has it. */
  readonly seed: string | undefined
  readonly kind: StartKind
  readonly tookMs: number
}

const WHAT_IS_WATCHED = `
  A changed file of the app is on the page at once; of a service, it starts anew.
  The test beside a changed file runs here.
`

/** What to open, who can sign in, and how it ends. */
export function farewell({ plan, seed, kind, tookMs }: Farewell): string {
  return `
Counterfoil is ready after ${(tookMs / 1000).toFixed(1)} s.

  Open            ${plan.appUrl}
  Provider        ${plan.providerUrl}
${hasBooks(seed) ? DEMO_ACCOUNTS : ''}${seed === 'large' ? LARGE_ACCOUNT : ''}${kind === 'change' ? WHAT_IS_WATCHED : ''}
  Change plans and more:    npm run harbour -- --help
  Begin anew:               npm ${kind === 'change' ? 'run dev' : 'start'} -- --fresh
  Stop:                     Ctrl-C
`
}
