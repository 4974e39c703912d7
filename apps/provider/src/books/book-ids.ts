import type { Branded, BusinessId } from '@counterfoil/oauth/ids'
import { decodeWireId, parseWireId, wireIdOf } from '@counterfoil/oauth/wire-id'

/** Kinds of things inside the books of one business, as their ids on the wire name them. */
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

/** Decimal digits of a `bigint`; never a number, which could not hold 19 digits. Unique inside one business. */
export type RowId<Kind extends RowKind = RowKind> = Branded<`${Kind}RowId`>

/** A thing of a business: both ids together name exactly one. */
export type RowKey<Kind extends RowKind = RowKind> = {
  readonly businessId: BusinessId
  readonly id: RowId<Kind>
}

const LARGEST_ROW_ID = 9_223_372_036_854_775_807n
const MAX_CHARACTERS = 200
const ROW_ID = /^[1-9]\d{0,18}$/
const ROW_WIRE_ID = /^(Business:[0-9a-f-]{36});([A-Za-z]+):(\d+)$/

/** The id of a thing of a business: padded base64 of `Business:<uuid>;<Kind>:<integer>`. */
export function rowWireIdOf<Kind extends RowKind>(kind: Kind, { businessId, id }: RowKey<Kind>): string {
  return btoa(`Business:${businessId};${kind}:${id}`)
}

/** Reads an id of that kind as {@link rowWireIdOf} writes it; other spellings of the same bytes are not ids. */
export function parseRowWireId<Kind extends RowKind>(kind: Kind, text: string): RowKey<Kind> | undefined {
  const [, business = '', named, digits = ''] =
    ROW_WIRE_ID.exec(decodeWireId(text, MAX_CHARACTERS) ?? '') ?? []
  const businessId = parseWireId('Business', btoa(business))
  const id = parseDigits<Kind>(digits)
  if (named !== kind || businessId === undefined || id === undefined) return undefined
  return rowWireIdOf(kind, { businessId, id }) === text ? { businessId, id } : undefined
}

/** Reads an id inside a business that is already named: as on the wire, or the integer alone, as exports have it. */
export function parseRowId<Kind extends RowKind>(
  kind: Kind,
  text: string,
  businessId: BusinessId,
): RowId<Kind> | undefined {
  const key = parseRowWireId(kind, text)
  if (key !== undefined) return key.businessId === businessId ? key.id : undefined
  return parseDigits<Kind>(text)
}

/** Reads the id of a business: as on the wire, or the uuid alone, as exports have it. */
export function parseBusinessId(text: string): BusinessId | undefined {
  return parseWireId('Business', text) ?? parseWireId('Business', plainToWire(text))
}

/**
 * The lowest number that the database may give to a thing made at that time: in the order of their ids things are in the
 * order of their creation.
 */
export function firstRowIdAt(now: Date): string {
  return (BigInt(now.getTime()) << 21n).toString()
}

function parseDigits<Kind extends RowKind>(text: string): RowId<Kind> | undefined {
  return ROW_ID.test(text) && BigInt(text) <= LARGEST_ROW_ID ? (text as RowId<Kind>) : undefined
}

function plainToWire(text: string): string {
  // Only a uuid: anything else could be text that cannot be encoded.
  return /^[0-9a-f-]{36}$/.test(text) ? wireIdOf('Business', text as BusinessId) : ''
}
