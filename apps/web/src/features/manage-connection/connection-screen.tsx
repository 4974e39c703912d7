import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { LetterChoice, MondayLetter } from '@counterfoil/bff-api/letter'
import { BFF_PATHS, pathFor } from '@counterfoil/bff-api/paths'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConnectForm, ContinueForm, SignInForm } from '#connection/connect-form.tsx'
import { actionsFor, badgeState, isReadable, isSignedOut } from '#connection/connection-state.ts'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { StateActions } from '#connection/state-actions.tsx'
import { businessName, stateWords } from '#connection/state-words.ts'
import { StateWords } from '#connection/status-badge.tsx'
import { call } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { useHydrated } from '#data/hydrated.ts'
import { useReadAtMs } from '#data/last-known.tsx'
import { letterKey } from '#data/query-client.ts'
import { liveConnections, selectedConnection, useSession } from '#data/session/session.tsx'
import { CheckUpCard } from '#features/manage-connection/check-up/check-up-card.tsx'
import { DaysCard } from '#features/manage-connection/days/days-card.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Card, Row, Rows } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { SeesCard } from './sees-card.tsx'

/** Shows everything about the connection on one page, reachable by one press from the status mark at the top. */
export function ConnectionScreen(props: {
  /** Renders the details of the business. */
  readonly about: (connection: ConnectionView) => ReactNode
}) {
  const { session } = useSession()
  const { t } = useWords()
  const { page } = usePartWords('connection_page')
  const connection = selectedConnection(session)
  if (connection === undefined || connection.state === 'disconnected') return <NoConnection />
  return (
    <Screen title={page.title(businessName(connection, t))}>
      <div className="columns">
        <div className="column">
          <StateCard connection={connection} />
          <CheckUpCard key={connection.id} connection={connection} />
        </div>
        <SeesCard connection={connection} />
      </div>
      <div className="columns">
        {session.provider.offers.includes('books') && props.about(connection)}
        <div className="column">
          <DaysCard key={`days-${connection.id}`} connection={connection} />
          {session.provider.hasLetter && (
            <LetterCard key={`letter-${connection.id}`} connection={connection} />
          )}
          <div className="screen-only">
            <MoreCard connection={connection} />
          </div>
        </div>
      </div>
    </Screen>
  )
}

function NoConnection() {
  const { session } = useSession()
  const { t, words } = useWords('connection_page')
  const { name, hasBusinesses } = session.provider
  const reported = badgeState(session)
  const isSignedIn = session.person !== null
  return (
    <Screen
      title={t.connectionPage.titleNone}
      lede={isSignedIn ? t.connectionPage.none : words.page.signedOut}
    >
      <div className="narrow">
        <Card title={words.page.state} variant="stub">
          <p className="state-line">
            <StateWords reported={reported} />
          </p>
          {reported.state === 'connecting' ? (
            <ContinueForm />
          ) : isSignedOut(session) ? (
            <SignInForm>{t.ended.signIn}</SignInForm>
          ) : (
            <ConnectForm intent="connect" returnTo="/">
              {hasBusinesses ? t.connect.business : words.connect(name)}
            </ConnectForm>
          )}
          {!isSignedIn && !isSignedOut(session) && <SignInForm variant="quiet">{t.ended.signIn}</SignInForm>}
        </Card>
      </div>
    </Screen>
  )
}

function MoreCard({ connection }: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const { t } = useWords()
  const { page } = usePartWords('connection_page')
  const provider = session.provider.name
  const name = businessName(connection, t)
  const actions = actionsFor(connection.state, connection.reason)
  return (
    <Card title={page.actions}>
      {session.provider.hasBusinesses && (
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
      )}
      <details>
        <summary>{page.havingTrouble}</summary>
        {connection.state !== 'reconnect' && (
          <>
            <p>{page.troubleBody(provider)}</p>
            <ConnectForm intent="reconnect" connectionId={connection.id} variant="plain">
              {t.connect.reconnect(name)}
            </ConnectForm>
          </>
        )}
        <ConnectForm intent="ask_again" connectionId={connection.id} variant="plain">
          {page.askAgain(provider)}
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
          {page.disconnectLink(name)}
        </AppLink>
      </p>
    </Card>
  )
}

/** Shows the current state of the connection. */
function StateCard({ connection }: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const { t, format } = useWords()
  const { ends, page } = usePartWords('connection_page')
  const readAtMs = useReadAtMs(connection)
  const words = stateWords(connection, session.provider.name, t, format)
  return (
    <Card title={page.state} variant="stub">
      <p className="state-line">
        <StateWords reported={connection} />
      </p>
      <p>{words.body}</p>
      <Rows>
        <Row name={page.since}>{format.dateWithAge(connection.since)}</Row>
        <Row name={page.lastRead}>
          {readAtMs === undefined ? page.never : format.momentWithAge(new Date(readAtMs).toISOString())}
        </Row>
        {isReadable(connection.state) && (
          <Row name={page.nextRead}>
            {connection.canRetryAt === null ? (
              <WhenRead connection={connection} />
            ) : (
              format.moment(connection.canRetryAt)
            )}
          </Row>
        )}
        {connection.endsAt !== null && <Row name={ends.by}>{format.date(connection.endsAt)}</Row>}
        {connection.endsUnusedAt !== null && (
          <Row name={page.endsUnused}>{format.date(connection.endsUnusedAt)}</Row>
        )}
        {connection.email !== null && <Row name={page.connectedBy}>{connection.email}</Row>}
      </Rows>
      <div className="actions">
        <StateActions connection={connection} />
      </div>
    </Card>
  )
}

function WhenRead(props: { readonly connection: ConnectionView }) {
  const { format, words } = useWords('letter_card')
  const { page } = usePartWords('connection_page')
  const nextAt = useLetter(props.connection).data?.nextAt
  return nextAt == null ? page.whenOpened : words.nextRead(format.date(nextAt))
}

/** Reads whether the weekly letter is on; reads nothing if the provider has no letters. */
function useLetter({ id }: Pick<ConnectionView, 'id'>) {
  const { provider } = useSession().session
  const isHydrated = useHydrated()
  return useQuery({
    queryKey: letterKey(id),
    queryFn: () => call<MondayLetter>('GET', pathFor(BFF_PATHS.connectionLetter, id)),
    enabled: isHydrated && provider.hasLetter === true,
  })
}

/** Shows whether the person receives the Monday letter about this business, and the switch for it. */
function LetterCard(props: { readonly connection: ConnectionView }) {
  const { id, state } = props.connection
  const words = usePartWords('letter_card')
  const queries = useQueryClient()
  const { data, error, refetch } = useLetter(props.connection)
  const choice = useMutation({
    mutationFn: (isWanted: boolean) =>
      call<MondayLetter>('POST', pathFor(BFF_PATHS.connectionLetterChoice, id), {
        isWanted,
      } satisfies LetterChoice),
    onSuccess: (letter) => queries.setQueryData(letterKey(id), letter),
  })
  const isOn = data !== undefined && data.nextAt !== null
  return (
    <Card title={words.title} busy={choice.isPending}>
      <p>{words.what}</p>
      {data === undefined && error === null && (
        <Skeleton lines={1} label={words.waiting} still={words.waiting} />
      )}
      {data === undefined && error !== null && (
        <InlineFailure failure={failureFrom(error)} onRetry={() => void refetch()} />
      )}
      <div role="status">{data !== undefined && <LetterState letter={data} reads={isReadable(state)} />}</div>
      {choice.isError && <InlineFailure failure={failureFrom(choice.error)} />}
      {data !== undefined && (
        <ActionButton
          pending={choice.isPending}
          pendingLabel={isOn ? words.switchOff : words.switchOn}
          onPress={() => choice.mutate(!isOn)}
        >
          {isOn ? words.switchOff : words.switchOn}
        </ActionButton>
      )}
    </Card>
  )
}

function LetterState(props: { readonly letter: MondayLetter; readonly reads: boolean }) {
  const { nextAt, trouble } = props.letter
  const { provider } = useSession().session
  const { format, words } = useWords('letter_card')
  const message = trouble === null ? undefined : words.trouble[trouble]
  return (
    <>
      <p>
        {nextAt === null ? words.off : words.next(provider.name, format.date(nextAt), format.clock(nextAt))}
      </p>
      {nextAt !== null && !props.reads && <p>{words.unread}</p>}
      {message !== undefined && <p>{typeof message === 'string' ? message : message(provider.name)}</p>}
    </>
  )
}
