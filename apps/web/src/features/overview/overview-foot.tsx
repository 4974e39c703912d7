import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

/** A quiet line: since when the business is connected, how much of it may be seen, and where more of both stands. */
export function OverviewFoot(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { t, format } = useWords()
  const { foot } = useWords().t.overview
  const permissions = permissionWords(connection.scopes, t)
  const say = permissions.some(({ changes }) => changes) ? foot.changes : foot.reads
  return (
    <p className="overview-foot">
      <span>{say({ since: format.date(connection.connectedAt), count: permissions.length })}</span>
      <AppLink to={PATHS.connection}>{foot.manage}</AppLink>
      <AppLink to={`${PATHS.connection}#about`}>{foot.about}</AppLink>
    </p>
  )
}
