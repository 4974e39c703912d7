import { createFieldReader, type FieldReader, type InputFault } from '#books/input-faults.ts'
import type { EntryKind } from '#books/ledger/entry.ts'
import type {
  MoneyDepositTransactionCreateInput,
  MoneyTransactionCreateLineItemInput,
  MoneyTransactionDetails,
} from './transactions-schema.ts'

/** The direction of a line: debit or credit, or increase or decrease of the account's balance. */
export type LineDirection = 'CREDIT' | 'DEBIT' | 'DECREASE' | 'INCREASE'

/** A sales tax of a line, named by its id or by its abbreviation. */
export type DraftTax = {
  readonly place: readonly string[]
  readonly named: { readonly by: 'id' | 'abbreviation'; readonly sent: string }
  /** The amount as decimal text in the currency of the anchor. */
  readonly amount: string
}

/** A parsed line that changes an account. */
export type DraftLine = {
  /** The path in the input. */
  readonly place: readonly string[]
  readonly accountSent: string
  /** The amount as decimal text in the currency of the anchor. */
  readonly amount: string
  readonly direction: LineDirection
  readonly customerSent: string | undefined
  readonly description: string | undefined
  readonly taxes: readonly DraftTax[]
}

/** A requested deposit or withdrawal. Its first line is the anchor, whose currency applies to all amounts. */
export type MoneyDraft = {
  /** The path in the input. */
  readonly place: readonly string[]
  readonly kind: EntryKind & ('DEPOSIT' | 'WITHDRAWAL')
  readonly day: string
  readonly description: string
  readonly notes: string | undefined
  readonly externalId: string | undefined
  readonly origin: 'MANUAL' | 'ZAPIER' | undefined
  readonly createdAt: Date | undefined
  readonly lines: readonly [DraftLine, ...DraftLine[]]
}

const MAX_DESCRIPTION_CHARACTERS = 2000
const MAX_NOTES_CHARACTERS = 5000
const MAX_EXTERNAL_ID_CHARACTERS = 255
const LINES = { min: 1, max: 500 }
const FEES = { min: 0, max: 500 }
const TAXES = { min: 0, max: 10 }
const MAX_TRANSACTIONS = 1000

type Read<Value> = { readonly draft: Value; readonly faults: readonly InputFault[] }

export function readMoneyTransaction(input: MoneyTransactionDetails): Read<MoneyDraft> {
  const fields = createFieldReader()
  return { draft: readTransaction(fields, input), faults: fields.faults }
}

export function readMoneyTransactions(
  inputs: readonly MoneyTransactionDetails[],
): Read<readonly MoneyDraft[]> {
  const fields = createFieldReader()
  if (inputs.length === 0) fields.refuse('transactions', 'REQUIRED', 'transactions is required.')
  if (inputs.length > MAX_TRANSACTIONS) {
    fields.refuse('transactions', 'TOO_LONG', `transactions has more than ${MAX_TRANSACTIONS} entries.`)
    return { draft: [], faults: fields.faults }
  }
  const list = fields.within('transactions')
  const draft = inputs.map((input, index) => readTransaction(list.within(index), input))
  return { draft, faults: fields.faults }
}

export function readMoneyDeposit(input: MoneyDepositTransactionCreateInput): Read<MoneyDraft> {
  const fields = createFieldReader()
  const items = fields.within('lineItems')
  checkCount(fields, 'lineItems', input.lineItems, LINES)
  checkCount(fields, 'fees', input.fees ?? [], FEES)
  const draft: MoneyDraft = {
    place: [],
    kind: 'DEPOSIT',
    ...readHead(fields, input),
    externalId: fields.text('externalId', input.externalId, MAX_EXTERNAL_ID_CHARACTERS) ?? undefined,
    origin: input.origin,
    createdAt: input.createdAt ?? undefined,
    lines: [
      plainLine(fields.within('deposit'), input.deposit),
      ...(input.fees ?? []).map((fee, index) => plainLine(fields.within('fees').within(index), fee)),
      ...input.lineItems.map((item, index): DraftLine => {
        const own = items.within(index)
        checkCount(own, 'taxes', item.taxes, TAXES)
        return {
          ...plainLine(own, item),
          direction: 'CREDIT',
          customerSent: item.customerId ?? undefined,
          taxes: item.taxes.map(({ abbreviation, amount }, position) => ({
            place: own.within('taxes').within(position).place,
            named: { by: 'abbreviation', sent: abbreviation },
            amount: String(amount),
          })),
        }
      }),
    ],
  }
  return { draft, faults: fields.faults }
}

function readTransaction(fields: FieldReader, input: MoneyTransactionDetails): MoneyDraft {
  const { anchor } = input
  checkCount(fields, 'lineItems', input.lineItems, LINES)
  const items = fields.within('lineItems')
  return {
    place: fields.place,
    kind: anchor.direction,
    ...readHead(fields, input),
    externalId: fields.someText('externalId', input.externalId, MAX_EXTERNAL_ID_CHARACTERS),
    origin: undefined,
    createdAt: undefined,
    lines: [
      {
        ...plainLine(fields.within('anchor'), anchor),
        direction: anchor.direction === 'DEPOSIT' ? 'DEBIT' : 'CREDIT',
      },
      ...input.lineItems.map((item, index) => readLine(items.within(index), item)),
    ],
  }
}

function readLine(fields: FieldReader, item: MoneyTransactionCreateLineItemInput): DraftLine {
  checkCount(fields, 'taxes', item.taxes ?? [], TAXES)
  return {
    ...plainLine(fields, item),
    direction: item.balance,
    customerSent: item.customerId ?? undefined,
    description: fields.text('description', item.description, MAX_DESCRIPTION_CHARACTERS) ?? undefined,
    taxes: (item.taxes ?? []).map(({ salesTaxId, amount }, position): DraftTax => ({
      place: fields.within('taxes').within(position).place,
      named: { by: 'id', sent: salesTaxId },
      amount,
    })),
  }
}

/** Returns a debit line with an account and amount only. */
function plainLine(
  { place }: FieldReader,
  { accountId, amount }: { readonly accountId: string; readonly amount: string | number },
): DraftLine {
  // The shortest text of a number of up to 15 digits is the text that was sent.
  const text = String(amount)
  return {
    place,
    accountSent: accountId,
    amount: text,
    direction: 'DEBIT',
    customerSent: undefined,
    description: undefined,
    taxes: [],
  }
}

function readHead(
  fields: FieldReader,
  input: { readonly date: string; readonly description: string; readonly notes?: string | null },
) {
  return {
    day: fields.day('date', input.date) ?? input.date,
    description: fields.someText('description', input.description, MAX_DESCRIPTION_CHARACTERS) ?? '',
    notes: fields.text('notes', input.notes, MAX_NOTES_CHARACTERS) ?? undefined,
  }
}

function checkCount(
  fields: FieldReader,
  name: string,
  list: readonly unknown[],
  { min, max }: { readonly min: number; readonly max: number },
) {
  if (list.length < min) fields.refuse(name, 'REQUIRED', `${name} is required.`)
  if (list.length > max) fields.refuse(name, 'TOO_LONG', `${name} has more than ${max} entries.`)
}
