import type { ConnectionView, DisconnectResult } from '@counterfoil/bff-api/connection'
import { useMutation } from '@tanstack/react-query'
import { revocationWords } from '#connection/revocation-words.ts'
import { businessName, stateWords } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { DisconnectQuestion } from './disconnect-question.tsx'

/** Disconnecting: what stops, what stays, and one button; then what came of it. */
export function DisconnectScreen() {
  const { session } = useSession()
  const { t } = useWords()
  const connection = selectedConnection(session)
  const disconnect = useDisconnect()

  if (disconnect.data !== undefined && disconnect.variables !== undefined)
    return (
      <Done
        result={disconnect.data}
        name={businessName(disconnect.variables, t)}
        provider={session.provider.name}
      />
    )
  if (connection === undefined) return <Nothing />
  if (connection.state === 'disconnected') return <Already connection={connection} />
  return (
    <DisconnectQuestion
      connection={connection}
      pending={disconnect.isPending}
      failed={disconnect.failed}
      onConfirm={() => disconnect.mutate(connection)}
    />
  )
}

/** Disconnects a connection, and says what came of it. */
function useDisconnect() {
  const { changed } = useSession()
  const { t } = useWords()
  const words = usePartWords('leaving').disconnect
  const { announce, alert } = useAnnouncer()
  const failedText = (thrown: unknown) =>
    failureFrom(thrown).kind === 'offline' ? words.offline : words.failed
  const call = useMutation({
    mutationFn: (asked: ConnectionView) => bff.disconnect(asked.id),
    onSuccess: (result, asked) => {
      announce(t.disconnect.done(businessName(asked, t)))
      void changed()
      return result
    },
    onError: (thrown) => alert(failedText(thrown)),
  })
  return { ...call, failed: call.isError ? failedText(call.error) : undefined }
}

function Done(props: {
  readonly result: DisconnectResult
  readonly name: string
  readonly provider: string
}) {
  const { result, name, provider } = props
  const { session } = useSession()
  const { t } = useWords()
  // The provider may confirm while the page is looked at.
  const now = session.connections.find(({ id }) => id === result.connection.id)
  const revocation = now?.revocation ?? result.revocation
  const isOver = revocation === 'confirmed' && session.provider.revokes
  const words = usePartWords('leaving').left
  return (
    <Screen title={t.disconnect.doneTitle(name)} lede={t.disconnect.done(name)} namesWindow takesFocus>
      <div className="narrow">
        <p>{revocationWords(revocation, session.provider, t, words.unrevoked)}</p>
        {!isOver && session.provider.connectedAppsUrl !== null && (
          <p>
            <a href={session.provider.connectedAppsUrl}>{t.connectionPage.inHarbour(provider)}</a>
          </p>
        )}
        <Reference reference={result.reference} />
        <AppLink className="button-primary" to={PATHS.overview}>
          {words.toOverview}
        </AppLink>
      </div>
    </Screen>
  )
}

function Already(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const words = usePartWords('leaving').left
  const said = revocationWords(connection.revocation, session.provider, t, words.unrevoked)
  return (
    <Screen
      title={t.disconnect.doneTitle(businessName(connection, t))}
      namesWindow
      lede={stateWords(connection, session.provider.name, t, format).body}
    >
      {said !== undefined && <p>{said}</p>}
      <AppLink className="button-primary" to={PATHS.overview}>
        {words.toOverview}
      </AppLink>
    </Screen>
  )
}

function Nothing() {
  const { t } = useWords()
  const words = usePartWords('leaving').left
  return (
    <Screen title={t.connectionPage.titleNone} lede={words.gone}>
      <AppLink className="button-primary" to={PATHS.overview}>
        {words.toOverview}
      </AppLink>
    </Screen>
  )
}
