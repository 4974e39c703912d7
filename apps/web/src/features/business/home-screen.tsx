import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ReactNode } from 'react'
import { ConnectForm } from '#connection/connect-form.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { FIGURES_AGE_ID } from '#connection/data-age-note.tsx'
import { LockedPlace } from '#connection/locked-place.tsx'
import { revocationWords } from '#connection/revocation-words.ts'
import { StateActions } from '#connection/state-actions.tsx'
import { businessName, byName, stateWords } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { liveConnections, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card } from '#ui/card.tsx'
import { useWords } from '#words/words.tsx'
import { ShowAction } from './show-action.tsx'

/** The scopes that the figures need. The page shows a placeholder to allow a missing scope only for these. */
const SHOWN_HERE: readonly string[] = ['account:read', 'invoice:read', 'transaction:read']

/** Shows the home of the selected business: its figures, and links to the other businesses. */
export function HomeScreen(props: {
  readonly connection: ConnectionView
  readonly figures: ReactNode
  /** A muted line at the end of the page. */
  readonly foot: ReactNode
}) {
  const { connection } = props
  const { t } = useWords()
  const isGone = connection.state === 'disconnected'
  const isFrozen = !isReadable(connection.state) && !isGone && connection.lastGoodAt !== null
  return (
    <Screen title={businessName(connection, t)} describedBy={isFrozen ? FIGURES_AGE_ID : undefined}>
      {isGone ? (
        <DisconnectedCard connection={connection} />
      ) : (
        <>
          <ConnectionNotice connection={connection} />
          {props.figures}
          {connection.missing
            .filter((value) => SHOWN_HERE.includes(value))
            .map((value) => (
              <LockedPlace key={value} value={value} connection={connection} />
            ))}
          {props.foot}
          <OtherBusinesses current={connection} />
        </>
      )}
    </Screen>
  )
}

function DisconnectedCard(props: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  return (
    <div className="narrow">
      <GoneCard connection={props.connection} />
      {liveConnections(session).length > 0 && <OtherBusinesses current={props.connection} />}
    </div>
  )
}

function GoneCard({ connection }: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const { t, format } = useWords()
  const words = stateWords(connection, session.provider.name, t, format)
  const said = revocationWords(connection.revocation, session.provider, t)
  return (
    <Card title={words.title}>
      <p>{words.body}</p>
      {said !== undefined && <p>{said}</p>}
      <div className="actions">
        <StateActions connection={connection} />
        <AppLink className="button-plain" to={PATHS.businesses}>
          {t.connectionPage.seeAll}
        </AppLink>
      </div>
    </Card>
  )
}

function OtherBusinesses(props: { readonly current: ConnectionView }) {
  const { session } = useSession()
  const { t, locale } = useWords()
  const others = byName(liveConnections(session), t, locale).filter(({ id }) => id !== props.current.id)
  const another = (
    <ConnectForm intent="connect" variant={others.length > 0 ? 'quiet' : 'plain'}>
      {t.connect.another}
    </ConnectForm>
  )
  if (others.length === 0) return another
  return (
    <div className="screen-only">
      <Card title={t.home.othersTitle}>
        <ul>
          {others.map((other) => (
            <li key={other.id} className="switch-row">
              <span>
                <strong>{businessName(other, t)}</strong>
                <StateWords reported={other} />
              </span>
              <ShowAction connection={other} />
            </li>
          ))}
        </ul>
        {another}
      </Card>
    </div>
  )
}
