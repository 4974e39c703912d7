import { useRouter } from 'wouter'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { LEAVE_FORM_FIELDS } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { useOnline } from '@counterfoil/react'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { businessName } from '#connection/state-words.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Typed as the promise, written out here: its file brings a validator that the browser does not need. */
const FIELDS: Pick<typeof LEAVE_FORM_FIELDS, 'csrf' | 'connectionId' | 'returnTo'> = {
  csrf: 'csrf',
  connectionId: 'connection_id',
  returnTo: 'return_to',
}

/** Works without scripts, as connecting does; with them the page stays and says what came of it. */
export function DisconnectForm(props: {
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
            else alert(t.disconnect.offline)
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
      <p className="form-message">{online ? '' : t.disconnect.offline}</p>
    </>
  )
}
