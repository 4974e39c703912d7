import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ReactNode } from 'react'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { ReadCard } from '#connection/read-card.tsx'
import { businessName } from '#connection/state-words.ts'
import { didNotLoad, type Failure } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { useBusinessData } from '#data/use-business-data.ts'
import { BusinessDetailsDocument, type BusinessDetailsQuery } from '#generated/operations.ts'
import { addressLines } from '#ui/address.ts'
import { Row } from '#ui/card.tsx'
import { StillWaiting, WaitingPlace } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Shows the provider's details of the business, so that the person can see whether it is the right one. */
export function DetailsCard(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** The actions for a person who connected the wrong business. */
  readonly children?: ReactNode
}) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('connection_page').details
  const name = businessName(connection, t)
  const details = useBusinessData(
    BusinessDetailsDocument,
    { id: connection.businessId },
    connection,
    isReadable(connection.state),
  )
  const business = details.data?.business
  const isWaiting = details.loading && details.failure === undefined && !business
  return (
    <ReadCard
      connection={connection}
      title={props.title}
      read={details}
      noteBefore={
        isWaiting ? (
          <StillWaiting label={t.home.getting(name)} still={t.home.stillGetting(name)} />
        ) : undefined
      }
      fresh={business ? t.home.proofNote(session.provider.name) : undefined}
      rows={
        <>
          <Row name={words.name}>{business?.name ?? name}</Row>
          {business && <BusinessRows business={business} failure={details.failure} />}
          {isWaiting ? <WaitingRows /> : <PlanRow connection={connection} />}
        </>
      }
    >
      {props.children}
    </ReadCard>
  )
}

type Business = NonNullable<BusinessDetailsQuery['business']>

/** Shows the provider's details of the business. A row that did not load says so. */
function BusinessRows(props: { readonly business: Business; readonly failure: Failure | undefined }) {
  const { business, failure } = props
  const { t, format } = useWords()
  const words = usePartWords('connection_page').details
  const isMissing = (field: string) => didNotLoad(failure, `business.${field}`)
  const notGiven = (field: string) => (isMissing(field) ? t.failure.partial.row : t.home.notGiven)
  const { address, currency, timezone, type } = business
  return (
    <>
      <Row name={words.industry}>{type ? (words.industries[type.value] ?? type.name) : notGiven('type')}</Row>
      <Row name={words.address} tall>
        <Lines
          lines={[...addressLines(address, format), ...(isMissing('address') ? [t.failure.partial.row] : [])]}
          none={t.home.notGiven}
        />
      </Row>
      <Row name={words.currency}>{`${format.currencyName(currency.code)} (${currency.code})`}</Row>
      <Row name={words.timezone}>{timezone ? format.timeZone(timezone) : notGiven('timezone')}</Row>
    </>
  )
}

/** Shows the same rows while the details load, so that buttons below do not move. */
function WaitingRows() {
  const { industry, address, currency, timezone, plan } = usePartWords('connection_page').details
  return [industry, address, currency, timezone, plan].map((name) => (
    <Row key={name} name={name} tall={name === address}>
      <WaitingPlace />
    </Row>
  ))
}

function PlanRow(props: { readonly connection: ConnectionView }) {
  const { format } = useWords()
  const details = usePartWords('connection_page').details
  const { state, reason, since } = props.connection
  // A provider answers for a business, at least in part, only while its plan is active.
  const isActive = state === 'connected' || state === 'limited' || reason === 'partial'
  const words =
    state === 'plan_ended'
      ? details.planEnded(format.date(since))
      : isActive
        ? details.planActive
        : details.planUnknown
  return <Row name={details.plan}>{words}</Row>
}

function Lines(props: { readonly lines: readonly string[]; readonly none: string }) {
  if (props.lines.length === 0) return props.none
  // Two lines of an address may be equal.
  return props.lines.map((line, index) => (
    <span key={`${index}:${line}`} className="line">
      {line}
    </span>
  ))
}

export function DetailsColumn({ connection }: { readonly connection: ConnectionView }) {
  const words = usePartWords('connection_page').details
  return (
    <div className="column" id="about">
      <CacheBoundary connection={connection}>
        <DetailsCard connection={connection} title={words.title}>
          {isReadable(connection.state) && (
            <ConnectForm intent="switch_business" connectionId={connection.id} variant="quiet">
              {words.notThisOne}
            </ConnectForm>
          )}
        </DetailsCard>
      </CacheBoundary>
    </div>
  )
}
