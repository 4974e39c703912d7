import { type FigureCurrency, parseMinorUnitValue, percentOf, sumMinor } from './amount.ts'
import { findSince, firstDayOfYearUntil, monthOf, monthsUntil, type Since } from './day.ts'
import { comparableOf, type Conversion } from './own-currency.ts'
import { compareTexts, countInvoices, type InvoiceHead, type PictureFacts } from './picture-facts.ts'

interface SoldRow extends InvoiceHead {
  readonly invoiceDate: string
  readonly discountTotal: { readonly minorUnitValue: string }
  readonly items:
    | readonly {
        readonly product: { readonly id: string; readonly name: string }
        readonly subtotal: { readonly minorUnitValue: string }
      }[]
    | null
}

interface ProductRow {
  readonly id: string
  readonly name: string
  /** The sold amount in minor units, before taxes and discounts of whole invoices. */
  readonly minor: number
  readonly percent: number
  /** The amounts by month, as many as {@link WhatSellsModel.months}. */
  readonly months: readonly number[]
}

export interface WhatSellsModel extends PictureFacts {
  readonly form: 'full' | 'empty'
  readonly since: Since
  readonly totalMinor: number
  /** The months as `YYYY-MM`; the last one is the current one. */
  readonly months: readonly string[]
  /** All products, largest amount first. */
  readonly rows: readonly ProductRow[]
  /** The discounts of whole invoices, which are not divided among the products. Minor units. */
  readonly discounts: { readonly invoices: number; readonly minor: number }
}

/** Builds P7: invoice lines by product, in the twelve whole months before the current one and in that month. */
export function buildWhatSells(
  rows: readonly SoldRow[],
  about: { readonly today: string; readonly currency: FigureCurrency; readonly partial: boolean },
): WhatSellsModel {
  const { today } = about
  const first = firstDayOfYearUntil(today)
  const inTime = rows.filter(({ invoiceDate }) => invoiceDate >= first && invoiceDate <= today)
  const { counted, excluded } = countInvoices(inTime)
  const conversion = comparableOf(counted, about.currency)
  const months = monthsUntil(today)
  const sums = sumProducts(counted, { months, conversion })
  const totalMinor = sumMinor(sums.map(({ minor }) => minor))
  const discounts = counted
    .map((row) => ({ row, minor: parseMinorUnitValue(row.discountTotal.minorUnitValue) }))
    .filter(({ minor }) => minor > 0)
  return {
    form: sums.length === 0 ? 'empty' : 'full',
    since: findSince(counted, today),
    totalMinor,
    months,
    rows: sums
      .toSorted((one, other) => other.minor - one.minor || compareTexts(one.id, other.id))
      .map((row) => ({ ...row, percent: percentOf({ part: row.minor, total: totalMinor }) })),
    discounts: { invoices: discounts.length, minor: conversion.sum(discounts).minor },
    from: { invoices: counted.length },
    excluded,
    partial: about.partial || counted.some(({ items }) => items === null),
    isAbout: conversion.kind === 'about',
  }
}

type Sum = Omit<ProductRow, 'percent'>

function sumProducts(
  rows: readonly SoldRow[],
  { months, conversion }: { readonly months: readonly string[]; readonly conversion: Conversion },
): readonly Sum[] {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const place = months.indexOf(monthOf(row.invoiceDate))
    for (const { product, subtotal } of row.items ?? []) {
      const sold = conversion.sum([{ row, minor: parseMinorUnitValue(subtotal.minorUnitValue) }]).minor
      const { id, name } = product
      const known = sums.get(id) ?? { id, name, minor: 0, months: months.map(() => 0) }
      sums.set(id, {
        ...known,
        minor: sumMinor([known.minor, sold]),
        months: known.months.map((minor, at) => (at === place ? sumMinor([minor, sold]) : minor)),
      })
    }
  }
  return [...sums.values()]
}
