import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { PermissionList } from '#connection/permission-list.tsx'
import { useSession } from '#data/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

/** What may be seen of the business, and what may not. */
export function SeesCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  return (
    <Card
      title={isReadable(connection.state) ? t.home.seesTitle : t.home.sawTitle}
      note={t.home.seesNote(session.provider.name)}
    >
      <PermissionList values={connection.scopes} brief />
      <OffList connection={connection} />
      <p>
        <AppLink to={PATHS.connection}>{t.home.manage}</AppLink>
      </p>
    </Card>
  )
}

/** What is off, by name; it is allowed on the connection's page. */
function OffList(props: { readonly connection: ConnectionView }) {
  const { t } = useWords()
  const off = permissionWords(props.connection.missing, t)
  if (off.length === 0) return null
  return (
    <>
      <h3>{t.connectionPage.offTitle}</h3>
      <ul className="permissions">
        {off.map(({ key, name }) => (
          <li key={key}>
            <Icon name="lock" />
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
