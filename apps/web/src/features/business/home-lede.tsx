import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { Rich } from '#ui/rich.tsx'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

/** Since when the business is connected, and how much of it may be seen or changed. */
export function HomeLede(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const permissions = permissionWords(connection.scopes, t)
  const sentence = permissions.some(({ changes }) => changes) ? t.home.ledeChanges : t.home.lede
  return (
    <Rich text={sentence(session.provider.name, format.date(connection.connectedAt), permissions.length)} />
  )
}
