import { formatDecimal, parseDecimal } from '@counterfoil/money/decimal'
import { type ConstValueNode, type GraphQLSchema, isScalarType, Kind, valueFromASTUntyped } from 'graphql'
import { CallerError } from '#caller/caller-error.ts'

/** The conversion of one scalar to and from the wire. */
type Scalar = {
  /** Converts a value for the wire. An error that it throws is our fault. */
  readonly write: (value: unknown) => unknown
  /** Converts a wire value; undefined for an invalid one. */
  readonly read: (value: unknown) => unknown
  /** Message for an invalid value. */
  readonly expected: string
}

function writeText(name: string) {
  return (value: unknown) => {
    if (typeof value === 'string') return value
    throw new TypeError(`${name} must be written from text`)
  }
}

function readMatching(pattern: RegExp) {
  return (value: unknown) => (typeof value === 'string' && pattern.test(value) ? value : undefined)
}

function readDecimal(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const decimal = parseDecimal(String(value))
  return decimal && formatDecimal(decimal)
}

function readUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { protocol } = new URL(value)
  return protocol === 'http:' || protocol === 'https:' ? value : undefined
}

const SCALARS: Readonly<Record<string, Scalar>> = {
  Date: {
    write: writeText('Date'),
    read: (value) => (typeof value === 'string' && isCalendarDay(value) ? value : undefined),
    expected: 'a day as yyyy-MM-dd',
  },
  DateTime: {
    write: (value) => {
      if (value instanceof Date) return formatInstant(value)
      throw new TypeError('DateTime must be written from a Date')
    },
    read: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
    expected: 'an instant of ISO 8601, for example 2026-11-20T08:30:00.000Z',
  },
  Decimal: { write: writeText('Decimal'), read: readDecimal, expected: 'a decimal number or its text' },
  HexColorCode: {
    write: writeText('HexColorCode'),
    read: readMatching(/^#(?:[0-9a-fA-F]{3}){1,2}$/),
    expected: 'a colour as #rrggbb',
  },
  JSON: { write: (value) => value, read: (value) => value, expected: 'a JSON value' },
  URL: { write: writeText('URL'), read: readUrl, expected: 'an absolute http or https address' },
}

/** Reads a literal of a query. A number keeps its digits as they were written. */
function readLiteral(scalar: Scalar, node: ConstValueNode): unknown {
  const isNumber = node.kind === Kind.INT || node.kind === Kind.FLOAT
  return scalar.read(isNumber && scalar.read === readDecimal ? node.value : valueFromASTUntyped(node))
}

/** Sets the conversions of the scalars of `schema`, in place. */
export function attachScalars(schema: GraphQLSchema): void {
  for (const [name, scalar] of Object.entries(SCALARS)) {
    const type = schema.getType(name)
    if (!isScalarType(type)) continue
    const accept = (value: unknown) => {
      if (value !== undefined) return value
      throw new CallerError('BAD_USER_INPUT', `${name} must be ${scalar.expected}.`)
    }
    type.coerceOutputValue = scalar.write
    type.serialize = scalar.write
    type.coerceInputValue = (value) => accept(scalar.read(value))
    type.parseValue = type.coerceInputValue
    type.coerceInputLiteral = (node) => accept(readLiteral(scalar, node))
  }
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/

/** Returns true if `text` is a day that exists, as `yyyy-MM-dd`. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  // The calendar has no year 0, and neither has PostgreSQL.
  if (Number(year) === 0) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(Number(year))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/**
 * Parses an instant of ISO 8601 with an offset, with `Z`, or with neither, which means UTC; a day alone means its
 * midnight in UTC. Digits finer than a millisecond are cut off.
 */
export function parseInstant(text: string): Date | undefined {
  const match = INSTANT.exec(text)
  const [, day, hour = '00', minute = '00', second = '00', fraction = '', sign, offsetHour, offsetMinute] =
    match ?? []
  if (day === undefined || !isCalendarDay(day)) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return undefined
  const offset = sign === undefined ? 'Z' : `${sign}${offsetHour}:${offsetMinute}`
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3)
  return new Date(`${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`)
}

/** Formats an instant as `yyyy-MM-ddThh:mm:ss.sssZ`. */
export function formatInstant(instant: Date): string {
  return instant.toISOString()
}
