import { dayIn } from '#figures/day.ts'
import { EstimateDocument } from '#generated/operations.ts'
import { DetailScreen, DocumentLinks, Facts, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { SoldItems, SoldTo, withoutDebt } from '#lists/sold-items.tsx'
import { statusName } from '#lists/status-name.ts'
import { PATHS } from '#navigation/paths.ts'
import { Card, Rows } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { EstimateActions } from './estimate-actions.tsx'
import { type OneEstimate, oneEstimateVariables } from './estimate-address.ts'

/** One estimate: for whom, what of, how far it came. */
export function EstimateScreen({ connection, id }: RecordOfConnection) {
  const words = usePartWords('estimates')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="estimate:read"
      document={EstimateDocument}
      variables={oneEstimateVariables(connection, id)}
      pick={({ business }) => business?.estimate}
      title={({ estimateNumber }) => words.one(estimateNumber)}
      lede={(estimate) => <Lede estimate={estimate} />}
      listPath={PATHS.estimates}
      texts={words}
    >
      {(found, { business }, readAgain) => (
        <>
          <EstimateActions connection={connection} estimate={found} onChanged={readAgain} />
          <div className="columns">
            <div className="column">
              <SoldItems sold={withoutDebt(found)} note={words.note} />
            </div>
            <div className="column">
              <EstimateFacts estimate={found} zone={business?.timezone ?? null} />
            </div>
          </div>
        </>
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
      {statusName(estimate.status, words)}
    </>
  )
}

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
        <Facts rows={rows} />
      </Rows>
      <DocumentLinks document={estimate} words={words} />
    </Card>
  )
}
