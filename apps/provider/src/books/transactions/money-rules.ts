import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { exchangeMoney } from '@counterfoil/money/money'
import { shareByWeight } from '@counterfoil/money/share'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { isTooLarge } from '#books/book-limits.ts'
import { readAmountMinor } from '#books/documents/amounts.ts'
import { inputFault, notFoundFault, type InputErrorCode, type InputFault } from '#books/input-faults.ts'
import { buildEntry, type Entry, type EntryLine } from '#books/ledger/entry.ts'
import type { Books } from '#books/open-books.ts'
import {
  knownAccountSubtype,
  normalBalanceOf,
  type AccountSubtypeValue,
} from '#books/reference/reference-data.ts'
import type { DraftLine, DraftTax, LineDirection, MoneyDraft } from './money-input.ts'

/** The fields of an account that a line uses. */
export type MoneyAccount = {
  readonly id: RowId<'Account'>
  readonly currency: Currency
  readonly subtypeValue: AccountSubtypeValue
  readonly isArchived: boolean
  /** True if only the system posts to the account: receivables, credits, and exchange gains and losses. */
  readonly isSystem: boolean
}

/** The fields of a sales tax that a line uses. */
export type MoneyTax = {
  readonly id: RowId<'SalesTax'>
  readonly accountId: RowId<'Account'>
  readonly isRecoverable: boolean
  readonly isArchived: boolean
}

/** The rows of the books that drafts refer to. */
export type MoneyFacts = {
  readonly books: Books
  account(id: RowId<'Account'>): MoneyAccount | undefined
  tax(named: DraftTax['named']): MoneyTax | undefined
  customer(id: RowId<'Customer'>): { readonly isArchived: boolean } | undefined
  /** Returns the exchange rate last used up to that day: units of the business's currency for one unit of `currency`. */
  rate(currency: Currency, day: string): Decimal | undefined
}

type Judged =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly faults: readonly InputFault[] }

/** A complete line. The amount is signed, debits positive, in the currency of the anchor. */
type SettledLine = Omit<EntryLine, 'amountMinor' | 'baseMinor' | 'book'> & {
  readonly signed: bigint
  readonly currency: Currency
}

/**
 * Returns the entry for a draft, or all its faults. The anchor is converted once to the currency of the business; the lines share
 * the result by the largest remainder method.
 */
export function judgeMoneyDraft(draft: MoneyDraft, facts: MoneyFacts): Judged {
  const faults: InputFault[] = []
  const refuse = (place: readonly string[], code: InputErrorCode, message: string) =>
    void faults.push(inputFault(place, code, message))
  const [anchor] = draft.lines
  const currency = findAccount(anchor, facts)?.currency ?? facts.books.currency
  const settled = draft.lines.flatMap((line) => settleLine({ draft, line, currency, facts, faults }))
  if (faults.length > 0) return { kind: 'refused', faults }

  const amountPlace = [...anchor.place, 'amount']
  if (settled.reduce((sum, { signed }) => sum + signed, 0n) !== 0n) {
    refuse(amountPlace, 'UNBALANCED', 'The lines and their taxes do not come to this amount.')
    return { kind: 'refused', faults }
  }
  const rate = rateOf(draft, currency, facts)
  if (rate === undefined) {
    const message = `There is no exchange rate of ${currency.code} up to this day.`
    refuse([...anchor.place, 'accountId'], 'CURRENCY_MISMATCH', message)
    return { kind: 'refused', faults }
  }
  const lines = convertLines(settled, { currency, rate, base: facts.books.currency })
  if (lines.some(({ baseMinor }) => isTooLarge(baseMinor))) {
    refuse(amountPlace, 'OUT_OF_RANGE', `The amount is too large in ${facts.books.currency.code}.`)
    return { kind: 'refused', faults }
  }
  const { kind, day, description, notes, externalId, origin, createdAt } = draft
  return {
    kind: 'entry',
    entry: buildEntry({ kind, day, description, notes, externalId, origin, createdAt }, lines),
  }
}

function settleLine(at: {
  readonly draft: MoneyDraft
  readonly line: DraftLine
  readonly currency: Currency
  readonly facts: MoneyFacts
  readonly faults: InputFault[]
}): readonly SettledLine[] {
  const { draft, line, currency, facts, faults } = at
  const account = judgeAccount(line, currency, facts, faults)
  const signed = readSigned([...line.place, 'amount'], line.amount, currency, faults)
  const customerId = judgeCustomer(line, facts, faults)
  const taxes = line.taxes.map((tax) => ({
    tax: judgeTax(tax, facts, faults),
    signed: readSigned([...tax.place, 'amount'], tax.amount, currency, faults),
  }))
  findTaxTwice(line, taxes, faults)
  if (account === undefined || faults.length > 0) return []
  const sign = isDebit(line.direction, account.subtypeValue) ? 1n : -1n
  const about = { customerId, description: line.description }
  return [
    { accountId: account.id, currency: account.currency, signed: sign * signed, ...about },
    ...taxes.flatMap(({ tax, signed: amount }) => {
      if (tax === undefined) return []
      // Tax that was paid and cannot be recovered is part of the cost of its line.
      const isOwn = draft.kind === 'DEPOSIT' || tax.isRecoverable
      const on = isOwn
        ? { accountId: tax.accountId, currency: facts.books.currency }
        : { accountId: account.id, currency: account.currency }
      return [{ ...on, signed: sign * amount, ...about }]
    }),
  ]
}

function judgeAccount(
  line: DraftLine,
  anchorCurrency: Currency,
  facts: MoneyFacts,
  faults: InputFault[],
): MoneyAccount | undefined {
  const place = [...line.place, 'accountId']
  const account = findAccount(line, facts)
  if (account === undefined) faults.push(notFoundFault(place, 'Account', line.accountSent))
  else if (account.isSystem) {
    faults.push(inputFault(place, 'SYSTEM_ACCOUNT', 'Only the system itself enters on this account.'))
  } else if (account.isArchived) {
    faults.push(inputFault(place, 'ARCHIVED', 'This account is archived.'))
  } else if (![anchorCurrency.code, facts.books.currency.code].includes(account.currency.code)) {
    const message = `This account is kept in ${account.currency.code}.`
    faults.push(inputFault(place, 'CURRENCY_MISMATCH', message))
  }
  return account
}

function findAccount({ accountSent }: DraftLine, facts: MoneyFacts): MoneyAccount | undefined {
  const id = parseRowId('Account', accountSent, facts.books.businessId)
  return id && facts.account(id)
}

function judgeCustomer(
  line: DraftLine,
  facts: MoneyFacts,
  faults: InputFault[],
): RowId<'Customer'> | undefined {
  if (line.customerSent === undefined) return undefined
  const place = [...line.place, 'customerId']
  const id = parseRowId('Customer', line.customerSent, facts.books.businessId)
  const customer = id && facts.customer(id)
  if (customer === undefined) faults.push(notFoundFault(place, 'Customer', line.customerSent))
  else if (customer.isArchived) faults.push(inputFault(place, 'ARCHIVED', 'This customer is archived.'))
  return id
}

function judgeTax(draft: DraftTax, facts: MoneyFacts, faults: InputFault[]): MoneyTax | undefined {
  const place = [...draft.place, fieldOf(draft)]
  const tax = facts.tax(draft.named)
  if (tax === undefined) faults.push(notFoundFault(place, 'Sales tax', draft.named.sent))
  else if (tax.isArchived) faults.push(inputFault(place, 'ARCHIVED', 'This sales tax is archived.'))
  return tax
}

function findTaxTwice(
  line: DraftLine,
  taxes: readonly { readonly tax: MoneyTax | undefined }[],
  faults: InputFault[],
): void {
  for (const [index, { tax }] of taxes.entries()) {
    const first = taxes.findIndex((other) => other.tax?.id === tax?.id)
    const draft = line.taxes[index]
    if (tax === undefined || first === index || draft === undefined) continue
    faults.push(
      inputFault([...draft.place, fieldOf(draft)], 'NOT_UNIQUE', 'This sales tax is in the line already.'),
    )
  }
}

function fieldOf({ named }: DraftTax): 'salesTaxId' | 'abbreviation' {
  return named.by === 'id' ? 'salesTaxId' : 'abbreviation'
}

/** Parses a positive amount. */
function readSigned(
  place: readonly string[],
  text: string,
  currency: Currency,
  faults: InputFault[],
): bigint {
  const amount = readAmountMinor(text, currency)
  if (amount === 'OUT_OF_RANGE') faults.push(inputFault(place, 'OUT_OF_RANGE', 'The amount is too large.'))
  else if (amount === 'INVALID' || amount <= 0n) {
    faults.push(inputFault(place, 'INVALID', `The amount must be above zero in ${currency.code}.`))
  } else return amount
  return 0n
}

function isDebit(direction: LineDirection, subtypeValue: AccountSubtypeValue): boolean {
  const growsOnDebit = normalBalanceOf(knownAccountSubtype(subtypeValue)) === 'DEBIT'
  switch (direction) {
    case 'CREDIT':
      return false
    case 'DEBIT':
      return true
    case 'DECREASE':
      return !growsOnDebit
    case 'INCREASE':
      return growsOnDebit
  }
}

function rateOf({ day }: MoneyDraft, currency: Currency, { books, rate }: MoneyFacts): Decimal | undefined {
  return currency.code === books.currency.code ? { units: 1n, scale: 0 } : rate(currency, day)
}

function convertLines(
  [anchor, ...others]: readonly SettledLine[],
  { currency, rate, base }: { readonly currency: Currency; readonly rate: Decimal; readonly base: Currency },
): readonly EntryLine[] {
  if (anchor === undefined) return []
  const converted = exchangeMoney({ minorUnits: anchor.signed, currency }, rate, base).minorUnits
  const shares = shareByWeight(
    -converted,
    others.map(({ signed }) => signed),
  )
  return [anchor, ...others].map(({ signed, currency: own, ...line }, index) => {
    const baseMinor = index === 0 ? converted : (shares[index - 1] ?? 0n)
    const amountMinor = own.code === currency.code ? signed : baseMinor
    return { ...line, book: 0, amountMinor, baseMinor }
  })
}
