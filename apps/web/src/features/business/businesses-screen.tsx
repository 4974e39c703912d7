import { useMutation } from '@tanstack/react-query'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AppLink } from '#navigation/app-link.tsx'
import { byName } from '#connection/by-name.ts'
import { StateWords, useReadAge } from '#connection/status-badge.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { liveConnections } from '#data/connections.ts'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { StateActions } from '#connection/state-actions.tsx'
import { businessName, stateWords } from '#connection/state-words.ts'
import { useSwitch } from '#connection/use-switch-business.ts'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** Every business of this person, each with its own state and what can be done about it. */
export function BusinessesScreen() {
  const { session } = useSession()
  const { t, locale } = useWords()
  const live = liveConnections(session)
  const gone = session.connections.filter(({ state }) => state === 'disconnected')
  return (
    <Screen
      title={t.businesses.title}
      lede={live.length > 0 ? t.businesses.lede(live.length) : t.businesses.empty}
    >
      {session.connections.length > 0 && (
        <ul className="businesses">
          {[...byName(live, t, locale), ...byName(gone, t, locale)].map((connection) => (
            <BusinessItem key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      <div className="actions">
        <ConnectForm intent="connect" variant={live.length > 0 ? 'plain' : 'primary'}>
          {live.length > 0 ? t.connect.another : t.connect.business}
        </ConnectForm>
      </div>
    </Screen>
  )
}

function BusinessItem(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session, accept } = useSession()
  const { t, format } = useWords()
  const { alert } = useAnnouncer()
  const choice = useSwitch()
  const forget = useMutation({
    mutationFn: () => bff.dismissConnection(connection.id),
    onSuccess: accept,
    onError: () => alert(t.app.changeFailed),
  })
  const readAge = useReadAge(connection)
  const name = businessName(connection, t)
  const isShown = connection.id === session.selectedConnectionId
  const isGone = connection.state === 'disconnected'
  const isFine = connection.state === 'connected'

  return (
    <li className={isShown ? 'card business shown' : 'card business'}>
      <div className="business-head">
        <h2>{name}</h2>
        {isShown && <span className="tag">{t.businesses.showing}</span>}
        <StateWords told={connection} age={readAge} />
      </div>
      <p className="note">
        {connection.email === null
          ? t.businesses.since(format.date(connection.connectedAt))
          : t.businesses.by(connection.email, format.date(connection.connectedAt))}
      </p>
      {!isFine && <p>{stateWords(connection, session.provider.name, t, format).body}</p>}
      <div className="actions">
        <StateActions connection={connection} inList={isGone || session.connections.length > 1} />
        {!isShown && !isGone && (
          <ActionButton
            pending={choice.isPending}
            pendingLabel={t.businesses.show(name)}
            onPress={() => choice.mutate(connection)}
          >
            {t.businesses.show(name)}
          </ActionButton>
        )}
        {isShown && !isGone && (
          <AppLink className="button-plain" to={PATHS.connection}>
            {t.home.manage}
          </AppLink>
        )}
        {isGone && (
          <ActionButton
            variant="quiet"
            pending={forget.isPending}
            pendingLabel={t.businesses.forget(name)}
            onPress={() => forget.mutate()}
          >
            {t.businesses.forget(name)}
          </ActionButton>
        )}
      </div>
    </li>
  )
}
