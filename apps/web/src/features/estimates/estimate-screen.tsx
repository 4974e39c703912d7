import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { dayIn } from '#figures/day.ts'
import { EstimateDocument, type EstimateQuery } from '#generated/operations.ts'
import { DetailScreen, RecordDetail, useRecord } from '#lists/detail-screen.tsx'
import { SoldItems, SoldTo } from '#lists/sold-items.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Card, Row, Rows } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { oneEstimateVariables } from './estimate-address.ts'
import { estimateStatus } from './estimate-status.ts'

const NEEDS = 'estimate:read'

/** One estimate: for whom, what of, how far it came. */
export function EstimateScreen(props: { readonly connection: ConnectionView; readonly id: string }) {
  return <RecordDetail {...props} Content={Estimate} />
}

function Estimate(props: { readonly connection: ConnectionView; readonly id: string }) {
  const { connection, id } = props
  const words = usePartWords('estimates')
  const read = useRecord(EstimateDocument, oneEstimateVariables(connection, id), {
    connection,
    needs: NEEDS,
  })
  const business = read.data?.business
  const estimate = business?.estimate
  return (
    <DetailScreen
      connection={connection}
      needs={NEEDS}
      read={read}
      thing={estimate}
      title={estimate ? words.one(estimate.estimateNumber) : undefined}
      lede={estimate && <Lede estimate={estimate} />}
      listPath={PATHS.estimates}
      texts={words}
    >
      {(found: OneEstimate) => (
        <div className="columns">
          <div className="column">
            <SoldItems
              sold={{
                currency: found.currency,
                items: found.items,
                subtotal: found.subtotal,
                discountTotal: found.discountTotal,
                taxTotal: found.taxTotal,
                total: found.total,
              }}
              note={words.note}
            />
          </div>
          <div className="column">
            <EstimateFacts estimate={found} zone={business?.timezone ?? null} />
          </div>
        </div>
      )}
    </DetailScreen>
  )
}

/** For whom it is, and how it is. */
function Lede({ estimate }: { readonly estimate: OneEstimate }) {
  const words = usePartWords('estimates')
  return (
    <>
      <SoldTo customer={estimate.customer} />
      {estimateStatus(estimate.status, words)}
    </>
  )
}

/** An estimate with everything its page tells. Amounts are decimal text in its currency. */
type OneEstimate = NonNullable<NonNullable<EstimateQuery['business']>['estimate']>

/** Its days, what is paid in advance, and where its papers are; days are those of the business. */
function EstimateFacts(props: { readonly estimate: OneEstimate; readonly zone: string | null }) {
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
