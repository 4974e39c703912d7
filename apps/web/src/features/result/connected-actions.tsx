import type { ReactNode } from 'react'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { usePermissions } from '#connection/use-permissions.ts'
import { ConnectForm } from '#connection/connect-form.tsx'
import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'
import { Onward } from './result-links.tsx'
import { useResultWords } from './use-result-words.ts'

/** A business is connected: what shows that it is the right one, the line to keep, and the way on. */
export function ConnectedActions(props: {
  readonly connectResult: ConnectResult
  readonly proof: ReactNode
}) {
  const { connectResult } = props
  const t = useResultWords()
  const { hasBusinesses } = useSession().session.provider
  const connectionId = connectResult.connectionId ?? undefined
  const { missing, returnTo } = connectResult
  return (
    <>
      <div className="narrow">{props.proof}</div>
      <Receipt connectResult={connectResult} />
      <div className="actions">
        <Onward connectResult={connectResult} />
        {connectResult.outcome === 'connected_less' ? (
          <ConnectForm
            intent="allow_more"
            connectionId={connectionId}
            want={missing}
            returnTo={returnTo}
            variant="plain"
          >
            {t.notice.allowOff}
          </ConnectForm>
        ) : !hasBusinesses ? null : (
          <ConnectForm
            intent="switch_business"
            connectionId={connectionId}
            returnTo={returnTo}
            variant="quiet"
          >
            {t.result.connected.switch}
          </ConnectForm>
        )}
      </div>
    </>
  )
}

/** The line to keep: what was allowed, when, and the reference that both logs know. */
function Receipt(props: { readonly connectResult: ConnectResult }) {
  const { connectResult } = props
  const { format } = useWords()
  const t = useResultWords()
  const things = usePermissions().names(connectResult.granted)
  return (
    <p className="receipt">
      <span>
        {t.result.connected.receipt(
          things.length,
          things.join(', '),
          format.date(connectResult.finishedAt),
          connectResult.reference,
        )}
      </span>
      <button type="button" className="button-quiet" onClick={() => print()}>
        {t.result.connected.save}
      </button>
    </p>
  )
}
