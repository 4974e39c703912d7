import type { ConnectionView, DisconnectResult } from '@counterfoil/bff-api/connection'
import type { LEAVE_FORM_FIELDS } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { useOnline } from '@counterfoil/react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'wouter'
import { revocationWords } from '#connection/revocation-words.ts'
import { businessName, stateWords } from '#connection/state-words.ts'
import { usePermissions } from '#connection/use-permissions.ts'
import { bff } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { liveConnections, selectedConnection, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card } from '#ui/card.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Shows what disconnecting stops and what remains, with one button, and then the result. */
export function DisconnectScreen() {
  const { session } = useSession()
  const { t } = useWords()
  const connection = selectedConnection(session)
  const disconnect = useDisconnect()
  const words = usePartWords('leaving').left

  if (disconnect.data !== undefined && disconnect.variables !== undefined)
    return <Done result={disconnect.data} name={businessName(disconnect.variables, t)} />
  if (connection === undefined)
    return (
      <Screen title={t.connectionPage.titleNone} lede={words.gone}>
        <ToOverview />
      </Screen>
    )
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

/** Shows what was disconnected. */
function Done({ result, name }: { readonly result: DisconnectResult; readonly name: string }) {
  const { session } = useSession()
  const { t } = useWords()
  // The provider may confirm the revocation while the page is open.
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
            <a href={session.provider.connectedAppsUrl}>
              {t.connectionPage.inHarbour(session.provider.name)}
            </a>
          </p>
        )}
        <Reference reference={result.reference} />
        <ToOverview />
      </div>
    </Screen>
  )
}

function Already({ connection }: { readonly connection: ConnectionView }) {
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
      <ToOverview />
    </Screen>
  )
}

function ToOverview() {
  const words = usePartWords('leaving').left
  return (
    <AppLink className="button-primary" to={PATHS.overview}>
      {words.toOverview}
    </AppLink>
  )
}

/** Shows before disconnecting what stops and what remains. */
function DisconnectQuestion(props: {
  readonly connection: ConnectionView
  readonly pending: boolean
  /** The reason why the last attempt failed; undefined if there was none. */
  readonly failed: string | undefined
  readonly onConfirm: () => void
}) {
  const { connection, failed } = props
  const { session } = useSession()
  const { t } = useWords()
  const { name: provider, revokes } = session.provider
  const name = businessName(connection, t)
  const count = usePermissions().inWords(connection.scopes).length
  const others = liveConnections(session).length - 1
  const words = usePartWords('leaving').disconnect
  const { stops, stays } = words
  return (
    <Screen title={t.disconnect.title(name)}>
      <div className="narrow">
        <Card title={words.stopsTitle}>
          <TextList
            items={[stops.reading(name, count), ...(revokes ? [stops.key(provider)] : []), stops.lastRead]}
          />
        </Card>
        <Card title={words.staysTitle}>
          <TextList
            items={[stays.books(provider), stays.name, ...(others > 0 ? [words.others(others)] : [])]}
          />
        </Card>
        {failed !== undefined && (
          <Notice tone="warn" icon="needs_you" title={t.failure.unknown.title}>
            <p>{failed}</p>
          </Notice>
        )}
        <DisconnectForm connection={connection} pending={props.pending} onConfirm={props.onConfirm} />
      </div>
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

/** Typed by the API contract and repeated here: importing it would add a validator that the browser does not need. */
const FIELDS: Pick<typeof LEAVE_FORM_FIELDS, 'csrf' | 'connectionId' | 'returnTo'> = {
  csrf: 'csrf',
  connectionId: 'connection_id',
  returnTo: 'return_to',
}

/** Shows the disconnect form. It works without scripts, like connecting; with scripts the page stays and shows the result. */
function DisconnectForm(props: {
  readonly connection: ConnectionView
  readonly pending: boolean
  readonly onConfirm: () => void
}) {
  const { connection, pending } = props
  const { session } = useSession()
  const { t } = useWords()
  const words = usePartWords('leaving').disconnect
  const { alert } = useAnnouncer()
  const online = useOnline()
  const { base } = useRouter()
  return (
    <>
      <div className="actions pair">
        <form
          method="post"
          action={BFF_PATHS.disconnectForm}
          className="connect-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (pending) return
            if (online) props.onConfirm()
            else alert(words.offline)
          }}
        >
          <input type="hidden" name={FIELDS.csrf} value={session.csrfToken} />
          <input type="hidden" name={FIELDS.connectionId} value={connection.id} />
          <input type="hidden" name={FIELDS.returnTo} value={base + PATHS.connection} />
          <button type="submit" className="button-danger" aria-disabled={pending}>
            {pending ? words.working : words.confirm(businessName(connection, t))}
          </button>
        </form>
        <AppLink className="button-plain" to={PATHS.connection}>
          {words.stay}
        </AppLink>
      </div>
      <p className="form-message">{online ? '' : words.offline}</p>
    </>
  )
}
