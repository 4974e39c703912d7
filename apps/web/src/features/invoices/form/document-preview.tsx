import { businessName } from '#connection/state-words.ts'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { nameField, priceField } from '#forms/choices/choices.ts'
import { readDecimal } from '#forms/decimal-text.ts'
import { useFormWords } from '#forms/form-fields.tsx'
import { Row, Rows } from '#ui/card.tsx'
import { useWords } from '#words/words.tsx'
import { countLines, type DocumentKind, OWN_FIELDS } from './invoice-input.ts'
import { SumRows, type Typed } from './sum-rows.tsx'

interface Previewed {
  readonly currency: { readonly code: string }
  readonly typed: Typed
}

/** Shows a page preview of the invoice or estimate as typed so far. */
export function DocumentPreview(props: Previewed & { readonly kind: DocumentKind }) {
  const { kind, currency, typed } = props
  const { values, totals } = typed
  const { session } = useSession()
  const { t, format } = useWords()
  const f = useFormWords()
  const connection = selectedConnection(session)
  const { date, number } = OWN_FIELDS[kind]
  const valueOf = (name: string) => values[name] || '–'
  const day = (name: string) => (values[name] ? format.day(values[name]) : '–')
  return (
    <section className="card" aria-label={f.act.preview}>
      <h2>{connection && businessName(connection, t)}</h2>
      <Rows>
        <Row name={f.field.invoiceNumber}>
          <bdi>{valueOf(number)}</bdi>
        </Row>
        <Row name={f.field.customerId}>
          <bdi>{valueOf(nameField('customerId'))}</bdi>
        </Row>
        <Row name={f.field[date]}>{day(date)}</Row>
        <Row name={kind === 'estimate' ? f.field.validUntil : f.field.dueDate}>{day('dueDate')}</Row>
      </Rows>
      <table className="detail-ledger">
        <tbody>
          {Array.from({ length: countLines(values) }, (_, index) => (
            <Line key={index} index={index} currency={currency} typed={typed} />
          ))}
        </tbody>
        <tfoot>
          <SumRows totals={totals} currency={currency} hasTotal />
        </tfoot>
      </table>
      <p>
        {(values['memo'] ?? '').split('\n').map((line, index) => (
          <span key={index} className="line">
            {line}
          </span>
        ))}
      </p>
    </section>
  )
}

function Line({ index, currency, typed }: Previewed & { readonly index: number }) {
  const { values, totals } = typed
  const { format, locale } = useWords()
  const valueOf = (field: string) => values[`items.${index}.${field}`] ?? ''
  const amount = (value: string | undefined) =>
    value === undefined ? '–' : format.amount(value, currency.code)
  const quantity = readDecimal(valueOf('quantity') || '1', locale)
  const price = readDecimal(valueOf('unitPrice'), locale)
  return (
    <tr>
      <th scope="row">
        <bdi>{valueOf(nameField('productId')) || '–'}</bdi>
        <span className="line note">
          <bdi>{valueOf('description')}</bdi>
        </span>
        <span className="line note">
          {quantity.kind === 'number' ? format.number(quantity.text) : '–'} ×{' '}
          {amount(price.kind === 'number' ? price.text : valueOf(priceField('productId')) || undefined)}
        </span>
      </th>
      <td className="number">{amount(totals?.lines[index])}</td>
    </tr>
  )
}
