import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { businessName } from '#connection/state-words.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { linkTo, PATHS } from '#navigation/paths.ts'
import { useWords } from '#words/words.tsx'

export function ShowAction(props: { readonly connection: ConnectionView }) {
  const { t } = useWords()
  return (
    <AppLink className="button-plain" to={linkTo(props.connection, PATHS.overview)}>
      {t.businesses.show(businessName(props.connection, t))}
    </AppLink>
  )
}
