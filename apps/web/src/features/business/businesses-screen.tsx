import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ConnectForm } from '#connection/connect-form.tsx'
import { StateActions } from '#connection/state-actions.tsx'
import { businessName, byName, stateWords } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { useReadAge } from '#connection/use-read-age.ts'
import { bff } from '#data/bff-client.ts'
import { liveConnections, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { ShowAction } from './show-action.tsx'

/** Shows every business of this person with its figures, its connection state and the available actions. */
export function BusinessesScreen(props: { readonly figuresOf: (connection: ConnectionView) => ReactNode }) {
  const { session } = useSession()
  const { t, locale } = useWords()
  const words = usePartWords('to_do').businesses
  const live = liveConnections(session)
  const gone = session.connections.filter(({ state }) => state === 'disconnected')
  return (
    <Screen title={t.businesses.title} lede={live.length > 0 ? words.lede(live.length) : t.businesses.empty}>
      {session.connections.length > 0 && (
        <ul className="businesses">
          {[...byName(live, t, locale), ...byName(gone, t, locale)].map((connection) => (
            <BusinessItem key={connection.id} connection={connection} figures={props.figuresOf(connection)} />
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

function BusinessItem(props: { readonly connection: ConnectionView; readonly figures: ReactNode }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const words = usePartWords('to_do').businesses
  const readAge = useReadAge(connection)
  const name = businessName(connection, t)
  const isShown = connection.id === session.selectedConnectionId
  const isGone = connection.state === 'disconnected'
  const isFine = connection.state === 'connected'

  return (
    <li className={isShown ? 'card business shown' : 'card business'}>
      <div className="business-head">
        <h2>{name}</h2>
        {isShown && <span className="tag">{words.showing}</span>}
        <StateWords reported={connection} age={readAge} />
      </div>
      <p className="note">
        {connection.email === null
          ? words.since(format.date(connection.connectedAt))
          : words.by(connection.email, format.date(connection.connectedAt))}
      </p>
      {!isGone && props.figures}
      {!isFine && <p>{stateWords(connection, session.provider.name, t, format).body}</p>}
      <div className="actions">
        <StateActions connection={connection} inList={isGone || session.connections.length > 1} />
        {!isShown && !isGone && <ShowAction connection={connection} />}
        {isShown && !isGone && (
          <AppLink className="button-plain" to={PATHS.connection}>
            {t.home.manage}
          </AppLink>
        )}
        {isGone && <ForgetAction connection={connection} />}
      </div>
    </li>
  )
}

function ForgetAction({ connection }: { readonly connection: ConnectionView }) {
  const { accept, session } = useSession()
  const [, navigate] = useLocation()
  const isShown = connection.id === session.selectedConnectionId
  const { t } = useWords()
  const words = usePartWords('to_do').businesses
  const { alert } = useAnnouncer()
  const forget = useMutation({
    mutationFn: () => bff.dismissConnection(connection.id),
    onSuccess: (read) => {
      // The pages of this business no longer exist.
      if (isShown) navigate(`~${PATHS.businesses}`, { replace: true })
      accept(read)
    },
    onError: () => alert(t.app.changeFailed),
  })
  const label = words.forget(businessName(connection, t))
  return (
    <ActionButton
      variant="quiet"
      pending={forget.isPending}
      pendingLabel={label}
      onPress={() => forget.mutate()}
    >
      {label}
    </ActionButton>
  )
}
