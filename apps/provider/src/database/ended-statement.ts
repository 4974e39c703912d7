import type { LogEvent } from 'kysely'
import type { RunStatement } from './statement.ts'

/** One statement that has ended, successfully or not. Its text contains no values: those are parameters. */
export interface EndedStatement {
  readonly text: string
  readonly tookMs: number
  readonly isError: boolean
}

/** Receives each statement, in the asynchronous context of its sender. Must not throw. */
export type OnStatement = (statement: EndedStatement) => void

/** The numbers of connections of a pool. */
export interface PoolCounts {
  readonly used: number
  readonly idle: number
  /** Statements that wait for a connection. */
  readonly waiting: number
}

const OPERATIONS = ['select', 'insert', 'update', 'delete'] as const
export type Operation = (typeof OPERATIONS)[number] | 'other'

const COMMENT = /^\s*(?:\/\*.*?\*\/\s*)*/s
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i

/** Returns the operation of a statement. */
export function operationOf(text: string): Operation {
  const word = /^[a-z]+/.exec(text.replace(COMMENT, '').slice(0, 10).toLowerCase())?.[0]
  return OPERATIONS.find((operation) => operation === word) ?? 'other'
}

/** Returns the operation of a statement and the first table that it names. */
export function describeStatement(text: string): {
  readonly operation: Operation
  readonly table: string | undefined
} {
  return { operation: operationOf(text), table: TABLE.exec(text)?.[1] }
}

/** Returns a function for the option `log` of Kysely. */
export function logTo(onStatement: OnStatement): (event: LogEvent) => void {
  return ({ level, query, queryDurationMillis }) =>
    onStatement({ text: query.sql, tookMs: queryDurationMillis, isError: level === 'error' })
}

/** Wraps `run` to report the statements that bypass Kysely. */
export function observeRun(run: RunStatement, onStatement: OnStatement): RunStatement {
  return async (text, values) => {
    const startedAtMs = performance.now()
    let isError = true
    try {
      const rows = await run<never>(text, values)
      isError = false
      return rows
    } finally {
      onStatement({ text, tookMs: performance.now() - startedAtMs, isError })
    }
  }
}
