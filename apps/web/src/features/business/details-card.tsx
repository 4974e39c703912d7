import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable, isToldAbove } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { businessName } from '#connection/state-words.ts'
import { didNotLoad, isToldHere } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { useBusinessData } from '#data/use-business-data.ts'
import { BusinessDetailsDocument } from '#gql/operations.ts'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { StillWaiting, WaitingPlace } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import { addressLines } from './address.ts'

/** What the provider says about the business: enough to see that it is the right one. */
export function DetailsCard(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** The way out when it is the wrong one. */
  readonly children?: ReactNode
}) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const reads = isReadable(connection.state)
  const provider = session.provider.name
  const name = businessName(connection, t)
  const details = useBusinessData(BusinessDetailsDocument, { id: connection.businessId }, connection, reads)
  const business = details.data?.business
  const isMissing = (field: string) => didNotLoad(details.failure, `business.${field}`)
  const notGiven = (field: string) => (isMissing(field) ? t.failure.partial.row : t.home.notGiven)

  const isWaiting = details.loading && details.failure === undefined && !business
  const place = <WaitingPlace />

  const note = business ? (
    <DataAgeNote
      data={details}
      canRead={reads && connection.state !== 'trouble' && details.failure === undefined}
      fresh={t.home.proofNote(provider)}
    />
  ) : isWaiting ? (
    <StillWaiting label={t.home.getting(name)} still={t.home.stillGetting(name)} />
  ) : undefined

  return (
    <Card title={props.title} variant="stub" busy={details.loading} note={note}>
      {/* The same rows while they are on their way: what is pressed below them stays where it is. */}
      <Rows>
        <Row name={t.home.name}>{business?.name ?? name}</Row>
        {(business || isWaiting) && (
          <>
            <Row name={t.home.trade}>{business ? (business.type?.name ?? notGiven('type')) : place}</Row>
            <Row name={t.home.address} tall>
              {business ? (
                <Lines
                  lines={[
                    ...addressLines(business.address),
                    ...(isMissing('address') ? [t.failure.partial.row] : []),
                  ]}
                  none={t.home.notGiven}
                />
              ) : (
                place
              )}
            </Row>
            <Row name={t.home.currency}>
              {business
                ? `${format.currencyName(business.currency.code)} (${business.currency.code})`
                : place}
            </Row>
            <Row name={t.home.timezone}>
              {business
                ? business.timezone
                  ? format.timeZone(business.timezone)
                  : notGiven('timezone')
                : place}
            </Row>
          </>
        )}
        {isWaiting ? <Row name={t.home.plan}>{place}</Row> : <PlanRow connection={connection} />}
      </Rows>
      {details.failure !== undefined &&
        reads &&
        isToldHere(details.failure, isToldAbove(connection.state, connection.reason)) && (
          <FailureNotice
            failure={details.failure}
            provider={provider}
            onRetry={details.retry}
            willRetry={details.willRetry}
          />
        )}
      {props.children}
    </Card>
  )
}

function PlanRow(props: { readonly connection: ConnectionView }) {
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
