import { isScalarType, Kind, valueFromASTUntyped, type ConstValueNode, type GraphQLSchema } from 'graphql'
import { formatDecimal, parseDecimal } from '@counterfoil/money/decimal'
import { CallerError } from '#caller/caller-error.ts'
import { formatInstant, isCalendarDay, parseInstant } from './instant.ts'

/** How one scalar goes out and comes in. */
type Scalar = {
  /** Inside → wire. Whatever it throws is a fault of ours. */
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

/** A literal of a query. A number keeps its digits as they were written. */
function readLiteral(scalar: Scalar, node: ConstValueNode): unknown {
  const isNumber = node.kind === Kind.INT || node.kind === Kind.FLOAT
  return scalar.read(isNumber && scalar.read === readDecimal ? node.value : valueFromASTUntyped(node))
}

/** Gives the scalars of `schema` their rules, in place. */
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
