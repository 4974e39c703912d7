import { Card } from '#ui/card.tsx'
import { INVOICE_WORDS } from '#words/invoice-words.ts'
import { useWords } from '#words/words.tsx'
import { isZero, type InvoiceLine, type OneInvoice } from './invoice-figures.ts'

/** What was sold, line for line, and what it comes to. */
export function InvoiceItems(props: { readonly invoice: OneInvoice }) {
  const { invoice } = props
  const { t, locale, format } = useWords()
  const words = INVOICE_WORDS[locale]
  const amount = (value: string) => format.amount(value, invoice.currency.code)
  const isDue = !isZero(invoice.amountDue.value)
  return (
    <Card title={words.items}>
      {invoice.status === 'DRAFT' && <p className="note">{words.draftNote}</p>}
      <table className="ledger">
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
          {invoice.items === null ? (
            <tr>
              <td>{t.failure.partial.row}</td>
            </tr>
          ) : (
            invoice.items.map((item) => <Item key={item.id} item={item} currency={invoice.currency.code} />)
          )}
        </tbody>
        <tfoot>
          <Sum name={words.subtotal} amount={amount(invoice.subtotal.value)} />
          {!isZero(invoice.discountTotal.value) && (
            <Sum name={words.discount} amount={amount(`-${invoice.discountTotal.value}`)} />
          )}
          {!isZero(invoice.taxTotal.value) && (
            <Sum name={words.taxes} amount={amount(invoice.taxTotal.value)} />
          )}
          <Sum name={words.total} amount={amount(invoice.total.value)} rank={isDue ? 'sub' : 'final'} />
          {!isZero(invoice.amountPaid.value) && (
            <Sum name={words.paid} amount={amount(invoice.amountPaid.value)} />
          )}
          {isDue && (
            <Sum
              name={invoice.amountDue.value.startsWith('-') ? words.overpaid : words.leftToPay}
              amount={amount(invoice.amountDue.value.replace('-', ''))}
              rank="final"
            />
          )}
        </tfoot>
      </table>
    </Card>
  )
}

function Item(props: { readonly item: InvoiceLine; readonly currency: string }) {
  const { item, currency } = props
  const { locale, format } = useWords()
  const words = INVOICE_WORDS[locale]
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
        {item.taxes.map(({ rate, amount }, index) =>
          rate === null || amount === null ? null : (
            // One tax stands once on a line, and the lines of an answer keep their order.
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

/** A line below the rule; the last of them has a double one. */
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
