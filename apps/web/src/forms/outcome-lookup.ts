import type { FormName } from '#navigation/paths.ts'
import { readDecimal } from './decimal-text.ts'
import { TO_EDIT } from './request.ts'
import { type FoundRecord, type SentCommand } from './sent-command.ts'

type Row = Readonly<Record<string, unknown>>

/** The query that finds out whether a change was made, and how its response is read. */
interface Lookup {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly find: (data: Row) => Finding
}

type Finding =
  | { readonly kind: 'one'; readonly id: string | null }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly found: readonly FoundRecord[] }

/** The tolerated difference in milliseconds between two clocks. */
const BEFORE_MS = 120_000
const NEWEST = {
  customers: 'NewestCustomers',
  products: 'NewestProducts',
  invoices: 'NewestInvoices',
  estimates: 'NewestEstimates',
} as const
const NONE: Finding = { kind: 'none' }

/** Returns functions that plan lookups among the newest records of a list, or of one record. */
function createLookups(sent: SentCommand) {
  const { businessId } = sent
  const newest = (list: keyof typeof NEWEST, isSame: (row: Row) => boolean): Lookup => ({
    operationName: NEWEST[list],
    variables: { businessId },
    find: (data) => findNew(rowsOf(data, list), sent.sentAtMs, isSame),
  })
  const record = (noun: FormName, judge: (row: Row | undefined) => boolean): Lookup => ({
    operationName: TO_EDIT[noun],
    variables: {
      businessId,
      id: sent.recordId,
      ...(noun === 'invoice' || noun === 'estimate' ? { withTaxes: false } : {}),
    },
    find: (data) => {
      const business = row(data['business'])
      const isThere = judge(row(business?.[noun]))
      return isThere ? { kind: 'one', id: sent.recordId } : NONE
    },
  })
  return { newest, record }
}

/** Plans how to find out whether a change of unknown outcome was made. Values that the provider filled in are not compared. */
export function planLookup(sent: SentCommand): Lookup {
  const { input, verb } = sent
  const { newest, record } = createLookups(sent)
  const kind = verb.startsWith('estimate') ? 'estimate' : 'invoice'
  switch (verb) {
    case 'customer-create':
      return newest('customers', (found) => isSameText(found['name'], input['name']))
    case 'product-create':
      return newest(
        'products',
        (found) =>
          isSameText(found['name'], input['name']) && isSameNumber(found['unitPrice'], input['unitPrice']),
      )
    case 'invoice-create':
    case 'estimate-create':
      return newest(`${kind}s`, (found) => isSameDocument(found, input, `${kind}Date`))
    case 'customer-patch':
      return record('customer', (found) => found !== undefined && hasFields(found, input))
    case 'product-patch':
      return record('product', (found) => found !== undefined && hasFields(found, input))
    case 'invoice-patch':
    case 'estimate-patch':
      return record(kind, (found) => found !== undefined && isSameDocument(found, input, `${kind}Date`))
    case 'invoice-approve':
    case 'estimate-approve':
      return record(kind, (found) => found !== undefined && found['status'] !== 'DRAFT')
    case 'invoice-send':
    case 'estimate-send':
      return record(kind, (found) => isSince(found?.['lastSentAt'], sent.sentAtMs))
    case 'invoice-delete':
      return record('invoice', (found) => found === undefined)
    case 'payment-create':
      return record('invoice', (found) =>
        list(found?.['payments']).some(
          (payment) =>
            isSince(payment['createdAt'], sent.sentAtMs) &&
            isSameText(payment['paymentDate'], input['paymentDate']) &&
            isSameNumber(payment['amount'], input['amount']),
        ),
      )
    case 'payment-delete':
      return record('invoice', (found) =>
        found === undefined ? false : !list(found['payments']).some(({ id }) => id === input['id']),
      )
    case 'estimate-accept':
      return record('estimate', (found) => found?.['status'] === 'ACCEPTED')
    case 'estimate-reopen':
      return record('estimate', (found) => found !== undefined && found['status'] !== 'ACCEPTED')
    case 'estimate-convert':
      return record('estimate', (found) => found?.['status'] === 'CONVERTED')
    case 'estimate-delete':
      return record('estimate', (found) => found === undefined || found['status'] === 'DELETED')
  }
}

function findNew(rows: readonly Row[], sentAtMs: number, isSame: (row: Row) => boolean): Finding {
  const found = rows.filter((candidate) => isSince(candidate['createdAt'], sentAtMs) && isSame(candidate))
  const [only] = found
  if (only === undefined) return NONE
  if (found.length === 1) return { kind: 'one', id: String(only['id']) }
  return {
    kind: 'several',
    found: found.map((candidate) => ({
      id: String(candidate['id']),
      label: String(candidate['invoiceNumber'] ?? candidate['estimateNumber'] ?? candidate['name']),
    })),
  }
}

function isSameDocument(found: Row, input: Row, dateField: 'invoiceDate' | 'estimateDate'): boolean {
  const [items, wanted] = [list(found['items']), list(input['items'])]
  return (
    row(found['customer'])?.['id'] === input['customerId'] &&
    (input[dateField] === undefined || isSameText(found[dateField], input[dateField])) &&
    (input['dueDate'] === undefined || isSameText(found['dueDate'], input['dueDate'])) &&
    items.length === wanted.length &&
    items.every((item, index) => {
      const other = wanted[index] ?? {}
      return (
        row(item['product'])?.['id'] === other['productId'] &&
        isSameNumber(item['quantity'], other['quantity'] ?? '1') &&
        (other['unitPrice'] === undefined || isSameNumber(item['unitPrice'], other['unitPrice']))
      )
    })
  )
}

/** Returns whether the record has every text field of the input. Blank and missing are equal. */
function hasFields(found: Row, input: Row): boolean {
  return Object.entries(input).every(([name, value]) => {
    if (!(name in found)) return true
    if (name === 'unitPrice') return isSameNumber(found[name], value)
    return typeof value === 'object' && value !== null ? true : isSameText(found[name], value)
  })
}

function isSince(time: unknown, sentAtMs: number): boolean {
  return typeof time === 'string' && Date.parse(time) >= sentAtMs - BEFORE_MS
}

const trimmed = (text: unknown) => (typeof text === 'string' ? text.trim() : '')
const isSameText = (one: unknown, other: unknown) => trimmed(one) === trimmed(other)

/** Compares numbers by value: "12", "12.0" and "12.00" are equal. */
function isSameNumber(one: unknown, other: unknown): boolean {
  return plainNumber(one) === plainNumber(other)
}

function plainNumber(value: unknown): string | undefined {
  const read = readDecimal(String(value), 'en')
  if (read.kind !== 'number') return undefined
  return read.text.includes('.') ? read.text.replace(/\.?0+$/, '') : read.text
}

function rowsOf(data: Row, name: string): readonly Row[] {
  const connection = row(row(data['business'])?.[name])
  return list(connection?.['edges']).flatMap((edge) => rowOrNone(edge['node']))
}

function row(value: unknown): Row | undefined {
  return typeof value === 'object' && value !== null ? (value as Row) : undefined
}

function rowOrNone(value: unknown): readonly Row[] {
  const found = row(value)
  return found === undefined ? [] : [found]
}

function list(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.flatMap(rowOrNone) : []
}
