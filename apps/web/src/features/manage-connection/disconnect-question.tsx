import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { usePermissions } from '#connection/use-permissions.ts'
import { businessName } from '#connection/state-words.ts'
import { liveConnections } from '#data/connections.ts'
import { useSession } from '#data/session.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { DisconnectForm } from './disconnect-form.tsx'

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
