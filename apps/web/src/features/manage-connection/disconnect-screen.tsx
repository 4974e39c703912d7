import { useMutation } from '@tanstack/react-query'
import type { ConnectionView, DisconnectResult } from '@counterfoil/bff-api/connection'
import type { LEAVE_FORM_FIELDS } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { AppLink } from '#navigation/app-link.tsx'
import { liveConnections, selectedConnection } from '#data/connections.ts'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { businessName, stateWords } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { failureFrom, type Failure } from '#data/failure.ts'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

/** Disconnecting: what stops, what stays, and one button. */
export function DisconnectScreen() {
  const { session, changed } = useSession()
  const { t } = useWords()
  const { announce, alert } = useAnnouncer()
  const online = useOnline()
  const connection = selectedConnection(session)
  const provider = session.provider.name
  const disconnect = useMutation({
    mutationFn: (asked: ConnectionView) => bff.disconnect(asked.id),
    onSuccess: (result, asked) => {
      announce(t.disconnect.done(businessName(asked, t)))
      void changed()
      return result
    },
    onError: (thrown) => alert(failedWords(failureFrom(thrown), t.disconnect)),
  })

  if (disconnect.data !== undefined && disconnect.variables !== undefined)
    return <Done result={disconnect.data} name={businessName(disconnect.variables, t)} provider={provider} />
  if (connection === undefined) return <Nothing />
  if (connection.state === 'disconnected') return <Already connection={connection} />

  const name = businessName(connection, t)
  const count = permissionWords(connection.scopes, t).length
  const others = liveConnections(session).length - 1
  return (
    <Screen title={t.disconnect.title(name)}>
      <div className="narrow">
        <Card title={t.disconnect.stopsTitle}>
          <TextList items={t.disconnect.stops(provider, name, count)} />
        </Card>
        <Card title={t.disconnect.staysTitle}>
          <TextList
            items={[...t.disconnect.stays(provider), ...(others > 0 ? [t.disconnect.others(others)] : [])]}
          />
        </Card>
        {disconnect.isError && (
          <Notice tone="warn" icon="needs_you" title={t.failure.unknown.title}>
            <p>{failedWords(failureFrom(disconnect.error), t.disconnect)}</p>
          </Notice>
        )}
        <div className="actions pair">
          <DisconnectForm
            connection={connection}
            pending={disconnect.isPending}
            onPress={() => {
              if (online) disconnect.mutate(connection)
              else alert(t.disconnect.offline)
            }}
          />
          <AppLink className="button-plain" to={PATHS.connection}>
            {t.disconnect.stay}
          </AppLink>
        </div>
        <p className="form-message">{online ? '' : t.disconnect.offline}</p>
      </div>
    </Screen>
  )
}

/** Typed as the promise, written out here: its file brings a validator that the browser does not need. */
const FIELDS: Pick<typeof LEAVE_FORM_FIELDS, 'csrf' | 'connectionId' | 'returnTo'> = {
  csrf: 'csrf',
  connectionId: 'connection_id',
  returnTo: 'return_to',
}

/** Works without scripts, as connecting does; with them the page stays and says what came of it. */
function DisconnectForm(props: {
  readonly connection: ConnectionView
  readonly pending: boolean
  readonly onPress: () => void
}) {
  const { connection, pending } = props
  const { session } = useSession()
  const { t } = useWords()
  return (
    <form
      method="post"
      action={BFF_PATHS.disconnectForm}
      className="connect-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) props.onPress()
      }}
    >
      <input type="hidden" name={FIELDS.csrf} value={session.csrfToken} />
      <input type="hidden" name={FIELDS.connectionId} value={connection.id} />
      <input type="hidden" name={FIELDS.returnTo} value={PATHS.connection} />
      <button type="submit" className="button-danger" aria-disabled={pending}>
        {pending ? t.disconnect.working : t.disconnect.confirm(businessName(connection, t))}
      </button>
    </form>
  )
}

function failedWords(failure: Failure, words: { readonly offline: string; readonly failed: string }): string {
  return failure.kind === 'offline' ? words.offline : words.failed
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
  const confirmed = (now?.revocation ?? result.revocation) === 'confirmed'
  return (
    <Screen title={t.disconnect.doneTitle(name)} lede={t.disconnect.done(name)} namesWindow takesFocus>
      <div className="narrow">
        <p>{confirmed ? t.disconnect.confirmed(provider) : t.disconnect.confirming(provider)}</p>
        {!confirmed && session.provider.connectedAppsUrl !== null && (
          <p>
            <a href={session.provider.connectedAppsUrl}>{t.connectionPage.inHarbour(provider)}</a>
          </p>
        )}
        <Reference reference={result.reference} />
        <AppLink className="button-primary" to={PATHS.overview}>
          {t.disconnect.toOverview}
        </AppLink>
      </div>
    </Screen>
  )
}

function Already(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  return (
    <Screen
      title={t.disconnect.doneTitle(businessName(connection, t))}
      namesWindow
      lede={stateWords(connection, session.provider.name, t, format).body}
    >
      {connection.revocation === 'confirming' && <p>{t.disconnect.confirming(session.provider.name)}</p>}
      {connection.revocation === 'confirmed' && <p>{t.disconnect.confirmed(session.provider.name)}</p>}
      <AppLink className="button-primary" to={PATHS.overview}>
        {t.disconnect.toOverview}
      </AppLink>
    </Screen>
  )
}

function Nothing() {
  const { t } = useWords()
  return (
    <Screen title={t.connectionPage.titleNone} lede={t.disconnect.gone}>
      <AppLink className="button-primary" to={PATHS.overview}>
        {t.disconnect.toOverview}
      </AppLink>
    </Screen>
  )
}

function TextList(props: { readonly items: readonly string[] }) {
  return (
    <ul className="text-list">
      {props.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
