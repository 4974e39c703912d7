import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AppLink } from '#navigation/app-link.tsx'
import { StateWords } from '#connection/status-badge.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { ContinueForm } from '#connection/continue-form.tsx'
import { actionsFor, isReadable, isSignedOut, badgeState } from '#connection/connection-state.ts'
import { liveConnections, selectedConnection } from '#data/connections.ts'
import { PATHS } from '#navigation/paths.ts'
import { PermissionList } from '#connection/permission-list.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { SignInForm } from '#connection/sign-in-form.tsx'
import { StateActions } from '#connection/state-actions.tsx'
import { businessName, stateWords } from '#connection/state-words.ts'
import { useReadAtMs } from '#data/last-known.tsx'
import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'
import { CheckUpCard } from './check-up-card.tsx'
import { DaysCard } from './days-card.tsx'

/** Everything about the connection in one place, one press from the mark at the top. */
export function ConnectionScreen() {
  const { session } = useSession()
  const { t } = useWords()
  const connection = selectedConnection(session)
  if (connection === undefined || connection.state === 'disconnected') return <NoConnection />
  return (
    <Screen title={t.connectionPage.title(businessName(connection, t))}>
      <div className="columns">
        <div className="column">
          <StateCard connection={connection} />
          <CheckUpCard key={connection.id} connection={connection} />
        </div>
        <SeesCard connection={connection} />
      </div>
      <div className="columns">
        <DaysCard key={`days-${connection.id}`} connection={connection} />
        <div className="screen-only">
          <MoreCard connection={connection} />
        </div>
      </div>
    </Screen>
  )
}

function NoConnection() {
  const { session } = useSession()
  const { t } = useWords()
  const told = badgeState(session)
  const isSignedIn = session.person !== null
  return (
    <Screen
      title={t.connectionPage.titleNone}
      lede={isSignedIn ? t.connectionPage.none : t.connectionPage.signedOut}
    >
      <div className="narrow">
        <Card title={t.connectionPage.state} variant="stub">
          <p className="state-line">
            <StateWords told={told} />
          </p>
          {told.state === 'connecting' ? (
            <ContinueForm />
          ) : isSignedOut(session) ? (
            <SignInForm>{t.ended.signIn}</SignInForm>
          ) : (
            <ConnectForm intent="connect" returnTo={PATHS.overview}>
              {t.connect.business}
            </ConnectForm>
          )}
          {!isSignedIn && !isSignedOut(session) && <SignInForm variant="quiet">{t.ended.signIn}</SignInForm>}
        </Card>
      </div>
    </Screen>
  )
}

function StateCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const readAtMs = useReadAtMs(connection)
  const words = stateWords(connection, session.provider.name, t, format)
  return (
    <Card title={t.connectionPage.state} variant="stub">
      <p className="state-line">
        <StateWords told={connection} />
      </p>
      <p>{words.body}</p>
      <Rows>
        <Row name={t.connectionPage.since}>{format.dateWithAge(connection.since)}</Row>
        <Row name={t.connectionPage.lastRead}>
          {readAtMs === undefined
            ? t.connectionPage.never
            : format.momentWithAge(new Date(readAtMs).toISOString())}
        </Row>
        {isReadable(connection.state) && (
          <Row name={t.connectionPage.nextRead}>
            {connection.canRetryAt === null
              ? t.connectionPage.whenOpened
              : format.moment(connection.canRetryAt)}
          </Row>
        )}
        {connection.endsUnusedAt !== null && (
          <Row name={t.connectionPage.endsUnused}>{format.date(connection.endsUnusedAt)}</Row>
        )}
        {connection.email !== null && <Row name={t.connectionPage.connectedBy}>{connection.email}</Row>}
      </Rows>
      <div className="actions">
        <StateActions connection={connection} />
      </div>
    </Card>
  )
}

function SeesCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  const could = session.optionalScopes.filter((value) => !connection.scopes.includes(value))
  const changes = permissionWords(connection.scopes, t).some((permission) => permission.changes)
  return (
    <Card
      title={isReadable(connection.state) ? t.home.seesTitle : t.home.sawTitle}
      note={t.home.seesNote(session.provider.name)}
    >
      <PermissionList values={connection.scopes} />
      {!changes && <p className="aside">{t.connectionPage.cant}</p>}
      {connection.missing.length > 0 && (
        <>
          <h3>{t.connectionPage.offTitle}</h3>
          <AskList values={connection.missing} connection={connection} note={t.connectionPage.off} />
        </>
      )}
      {could.length > 0 && isReadable(connection.state) && (
        <details>
          <summary>{t.connectionPage.couldTitle}</summary>
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
  return (
    <ul className="permissions">
      {props.values.map((value) => {
        const [words] = permissionWords([value], t)
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

function MoreCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  const provider = session.provider.name
  const name = businessName(connection, t)
  const actions = actionsFor(connection.state, connection.reason)
  return (
    <Card title={t.connectionPage.actions}>
      <div className="stack">
        {!actions.includes('switch') && (
          <ConnectForm intent="switch_business" connectionId={connection.id} variant="plain">
            {t.connect.switch}
          </ConnectForm>
        )}
        {!actions.includes('connect_another') && (
          <ConnectForm intent="connect" variant="plain">
            {t.connect.another}
          </ConnectForm>
        )}
      </div>
      <details>
        <summary>{t.connectionPage.havingTrouble}</summary>
        {connection.state !== 'reconnect' && (
          <>
            <p>{t.connectionPage.troubleBody(provider)}</p>
            <ConnectForm intent="reconnect" connectionId={connection.id} variant="plain">
              {t.connect.reconnect(name)}
            </ConnectForm>
          </>
        )}
        <ConnectForm intent="ask_again" connectionId={connection.id} variant="plain">
          {t.connect.askAgain(provider)}
        </ConnectForm>
      </details>
      {liveConnections(session).length > 1 && (
        <p>
          <AppLink to={PATHS.businesses}>{t.connectionPage.seeAll}</AppLink>
        </p>
      )}
      {session.provider.connectedAppsUrl !== null && (
        <p>
          <a href={session.provider.connectedAppsUrl}>{t.connectionPage.inHarbour(provider)}</a>
        </p>
      )}
      <p className="ending">
        <AppLink className="danger-link" to={PATHS.disconnect}>
          {t.connectionPage.disconnectLink(name)}
        </AppLink>
      </p>
    </Card>
  )
}
