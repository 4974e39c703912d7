import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { StateActions } from '#connection/state-actions.tsx'
import { stateWords } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { useReadAtMs } from '#data/last-known.tsx'
import { useSession } from '#data/session/session.tsx'
import { Card, Row, Rows } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { useLetter } from './letter-card.tsx'
import { CheckUpCard } from './check-up/check-up-card.tsx'

/** How the connection is now, and the check-up that asks again. */
export function StateColumn(props: { readonly connection: ConnectionView }) {
  return (
    <div className="column">
      <StateCard connection={props.connection} />
      <CheckUpCard key={props.connection.id} connection={props.connection} />
    </div>
  )
}

function StateCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const { ends, page } = usePartWords('connection_page')
  const readAtMs = useReadAtMs(connection)
  const words = stateWords(connection, session.provider.name, t, format)
  return (
    <Card title={page.state} variant="stub">
      <p className="state-line">
        <StateWords told={connection} />
      </p>
      <p>{words.body}</p>
      <Rows>
        <Row name={page.since}>{format.dateWithAge(connection.since)}</Row>
        <Row name={page.lastRead}>
          {readAtMs === undefined ? page.never : format.momentWithAge(new Date(readAtMs).toISOString())}
        </Row>
        {isReadable(connection.state) && (
          <Row name={page.nextRead}>
            {connection.canRetryAt === null ? (
              <WhenRead connection={connection} />
            ) : (
              format.moment(connection.canRetryAt)
            )}
          </Row>
        )}
        {connection.endsAt !== null && <Row name={ends.by}>{format.date(connection.endsAt)}</Row>}
        {connection.endsUnusedAt !== null && (
          <Row name={page.endsUnused}>{format.date(connection.endsUnusedAt)}</Row>
        )}
        {connection.email !== null && <Row name={page.connectedBy}>{connection.email}</Row>}
      </Rows>
      <div className="actions">
        <StateActions connection={connection} />
      </div>
    </Card>
  )
}

function WhenRead(props: { readonly connection: ConnectionView }) {
  const { format } = useWords()
  const { page } = usePartWords('connection_page')
  const words = usePartWords('letter_card')
  const nextAt = useLetter(props.connection).data?.nextAt
  return nextAt == null ? page.whenOpened : words.nextRead(format.date(nextAt))
}
