import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { LEAVE_FORM_FIELDS } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { useOnline } from '@counterfoil/react'
import { useRouter } from 'wouter'
import { businessName } from '#connection/state-words.ts'
import { usePermissions } from '#connection/use-permissions.ts'
import { liveConnections, useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card } from '#ui/card.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** What stops and what stays, before it is certain. */
export function DisconnectQuestion(props: {
  readonly connection: ConnectionView
  readonly pending: boolean
  /** Why the last try came to nothing. */
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
