import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Costs } from './estimate.ts'

const RESULTS = join(import.meta.dirname, '../results')
const read = <Result>(name: string): Result =>
  JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8')) as Result

/** The last measurements of this folder. */
export function readCosts(): Costs {
  const bff = read<{
    readonly manySessions: {
      readonly sessions: number
      readonly bytesInAll: number
      readonly measured: { readonly cpuMicrosPerRequest: number }
    }
  }>('bff-graphql')
  const tokens = read<{
    readonly rows: readonly {
      readonly step: string
      readonly way: string
      readonly cpuMicrosPerRequest: number
    }[]
  }>('provider-tokens')
  const graphql = read<{
    readonly rows: readonly { readonly way: string; readonly name: string; readonly cpuMicros: number }[]
  }>('provider-graphql')
  const person = read<{
    readonly connecting: { readonly bffMs: number; readonly providerMs: number }
    readonly looking: { readonly bffMs: number; readonly providerMs: number; readonly bytes: number }
    readonly rows: Readonly<Record<string, number>>
  }>('person-cost')
  const refresh = tokens.rows.find(({ step, way }) => step === 'refresh' && way === 'ours')
  const invoices = graphql.rows.find(({ way, name }) => way === 'ours' && name.startsWith('45 invoices'))
  if (refresh === undefined || invoices === undefined) throw new Error('A measurement is missing.')
  const { manySessions } = bff
  const rowBytes = (table: string) => person.rows[table] ?? Number.NaN
  return {
    bffQueryMicros: manySessions.measured.cpuMicrosPerRequest,
    harbourQueryMicros: invoices.cpuMicros,
    harbourRefreshMicros: refresh.cpuMicrosPerRequest,
    bffPageMs: person.looking.bffMs,
    harbourPageMs: person.looking.providerMs,
    bffConnectMs: person.connecting.bffMs,
    harbourConnectMs: person.connecting.providerMs,
    pageBytes: person.looking.bytes,
    redisBytes: manySessions.bytesInAll / manySessions.sessions,
    grantBytes: rowBytes('grants'),
    familyBytes: rowBytes('token_families'),
    dayOfUseBytes: rowBytes('grant_usage'),
    harbourSessionBytes: rowBytes('browser_sessions') + rowBytes('session_accounts'),
  }
}
