import { oneCustomerVariables } from '#features/customers/customer-address.ts'
import { minorText, parseMinorUnitValue, sumMinor } from '#figures/amount.ts'
import { daysBetween } from '#figures/day.ts'
import { StatementDocument, type StatementQuery } from '#generated/operations.ts'
import { DetailScreen, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { csvFileName, printCsv } from '#lists/csv.ts'
import { saveFile } from '#lists/save-list-client.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath } from '#navigation/paths.ts'
import { LedgerTable } from '#pictures/ledger-table.tsx'
import { Button } from '#ui/action-button.tsx'
import { addressLines } from '#ui/address.ts'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'

type Business = NonNullable<StatementQuery['business']>
type OpenRow = NonNullable<NonNullable<Business['open']>['edges'][number]['node']>

/** Shows the unpaid invoices of a customer on a page to print or send. */
export function StatementScreen({ connection, id }: RecordOfConnection) {
  const words = usePartWords('customers')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="invoice:read"
      document={StatementDocument}
      variables={oneCustomerVariables(connection, id)}
      pick={({ business }) => business?.customer}
      title={({ name }) => words.statement.title(name)}
      listPath={detailPath('customer', id)}
      texts={{ ...words, toAll: words.statement.back }}
    >
      {(customer, { business }) => business && <Statement business={business} customer={customer} />}
    </DetailScreen>
  )
}

function Statement(props: {
  readonly business: Business
  readonly customer: NonNullable<Business['customer']>
}) {
  const { business, customer } = props
  const { format } = useWords()
  const words = usePartWords('customers')
  const today = useToday(business.timezone)
  const rows = (business.open?.edges ?? []).flatMap(({ node }) => node ?? [])
  const count = business.open?.pageInfo.totalCount ?? rows.length
  const byCurrency = [...Map.groupBy(rows, ({ amountDue }) => amountDue.currency.code)]
  return (
    <>
      <div className="columns">
        {[business, customer].map(({ id, name, address }) => (
          <p key={id}>
            {[name, ...addressLines(address, format)].map((line) => (
              <bdi key={line} className="line">
                {line}
              </bdi>
            ))}
          </p>
        ))}
      </div>
      <p>{words.statement.asOf(format.day(today))}</p>
      {rows.length === 0 && <p>{words.noneOpen}</p>}
      {count > rows.length && (
        <p>{words.statement.firstOf({ shown: rows.length, count: format.count(count) })}</p>
      )}
      {byCurrency.map(([code, own]) => (
        <OpenTable key={code} rows={own} today={today} />
      ))}
      {rows.length > 0 && (
        <p className="actions">
          <Button onClick={() => print()}>{words.statement.print}</Button>
          <Button variant="quiet" onClick={() => save({ business, customer, rows, today, words })}>
            {words.statement.csv}
          </Button>
        </p>
      )}
    </>
  )
}

/** Shows the open invoices in one currency, oldest first, and their sum. */
function OpenTable({ rows, today }: { readonly rows: readonly OpenRow[]; readonly today: string }) {
  const { format, words } = useWords('customers')
  const { code, exponent } = rows[0]?.amountDue.currency ?? { code: '', exponent: 2 }
  const dueMinor = sumMinor(rows.map(({ amountDue }) => parseMinorUnitValue(amountDue.minorUnitValue)))
  const amount = (value: string) => format.amount(value, code)
  return (
    <section className="card picture">
      <LedgerTable
        table={{
          caption: words.open,
          head: [
            words.statement.invoice,
            words.statement.due,
            words.statement.total,
            words.statement.paid,
            words.statement.stillOpen,
          ],
          rows: rows.map(({ id, invoiceNumber, invoiceDate, dueDate, total, amountDue }) => ({
            key: id,
            name: (
              <>
                <AppLink to={detailPath('invoice', id)}>
                  <bdi>{invoiceNumber}</bdi>
                </AppLink>{' '}
                <span className="muted">{format.day(invoiceDate)}</span>
              </>
            ),
            cells: [
              dueDate < today
                ? `${format.day(dueDate)}, ${words.late(daysBetween({ from: dueDate, to: today }))}`
                : format.day(dueDate),
              amount(total.value),
              amount(paidOf({ total, amountDue })),
              amount(amountDue.value),
            ],
          })),
          total: {
            key: 'total',
            name: words.statement.total,
            cells: ['', '', '', amount(minorText({ minor: dueMinor, exponent }))],
          },
        }}
      />
    </section>
  )
}

/** Returns the paid amount as decimal text. */
function paidOf({ total, amountDue }: Pick<OpenRow, 'total' | 'amountDue'>): string {
  const minor = sumMinor([
    parseMinorUnitValue(total.minorUnitValue),
    -parseMinorUnitValue(amountDue.minorUnitValue),
  ])
  return minorText({ minor, exponent: amountDue.currency.exponent })
}

function save(about: {
  readonly business: Business
  readonly customer: { readonly name: string }
  readonly rows: readonly OpenRow[]
  readonly today: string
  readonly words: ReturnType<typeof usePartWords<'customers'>>
}): void {
  const { business, customer, rows, today, words } = about
  const head = [
    words.statement.invoice,
    words.statement.date,
    words.statement.due,
    words.statement.total,
    words.statement.paid,
    words.statement.stillOpen,
    words.currency,
  ]
  const lines = rows.map((row) => [
    { text: row.invoiceNumber },
    ...[row.invoiceDate, row.dueDate, row.total.value, paidOf(row), row.amountDue.value].map((value) => ({
      value,
    })),
    { value: row.amountDue.currency.code },
  ])
  saveFile(csvFileName({ business: business.name, list: customer.name, day: today }), [printCsv(head, lines)])
}
