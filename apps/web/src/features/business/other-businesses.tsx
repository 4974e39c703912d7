import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ConnectForm } from '#connection/connect-form.tsx'
import { businessName, byName } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { liveConnections, useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { useWords } from '#words/words.tsx'
import { ShowAction } from './business-actions.tsx'

/** The other connected businesses, each one press away. */
export function OtherBusinesses(props: { readonly current: ConnectionView }) {
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
                <StateWords told={other} />
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
