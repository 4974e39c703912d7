import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { didNotLoad, type Failure } from '#data/failure.ts'
import type { BusinessDetailsQuery } from '#gql/operations.ts'
import { Row } from '#ui/rows.tsx'
import { WaitingPlace } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { addressLines } from '#ui/address.ts'

type Business = NonNullable<BusinessDetailsQuery['business']>

/** What the provider says of the business, row by row; each says so when it did not load. */
export function BusinessRows(props: { readonly business: Business; readonly failure: Failure | undefined }) {
  const { business, failure } = props
  const { t, format } = useWords()
  const { trades } = usePartWords('connection_page')
  const isMissing = (field: string) => didNotLoad(failure, `business.${field}`)
  const notGiven = (field: string) => (isMissing(field) ? t.failure.partial.row : t.home.notGiven)
  const { address, currency, timezone, type } = business
  return (
    <>
      <Row name={t.home.trade}>{type ? (trades[type.value] ?? type.name) : notGiven('type')}</Row>
      <Row name={t.home.address} tall>
        <Lines
          lines={[...addressLines(address, format), ...(isMissing('address') ? [t.failure.partial.row] : [])]}
          none={t.home.notGiven}
        />
      </Row>
      <Row name={t.home.currency}>{`${format.currencyName(currency.code)} (${currency.code})`}</Row>
      <Row name={t.home.timezone}>{timezone ? format.timeZone(timezone) : notGiven('timezone')}</Row>
    </>
  )
}

/** The same rows while they are on their way: what is pressed below them stays where it is. */
export function WaitingRows() {
  const { t } = useWords()
  const { trade, address, currency, timezone, plan } = t.home
  return [trade, address, currency, timezone, plan].map((name) => (
    <Row key={name} name={name} tall={name === address}>
      <WaitingPlace />
    </Row>
  ))
}

/** Whether its plan is active, as the connection tells it. */
export function PlanRow(props: { readonly connection: ConnectionView }) {
  const { t, format } = useWords()
  const { state, reason, since } = props.connection
  // A provider answers about a business only while its plan is active, if only in part.
  const isActive = state === 'connected' || state === 'limited' || reason === 'partial'
  const words =
    state === 'plan_ended'
      ? t.home.planEnded(format.date(since))
      : isActive
        ? t.home.planActive
        : t.home.planUnknown
  return <Row name={t.home.plan}>{words}</Row>
}

function Lines(props: { readonly lines: readonly string[]; readonly none: string }) {
  if (props.lines.length === 0) return props.none
  // Two lines of an address may be the same.
  return props.lines.map((line, index) => (
    <span key={`${index}:${line}`} className="line">
      {line}
    </span>
  ))
}
