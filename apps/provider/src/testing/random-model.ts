/** Draws whole numbers: from 0 to below `bound`. */
export type Draw = (bound: number) => number

/** Returns a generator of the same numbers for the same seed (mulberry32). */
export function drawsFrom(seed: number): Draw {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound)
  }
}

/** `rate` is the value of 10,000 units in the currency of the business: 10,000 for its own. */
export type ModelCurrency = { readonly code: string; readonly rate: bigint }

export type ModelInvoice = {
  readonly id: string
  readonly currency: ModelCurrency
  /** The amounts by account without the receivable; a debit is positive. An invoice in another currency has one line. */
  readonly lines: ReadonlyMap<string, bigint>
  readonly total: bigint
  isApproved: boolean
  readonly payments: ModelPayment[]
  /** The estimate that was converted to this invoice. */
  readonly estimate?: ModelEstimate
}

/** `base` is the value in the currency of the business on the day of the payment. */
export type ModelPayment = {
  readonly id: string
  readonly amount: bigint
  readonly base: bigint
  readonly isDeposit?: boolean
}

export type ModelEstimate = {
  readonly id: string
  readonly currency: ModelCurrency
  readonly lines: ReadonlyMap<string, bigint>
  readonly total: bigint
  isApproved: boolean
  readonly payments: ModelPayment[]
  /** The invoice of the converted estimate; undefined after that invoice was deleted. */
  invoice?: ModelInvoice | undefined
  /** True if the estimate was ever converted. It accepts no payments then. */
  isConverted?: boolean
}

/** A simple model of the books of a business: balances in minor units by the names of accounts. */
export type Model = {
  readonly balances: Map<string, bigint>
  readonly invoices: ModelInvoice[]
  readonly estimates: ModelEstimate[]
  readonly entered: { readonly input: Readonly<Record<string, unknown>>; readonly id: string }[]
  steps: number
}

/** The account of gains and losses on exchange together, because the order of the payments decides which of the two arises. */
export const ON_EXCHANGE = 'On exchange'

/** Converts an amount in minor units to the currency of the business. */
export function baseOf({ rate }: ModelCurrency, minor: bigint): bigint {
  return rounded(minor * rate, 10_000n)
}

export function paidOf({ payments }: { readonly payments: readonly ModelPayment[] }): bigint {
  return payments.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Returns the changes of balances by an invoice, by account. */
export function effectOfInvoice(invoice: ModelInvoice): ReadonlyMap<string, bigint> {
  const { currency, lines, total, payments, isApproved } = invoice
  const effect = new Map<string, bigint>()
  if (!isApproved) return effect
  const add = (account: string, minor: bigint) => effect.set(account, (effect.get(account) ?? 0n) + minor)
  for (const [account, minor] of lines) add(account, baseOf(currency, minor))
  const totalBase = baseOf(currency, total)
  const settled = rounded(totalBase * paidOf(invoice), total)
  add(nameIn('Accounts Receivable', currency), totalBase - settled)
  for (const { base, isDeposit } of payments)
    add(isDeposit === true ? nameIn('Customer Credits', currency) : 'Cash on Hand', base)
  add(ON_EXCHANGE, settled - payments.reduce((sum, { base }) => sum + base, 0n))
  return effect
}

/** Returns the changes of balances by the deposits of an estimate. */
export function effectOfEstimate({ currency, payments }: ModelEstimate): ReadonlyMap<string, bigint> {
  const base = payments.reduce((sum, payment) => sum + payment.base, 0n)
  return new Map([
    ['Cash on Hand', base],
    [nameIn('Customer Credits', currency), -base],
  ])
}

function nameIn(account: string, { code }: ModelCurrency): string {
  return code === 'CAD' ? account : `${account} (${code})`
}

/** Divides and rounds half away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator]
  return n < 0n ? -((-n * 2n + d) / (2n * d)) : (n * 2n + d) / (2n * d)
}
