import type { InvoiceQuery } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { type usePartWords, useWords } from '#words/words.tsx'

type OneInvoice = NonNullable<NonNullable<InvoiceQuery['business']>['invoice']>
type InvoiceItem = NonNullable<OneInvoice['items']>[number]

/** A line of an invoice or estimate. Amounts and numbers are decimal text. */
type SoldItem = Omit<InvoiceItem, '__typename' | 'taxes'> & Partial<Pick<InvoiceItem, 'taxes'>>

/** The lines and sums of an invoice or estimate, in one currency. Without an amount due the total is the last line. */
type Sold = Pick<OneInvoice, 'subtotal' | 'discountTotal' | 'taxTotal' | 'total'> &
  Partial<Pick<OneInvoice, 'amountPaid' | 'amountDue'>> & {
    readonly currency: { readonly code: string }
    readonly items: readonly SoldItem[] | null
  }

/** Removes the amounts due and paid, which drafts and estimates do not have. */
export function withoutDebt({ amountDue: _due, amountPaid: _paid, ...sold }: Sold): Sold {
  return sold
}

/** Returns true if a decimal text is zero, without converting it to a number. */
function isZero(value: string): boolean {
  return !/[1-9]/.test(value)
}

/** Shows the link to the customer at the start of the line below the heading; nothing if customers may not be seen. */
export function SoldTo(props: {
  readonly customer?: { readonly id: string; readonly name: string } | null | undefined
}) {
  const { customer } = props
  if (!customer) return null
  return (
    <>
      <AppLink to={detailPath('customer', customer.id)}>
        <bdi>{customer.name}</bdi>
      </AppLink>
      {' · '}
    </>
  )
}

/** Shows the lines of an invoice or estimate, and its sums. */
export function SoldItems(props: { readonly sold: Sold; readonly note?: string | undefined }) {
  const { sold } = props
  const { t, format, words } = useWords('sold')
  const amount = (value: string) => format.amount(value, sold.currency.code)
  const due = sold.amountDue?.value ?? '0'
  const paid = sold.amountPaid?.value ?? '0'
  const isDue = !isZero(due)
  return (
    <Card title={words.items}>
      {props.note !== undefined && <p className="note">{props.note}</p>}
      <table className="detail-ledger">
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col" className="number wide-only">
              {words.quantity}
            </th>
            <th scope="col" className="number wide-only">
              {words.price}
            </th>
            <th scope="col" className="number">
              {words.lineTotal}
            </th>
          </tr>
        </thead>
        <tbody>
          {sold.items === null ? (
            <tr>
              <td>{t.failure.partial.row}</td>
            </tr>
          ) : (
            sold.items.map((item) => <Item key={item.id} item={item} currency={sold.currency.code} />)
          )}
        </tbody>
        <tfoot>
          <Sum name={words.subtotal} amount={amount(sold.subtotal.value)} />
          {!isZero(sold.discountTotal.value) && (
            <Sum name={words.discount} amount={amount(`-${sold.discountTotal.value}`)} />
          )}
          {!isZero(sold.taxTotal.value) && <Sum name={words.taxes} amount={amount(sold.taxTotal.value)} />}
          <Sum name={words.total} amount={amount(sold.total.value)} rank={isDue ? 'sub' : 'final'} />
          {!isZero(paid) && <Sum name={words.paid} amount={amount(paid)} />}
          {isDue && <Sum name={dueName(sold, words)} amount={amount(due.replace('-', ''))} rank="final" />}
        </tfoot>
      </table>
    </Card>
  )
}

/** Returns the label of the amount due; for a credit note, of the amount to pay back. */
function dueName({ amountDue, total }: Sold, words: ReturnType<typeof usePartWords<'sold'>>): string {
  if (amountDue?.value.startsWith('-') !== true) return words.leftToPay
  return total.value.startsWith('-') ? words.leftToPayBack : words.overpaid
}

function Item({
  item,
  currency,
}: {
  readonly item: NonNullable<Sold['items']>[number]
  readonly currency: string
}) {
  const { format, words } = useWords('sold')
  const price = format.amount(item.unitPrice, currency)
  const quantity = format.number(item.quantity)
  const { name } = item.product ?? {}
  return (
    <tr>
      <td>
        {name !== undefined && <bdi className="line">{name}</bdi>}
        {item.description !== null && item.description !== name && (
          <bdi className="line note">{item.description}</bdi>
        )}
        <span className="phone-only note">{`${quantity} × ${price}`}</span>
        {(item.taxes ?? []).map(({ rate, amount }, index) =>
          rate === null || amount === null ? null : (
            // A tax occurs once per line, and the lines of an answer keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className="line note">
              {words.tax(format.percent(rate), format.amount(amount.value, currency))}
            </span>
          ),
        )}
      </td>
      <td className="number wide-only">{quantity}</td>
      <td className="number wide-only">{price}</td>
      <td className="number">{format.amount(item.subtotal.value, currency)}</td>
    </tr>
  )
}

/** Shows a sum below the rule; the final one has a double rule. */
function Sum(props: { readonly name: string; readonly amount: string; readonly rank?: 'sub' | 'final' }) {
  return (
    <tr className={props.rank === undefined ? 'sum' : `sum sum-${props.rank}`}>
      <th scope="row">{props.name}</th>
      <td className="wide-only" colSpan={2}>
        {'\u00a0'}
      </td>
      <td className="number">{props.amount}</td>
    </tr>
  )
}
