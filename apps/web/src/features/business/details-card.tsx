import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { ReadCard } from '#connection/read-card.tsx'
import { businessName } from '#connection/state-words.ts'
import { useSession } from '#data/session.tsx'
import { useBusinessData } from '#data/use-business-data.ts'
import { BusinessDetailsDocument } from '#generated/operations.ts'
import { Row } from '#ui/rows.tsx'
import { StillWaiting } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { BusinessRows, PlanRow, WaitingRows } from './details-rows.tsx'

/** What the provider says about the business: enough to see that it is the right one. */
export function DetailsCard(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** The way out when it is the wrong one. */
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
