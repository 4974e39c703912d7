import { dayIn } from '#figures/day.ts'
import type { EstimateQuery } from '#generated/operations.ts'
import { Card } from '#ui/card.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** An estimate with everything its page tells. Amounts are decimal text in its currency. */
export type OneEstimate = NonNullable<NonNullable<EstimateQuery['business']>['estimate']>

/** Its days, what is paid in advance, and where its papers are; days are those of the business. */
export function EstimateFacts(props: { readonly estimate: OneEstimate; readonly zone: string | null }) {
  const { estimate, zone } = props
  const { format } = useWords()
  const words = usePartWords('estimates')
  const day = (instant: string | null) =>
    instant === null ? words.notYet : format.day(dayIn({ zone, instant }))
  const amount = (value: string) => format.amount(value, estimate.currency.code)
  const rows = [
    [words.date, format.day(estimate.estimateDate)],
    [words.until, format.day(estimate.dueDate)],
    [words.sent, day(estimate.lastSentAt)],
    [words.opened, day(estimate.lastViewedAt)],
    [words.deposit, /[1-9]/.test(estimate.depositTotal.value) ? amount(estimate.depositTotal.value) : null],
    [words.depositPaid, /[1-9]/.test(estimate.amountPaid.value) ? amount(estimate.amountPaid.value) : null],
    [words.order, estimate.poNumber],
    [words.memo, estimate.memo],
  ] as const
  return (
    <Card title={words.facts}>
      <Rows>
        {rows
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <Row key={name} name={name}>
              <bdi>{value}</bdi>
            </Row>
          ))}
      </Rows>
      {estimate.status !== 'DRAFT' && (
        <p className="actions">
          <a href={estimate.pdfUrl} target="_blank" rel="noopener noreferrer">
            {words.pdf}
          </a>
          <a href={estimate.viewUrl} target="_blank" rel="noopener noreferrer">
            {words.page}
          </a>
        </p>
      )}
    </Card>
  )
}
