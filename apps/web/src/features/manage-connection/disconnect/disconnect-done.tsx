import type { ConnectionView, DisconnectResult } from '@counterfoil/bff-api/connection'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { revocationWords } from '#connection/revocation-words.ts'
import { businessName, stateWords } from '#connection/state-words.ts'
import { useSession } from '#data/session/session.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

export function Done(props: {
  readonly result: DisconnectResult
  readonly name: string
  readonly provider: string
}) {
  const { result, name, provider } = props
  const { session } = useSession()
  const { t } = useWords()
  // The provider may confirm while the page is looked at.
  const now = session.connections.find(({ id }) => id === result.connection.id)
  const revocation = now?.revocation ?? result.revocation
  const isOver = revocation === 'confirmed' && session.provider.revokes
  const words = usePartWords('leaving').left
  return (
    <Screen title={t.disconnect.doneTitle(name)} lede={t.disconnect.done(name)} namesWindow takesFocus>
      <div className="narrow">
        <p>{revocationWords(revocation, session.provider, t, words.unrevoked)}</p>
        {!isOver && session.provider.connectedAppsUrl !== null && (
          <p>
            <a href={session.provider.connectedAppsUrl}>{t.connectionPage.inHarbour(provider)}</a>
          </p>
        )}
        <Reference reference={result.reference} />
        <AppLink className="button-primary" to={PATHS.overview}>
          {words.toOverview}
        </AppLink>
      </div>
    </Screen>
  )
}

export function Already(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const words = usePartWords('leaving').left
  const said = revocationWords(connection.revocation, session.provider, t, words.unrevoked)
  return (
    <Screen
      title={t.disconnect.doneTitle(businessName(connection, t))}
      namesWindow
      lede={stateWords(connection, session.provider.name, t, format).body}
    >
      {said !== undefined && <p>{said}</p>}
      <AppLink className="button-primary" to={PATHS.overview}>
        {words.toOverview}
      </AppLink>
    </Screen>
  )
}

export function Nothing() {
  const { t } = useWords()
  const words = usePartWords('leaving').left
  return (
    <Screen title={t.connectionPage.titleNone} lede={words.gone}>
      <AppLink className="button-primary" to={PATHS.overview}>
        {words.toOverview}
      </AppLink>
    </Screen>
  )
}
