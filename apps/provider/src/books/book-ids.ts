import type { Branded, BusinessId } from '@counterfoil/oauth/ids'
import { decodeWireId, parseWireId, wireIdOf } from '@counterfoil/oauth/wire-id'

/** The kinds of rows in the books of a business, as their wire ids name them. */
export type RowKind =
  | 'Account'
  | 'Customer'
  | 'Estimate'
  | 'EstimateItem'
  | 'EstimatePayment'
  | 'Invoice'
  | 'InvoiceItem'
  | 'InvoicePayment'
  | 'Product'
  | 'SalesTax'
  | 'Transaction'
  | 'Vendor'

/** The id of a row, unique in one business: decimal digits of a `bigint`. A JavaScript number could not hold 19 digits. */
export type RowId<Kind extends RowKind = RowKind> = Branded<`${Kind}RowId`>

/** The key of a row of any business: the id of the business and the id of the row in it. */
export type RowKey<Kind extends RowKind = RowKind> = {
  readonly businessId: BusinessId
  readonly id: RowId<Kind>
}

const LARGEST_ROW_ID = 9_223_372_036_854_775_807n
const MAX_CHARACTERS = 200
const ROW_ID = /^[1-9]\d{0,18}$/
const ROW_WIRE_ID = /^(Business:[0-9a-f-]{36});([A-Za-z]+):(\d+)$/

/** Returns the wire id of a row: padded base64 of `Business:<uuid>;<Kind>:<integer>`. */
export function rowWireIdOf<Kind extends RowKind>(kind: Kind, { businessId, id }: RowKey<Kind>): string {
  return btoa(`Business:${businessId};${kind}:${id}`)
}

/** Parses a wire id of that kind exactly as {@link rowWireIdOf} writes it; other spellings of the same bytes are refused. */
export function parseRowWireId<Kind extends RowKind>(kind: Kind, text: string): RowKey<Kind> | undefined {
  const [, business = '', named, digits = ''] =
    ROW_WIRE_ID.exec(decodeWireId(text, MAX_CHARACTERS) ?? '') ?? []
  const businessId = parseWireId('Business', btoa(business))
  const id = parseDigits<Kind>(digits)
  if (named !== kind || businessId === undefined || id === undefined) return undefined
  return rowWireIdOf(kind, { businessId, id }) === text ? { businessId, id } : undefined
}

/** Parses the id of a row of a known business: a wire id, or the bare integer, as exports have it. */
export function parseRowId<Kind extends RowKind>(
  kind: Kind,
  text: string,
  businessId: BusinessId,
): RowId<Kind> | undefined {
  const key = parseRowWireId(kind, text)
  if (key !== undefined) return key.businessId === businessId ? key.id : undefined
  return parseDigits<Kind>(text)
}

/** Parses the id of a business: a wire id, or the bare UUID, as exports have it. */
export function parseBusinessId(text: string): BusinessId | undefined {
  return parseWireId('Business', text) ?? parseWireId('Business', plainToWire(text))
}

/** Returns the lowest id that the database may give to a row created at `now`: ids are in the order of creation. */
export function firstRowIdAt(now: Date): string {
  return (BigInt(now.getTime()) << 21n).toString()
}

function parseDigits<Kind extends RowKind>(text: string): RowId<Kind> | undefined {
  return ROW_ID.test(text) && BigInt(text) <= LARGEST_ROW_ID ? (text as RowId<Kind>) : undefined
}

function plainToWire(text: string): string {
  // Encodes UUIDs only: other text might be impossible to encode.
  return /^[0-9a-f-]{36}$/.test(text) ? wireIdOf('Business', text as BusinessId) : ''
}
