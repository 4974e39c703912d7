import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ConnectForm } from '#connection/connect-form.tsx'
import { actionsFor } from '#connection/connection-state.ts'
import { businessName } from '#connection/state-words.ts'
import { liveConnections, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

export function MoreCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  const { page } = usePartWords('connection_page')
  const provider = session.provider.name
  const name = businessName(connection, t)
  const actions = actionsFor(connection.state, connection.reason)
  return (
    <Card title={page.actions}>
      {session.provider.hasBusinesses && (
        <div className="stack">
          {!actions.includes('switch') && (
            <ConnectForm intent="switch_business" connectionId={connection.id} variant="plain">
              {t.connect.switch}
            </ConnectForm>
          )}
          {!actions.includes('connect_another') && (
            <ConnectForm intent="connect" variant="plain">
              {t.connect.another}
            </ConnectForm>
          )}
        </div>
      )}
      <details>
        <summary>{page.havingTrouble}</summary>
        {connection.state !== 'reconnect' && (
          <>
            <p>{page.troubleBody(provider)}</p>
            <ConnectForm intent="reconnect" connectionId={connection.id} variant="plain">
              {t.connect.reconnect(name)}
            </ConnectForm>
          </>
        )}
        <ConnectForm intent="ask_again" connectionId={connection.id} variant="plain">
          {page.askAgain(provider)}
        </ConnectForm>
      </details>
      {liveConnections(session).length > 1 && (
        <p>
          <AppLink to={PATHS.businesses}>{t.connectionPage.seeAll}</AppLink>
        </p>
      )}
      {session.provider.connectedAppsUrl !== null && (
        <p>
          <a href={session.provider.connectedAppsUrl}>{t.connectionPage.inHarbour(provider)}</a>
        </p>
      )}
      <p className="ending">
        <AppLink className="danger-link" to={PATHS.disconnect}>
          {page.disconnectLink(name)}
        </AppLink>
      </p>
    </Card>
  )
}
