import type { BusinessId } from '@counterfoil/oauth/ids'
import { parseRowId, type RowKind } from '#books/book-ids.ts'
import type { MoneyDraft } from './money-input.ts'

/**
 * Returns the canonical text of a draft. Drafts with the same content have the same text, whatever the form of their ids and the
 * trailing zeros of their amounts.
 */
export function canonicalTextOf(draft: MoneyDraft, businessId: BusinessId): string {
  const idOf = (kind: RowKind, sent: string | undefined) =>
    sent === undefined ? null : (parseRowId(kind, sent, businessId) ?? sent)
  const { kind, day, description, notes = null, externalId = null, origin = null, createdAt } = draft
  const lines = draft.lines.map((line) => [
    idOf('Account', line.accountSent),
    plainAmount(line.amount),
    line.direction,
    idOf('Customer', line.customerSent),
    line.description ?? null,
    line.taxes.map(({ named, amount }) => [
      named.by === 'id' ? idOf('SalesTax', named.sent) : named.sent.trim().toLowerCase(),
      plainAmount(amount),
    ]),
  ])
  return JSON.stringify([kind, day, description, notes, externalId, origin, createdAt ?? null, lines])
}

function plainAmount(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
