import { dayIn } from '#figures/day.ts'
import { DocumentLinks } from '#lists/detail-screen.tsx'
import { Card, Row, Rows } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { invoiceJourney, type JourneyStep, type OneInvoice } from './invoice-figures.ts'

/** How far an invoice came, step by step; days are those of the business. */
export function InvoiceTimeline(props: { readonly invoice: OneInvoice; readonly zone: string | null }) {
  const { invoice, zone } = props
  const { format, nowMs } = useWords()
  const words = usePartWords('invoices')
  const today = dayIn({ zone, instant: new Date(nowMs).toISOString() })
  // The due day is known from the beginning; the step is taken when it has come.
  const isTaken = ({ at }: JourneyStep) => at !== undefined && !('day' in at && at.day > today)
  const names: Readonly<Record<JourneyStep['kind'], string>> = {
    created: words.created,
    sent: words.sent,
    opened: words.opened,
    due: words.dueStep,
    paid: words.paidStep,
  }
  return (
    <Card title={words.journey}>
      <ol className="journey">
        {invoiceJourney(invoice).map((step) => (
          <li key={step.kind} className={isTaken(step) ? 'journey-done' : 'journey-open'}>
            <span>{names[step.kind]}</span>
            <span className="muted">
              {step.at === undefined
                ? words.notYet
                : format.day('day' in step.at ? step.at.day : dayIn({ zone, instant: step.at.instant }))}
            </span>
          </li>
        ))}
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
