import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useWords } from '#words/words.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { linkTo, PATHS } from '#navigation/paths.ts'
import { businessName } from './state-words.ts'

/** Leads to the page that asks before it disconnects. */
export function Remove(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { t } = useWords()
  return (
    <AppLink className="button-plain" to={linkTo(connection, PATHS.disconnect)}>
      {connection.reason === 'business_access_lost'
        ? t.notice.remove(businessName(connection, t))
        : t.notice.removeForGood}
    </AppLink>
  )
}
