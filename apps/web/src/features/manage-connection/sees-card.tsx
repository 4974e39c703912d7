import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ConnectForm } from '#connection/connect-form.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { PermissionList } from '#connection/permission-list.tsx'
import { usePermissions } from '#connection/use-permissions.ts'
import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

export function SeesCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const could = session.optionalScopes.filter(
    (value) =>
      (value.endsWith(':read') || value in session.provider.scopeWords) && !connection.scopes.includes(value),
  )
  const allowed = usePermissions().inWords(connection.scopes)
  const onlySees = allowed.every(({ kind }) => kind === 'see')
  const { may, sees } = usePartWords('connection_page')
  const words = allowed.some(({ kind }) => kind === 'own') ? may : sees
  return (
    <Card
      title={isReadable(connection.state) ? words.now : words.before}
      note={sees.note(session.provider.name)}
    >
      <PermissionList values={connection.scopes} />
      {onlySees && <p className="aside">{sees.cant}</p>}
      {connection.missing.length > 0 && (
        <>
          <h3>{sees.offTitle}</h3>
          <AskList values={connection.missing} connection={connection} note={sees.off} />
        </>
      )}
      {could.length > 0 && isReadable(connection.state) && (
        <details>
          <summary>{sees.couldTitle}</summary>
          <AskList values={could} connection={connection} />
        </details>
      )}
    </Card>
  )
}

/** What may not be seen, each with the button that asks for it and for nothing else. */
function AskList(props: {
  readonly values: readonly string[]
  readonly connection: ConnectionView
  readonly note?: string
}) {
  const { connection } = props
  const { t } = useWords()
  const permissions = usePermissions()
  return (
    <ul className="permissions">
      {props.values.map((value) => {
        const [words] = permissions.inWords([value])
        if (words === undefined) return null
        return (
          <li key={value} className="asked">
            <Icon name="lock" />
            <span>
              <span className="permission-name">{words.name}</span>
              <span className="note">{props.note ?? words.detail}</span>
            </span>
            {isReadable(connection.state) && (
              <ConnectForm intent="allow_more" connectionId={connection.id} want={[value]} variant="plain">
                {t.connectionPage.allowOne}
                <span className="visually-hidden">{` ${words.name}`}</span>
              </ConnectForm>
            )}
          </li>
        )
      })}
    </ul>
  )
}
