import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AppLink } from '#navigation/app-link.tsx'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { liveConnections } from '#data/connections.ts'
import { PATHS } from '#navigation/paths.ts'
import { PermissionList } from '#connection/permission-list.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { StateActions } from '#connection/state-actions.tsx'
import { businessName, stateWords } from '#connection/state-words.ts'
import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Rich } from '#ui/rich.tsx'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'
import { LockedCard } from './locked-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { OtherBusinesses } from './other-businesses.tsx'

/** The home of the business that is shown: which one it is, and what may be seen of it. */
export function HomeScreen(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const provider = session.provider.name
  const name = businessName(connection, t)
  const permissions = permissionWords(connection.scopes, t)
  const sentence = permissions.some(({ changes }) => changes) ? t.home.ledeChanges : t.home.lede
  const isGone = connection.state === 'disconnected'
  const frozen = !isReadable(connection.state) && !isGone

  return (
    <Screen
      title={name}
      lede={
        isReadable(connection.state) ? (
          <Rich text={sentence(provider, format.date(connection.connectedAt), permissions.length)} />
        ) : undefined
      }
      note={
        frozen && connection.lastGoodAt !== null
          ? t.home.frozen(format.moment(connection.lastGoodAt))
          : undefined
      }
    >
      {isGone ? (
        <div className="narrow">
          <GoneCard connection={connection} />
          {liveConnections(session).length > 0 && <OtherBusinesses current={connection} />}
        </div>
      ) : (
        <ConnectionNotice connection={connection} />
      )}
      {!isGone && (
        <div className="columns">
          <div className="column">
            <CacheBoundary connection={connection}>
              <DetailsCard connection={connection} title={t.home.detailsTitle}>
                {isReadable(connection.state) && (
                  <ConnectForm intent="switch_business" connectionId={connection.id} variant="quiet">
                    {t.home.notThisOne}
                  </ConnectForm>
                )}
              </DetailsCard>
            </CacheBoundary>
            {connection.missing
              .filter((value) => SHOWN_HERE.includes(value))
              .map((value) => (
                <LockedCard key={value} value={value} connection={connection} />
              ))}
            <section className="place">
              <h2>{t.home.figuresTitle}</h2>
              <p>{t.home.figuresBody}</p>
            </section>
          </div>
          <div className="column">
            <Card
              title={isReadable(connection.state) ? t.home.seesTitle : t.home.sawTitle}
              note={t.home.seesNote(provider)}
            >
              <PermissionList values={connection.scopes} brief />
              <OffList connection={connection} />
              <p>
                <AppLink to={PATHS.connection}>{t.home.manage}</AppLink>
              </p>
            </Card>
            <OtherBusinesses current={connection} />
          </div>
        </div>
      )}
    </Screen>
  )
}

/** What this page shows of what may be seen: only for that has it a place that says "allow it and it appears here". */
const SHOWN_HERE: readonly string[] = ['business:read']

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

function GoneCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const words = stateWords(connection, session.provider.name, t, format)
  return (
    <Card title={words.title}>
      <p>{words.body}</p>
      {connection.revocation === 'confirming' && <p>{t.disconnect.confirming(session.provider.name)}</p>}
      {connection.revocation === 'confirmed' && <p>{t.disconnect.confirmed(session.provider.name)}</p>}
      <div className="actions">
        <StateActions connection={connection} />
        <AppLink className="button-plain" to={PATHS.businesses}>
          {t.connectionPage.seeAll}
        </AppLink>
      </div>
    </Card>
  )
}
