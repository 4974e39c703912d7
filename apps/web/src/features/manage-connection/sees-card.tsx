import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ConnectForm } from '#connection/connect-form.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { usePermissions } from '#connection/use-permissions.ts'
import { useSession } from '#data/session/session.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PermissionWords } from '#words/permission-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

export function SeesCard({ connection }: { readonly connection: ConnectionView }) {
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

/** Lists the scopes that are not granted, each with a button that requests that scope only. */
function AskList(props: {
  readonly values: readonly string[]
  readonly connection: ConnectionView
  readonly note?: string
}) {
  const { connection } = props
  const { allowOne } = usePartWords('connection_page').sees
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
                {allowOne}
                <span className="visually-hidden">{` ${words.name}`}</span>
              </ConnectForm>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const KINDS: readonly PermissionWords['kind'][] = ['own', 'see', 'change', 'send']

/** Lists what the app may see, change and send in plain language, one line each. */
function PermissionList(props: { readonly values: readonly string[] }) {
  const { t } = useWords()
  const all = usePermissions().inWords(props.values)
  return KINDS.map((kind) => {
    const permissions = all.filter((permission) => permission.kind === kind)
    if (permissions.length === 0) return null
    return (
      <div key={kind}>
        {kind !== 'own' && kind !== 'see' && <h3>{t.permission.kind[kind]}</h3>}
        <ul className="permissions">
          {permissions.map(({ key, thing, detail }) => (
            <li key={key}>
              <Icon name={kind === 'own' ? 'connected' : kind === 'see' ? 'eye' : 'pen'} />
              <span>
                <span className="permission-name">{thing}</span>
                {detail !== '' && <span className="note">{detail}</span>}
              </span>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
