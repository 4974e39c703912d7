import { invoiceJourney, type JourneyStep, type OneInvoice } from '#features/invoices/invoice-figures.ts'
import { dayIn } from '#figures/day.ts'
import { DocumentLinks } from '#lists/detail-screen.tsx'
import { Card, Row, Rows } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** How far an invoice came, step by step; days are those of the business. */
export function InvoiceTimeline(props: { readonly invoice: OneInvoice; readonly zone: string | null }) {
  const { invoice, zone } = props
  const { format, nowMs } = useWords()
  const words = usePartWords('invoices')
  const today = dayIn({ zone, instant: new Date(nowMs).toISOString() })
  const dayOf = ({ at }: JourneyStep) => at && ('day' in at ? at.day : dayIn({ zone, instant: at.instant }))
  return (
    <Card title={words.journey}>
      <ol className="journey">
        {invoiceJourney(invoice).map((step) => {
          const day = dayOf(step)
          // The due day is known from the beginning; the step is taken when it has come.
          const isTaken = day !== undefined && (day ?? '') <= today
          return (
            <li key={step.kind} className={isTaken ? 'journey-done' : 'journey-open'}>
              <span>{words[step.kind]}</span>
              <span className="muted">
                {day === undefined ? words.notYet : day === null ? '–' : format.day(day)}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** What else is on it, and where its papers are. */
export function InvoicePapers(props: {
  readonly invoice: OneInvoice
  readonly businessCurrency: string | undefined
}) {
  const { invoice, businessCurrency } = props
  const { format } = useWords()
  const words = usePartWords('invoices')
  const { code } = invoice.currency
  const rate =
    businessCurrency === undefined || businessCurrency === code
      ? undefined
      : words.rate(`1 ${code}`, `${format.number(invoice.exchangeRate)} ${businessCurrency}`)
  return (
    <Card title={words.facts}>
      <Rows>
        <Row name={words.date}>{format.day(invoice.invoiceDate)}</Row>
        <Row name={words.due}>{format.day(invoice.dueDate)}</Row>
        {rate !== undefined && <Row name={words.rateLabel}>{rate}</Row>}
        {invoice.poNumber !== null && (
          <Row name={words.order}>
            <bdi>{invoice.poNumber}</bdi>
          </Row>
        )}
        {invoice.memo !== null && (
          <Row name={words.memo}>
            <bdi>{invoice.memo}</bdi>
          </Row>
        )}
      </Rows>
      <DocumentLinks document={invoice} words={words} />
    </Card>
  )
}
