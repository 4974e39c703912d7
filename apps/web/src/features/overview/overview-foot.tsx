import type { PermissionKind } from '@counterfoil/oauth/permissions'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { usePermissions } from '#connection/use-permissions.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { useWords } from '#words/words.tsx'

/** A quiet line: since when the business is connected, how much of it may be seen, and where more of both is. */
export function OverviewFoot(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format } = useWords()
  const { t } = useWords()
  const { foot } = t.overview
  const permissions = usePermissions().inWords(connection.scopes)
  const count = (kind: PermissionKind) => permissions.filter((permission) => permission.kind === kind).length
  const counts = { see: count('see'), change: count('change'), send: count('send') }
  return (
    <p className="overview-foot">
      <span>{foot.reads({ since: format.date(connection.connectedAt), ...counts })}</span>
      <AppLink to={PATHS.periods}>{t.app.periods}</AppLink>
      <AppLink to={PATHS.connection}>{foot.manage}</AppLink>
      <AppLink to={`${PATHS.connection}#about`}>{foot.about}</AppLink>
    </p>
  )
}
