import type {
  AttemptId,
  BrowserId,
  ConnectionId,
  DigestOf,
  PrincipalId,
  UserWireId,
} from '@counterfoil/oauth/ids'
import { attemptIdsOf } from '#connect/attempt-cookies.ts'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { ProviderFeature, SessionView } from '@counterfoil/bff-api/session'
import { viewConnection, type ConnectionRecord } from '#connections/connection.ts'
import type { ConnectResultState } from '#connect/connect-result.ts'
import { mayReadConnectResult } from '#connect/connect-result.ts'
import { MAX_OPEN_ATTEMPTS, type Attempt } from '#connect/attempt.ts'
import { findOwnAttempt } from '#connect/own-attempt.ts'
import { chooseAppearance, parseTimeZone } from '#browser/preferences.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import { parseCookies } from '@counterfoil/service/cookies'
import type { CookieNames } from '#session/cookie-names.ts'

const DAY_MS = 86_400_000

/** The session of a request, as the reader gives it. */
interface Session {
  readonly principalId: PrincipalId
  readonly selectedConnectionId?: ConnectionId | undefined
}

/** What {@link createSessionViews} needs of the world. */
export interface SessionViewsPorts<S extends Session> {
  readonly cookies: CookieNames
  readonly provider: {
    readonly name: string
    readonly plansUrl: string | undefined
    readonly connectedAppsUrl: string | undefined
    readonly offers: readonly ProviderFeature[]
    readonly scopes: readonly string[]
    readonly optionalScopes: readonly string[]
  }
  readonly supportUrl: string | undefined
  /** How long a connection lives without use. */
  readonly unusedMs: number
  readonly readSession: (cookieHeader: string | undefined) => Promise<S | undefined>
  readonly idleEndsAtMs: (session: S) => Promise<number | undefined>
  readonly findPerson: (
    principalId: PrincipalId,
  ) => Promise<{ readonly userId: UserWireId; readonly email: string | null } | undefined>
  readonly listConnections: (principalId: PrincipalId) => Promise<readonly ConnectionRecord[]>
  readonly attempts: { find(attemptId: AttemptId): Promise<Attempt | undefined> }
  readonly findConnectResult: (resultId: AttemptId) => Promise<ConnectResultState | undefined>
  /** The result as it is at this moment. */
  readonly readConnectResult: (result: ConnectResult) => Promise<ConnectResult>
  readonly csrfTokenOf: (browserId: BrowserId) => string
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly newBrowserId: () => BrowserId
  /** What this device remembers; read from its cookie alone. */
  readonly readReturning: (cookies: ReadonlyMap<string, string>) => SessionView['returning']
  /** Told about connections that wait for another try of the provider. */
  readonly onSeen: (connections: readonly ConnectionRecord[]) => void
}

/** The parts of a request the view depends on. */
export interface ViewRequest<S> {
  readonly cookieHeader: string | undefined
  readonly acceptLanguage: string | undefined
  /** Where it has been read already. */
  readonly session?: S | undefined
}

export interface LoadedView<S> {
  readonly view: SessionView
  readonly session: S | undefined
  /** The connection that {@link SessionView.selectedConnectionId} names. */
  readonly selected: ConnectionRecord | undefined
  /** Must be set as a cookie when {@link LoadedView.isNewBrowser}. */
  readonly browserId: BrowserId
  readonly isNewBrowser: boolean
}

/** Builds what a page knows of its session. Reading it never extends it. */
export function createSessionViews<S extends Session>(ports: SessionViewsPorts<S>) {
  async function load(request: ViewRequest<S>): Promise<LoadedView<S>> {
    const cookies = parseCookies(request.cookieHeader)
    const known = parseBrowserId(cookies.get(ports.cookies.browser))
    const browserId = known ?? ports.newBrowserId()
    const [session, openAttempt] = await Promise.all([
      request.session ?? ports.readSession(request.cookieHeader),
      findOpenAttempt(ports, cookies),
    ])
    const [person, connections, idleEndsAtMs] =
      session === undefined
        ? [undefined, [], undefined]
        : await Promise.all([
            ports.findPerson(session.principalId),
            ports.listConnections(session.principalId),
            ports.idleEndsAtMs(session),
          ])
    // The session ended between the two readings.
    const isSignedIn = person !== undefined && idleEndsAtMs !== undefined
    const shown = isSignedIn ? connections : []
    ports.onSeen(shown)
    const selected = chooseSelected(shown, session?.selectedConnectionId)
    const { provider, unusedMs } = ports
    const viewFacts = { requestedScopes: provider.scopes, unusedMs }
    const view: SessionView = {
      person: isSignedIn ? { userId: person.userId, email: person.email } : null,
      provider: viewProvider(provider),
      supportUrl: ports.supportUrl ?? null,
      unusedDays: Math.round(unusedMs / DAY_MS),
      returning: isSignedIn ? null : ports.readReturning(cookies),
      connections: shown.map((record) => viewConnection(record, viewFacts)),
      selectedConnectionId: selected?.id ?? null,
      openAttempt,
      requestedScopes: [...provider.scopes],
      optionalScopes: [...provider.optionalScopes],
      csrfToken: ports.csrfTokenOf(browserId),
      idleEndsAt: isSignedIn ? new Date(idleEndsAtMs).toISOString() : null,
      ...chooseAppearance({
        cookie: cookies.get(ports.cookies.preferences),
        acceptLanguage: request.acceptLanguage,
      }),
      timeZone: parseTimeZone(cookies.get(ports.cookies.timeZone)) ?? null,
    }
    return {
      view,
      session: isSignedIn ? session : undefined,
      selected,
      browserId,
      isNewBrowser: known === undefined,
    }
  }

  return {
    load,
    findConnectResult: (resultId: AttemptId, reader: ResultReader) =>
      findConnectResult(ports, resultId, reader),
  }
}

function viewProvider(provider: SessionViewsPorts<Session>['provider']): SessionView['provider'] {
  const { name, plansUrl, connectedAppsUrl, offers } = provider
  return {
    ...{ name, offers: [...offers] },
    ...{ plansUrl: plansUrl ?? null, connectedAppsUrl: connectedAppsUrl ?? null },
  }
}

interface ResultReader {
  readonly browserId: BrowserId | undefined
  readonly principalId: PrincipalId | undefined
}

async function findOpenAttempt(
  ports: Pick<SessionViewsPorts<Session>, 'cookies' | 'attempts'>,
  cookies: ReadonlyMap<string, string>,
): Promise<SessionView['openAttempt']> {
  for (const id of attemptIdsOf(cookies, ports.cookies.attemptPrefix).slice(0, MAX_OPEN_ATTEMPTS)) {
    const attempt = await findOwnAttempt(ports, cookies, id)
    if (attempt !== undefined) {
      return {
        id,
        startedAt: new Date(attempt.startedAtMs).toISOString(),
        businessName: attempt.expected?.businessName ?? null,
      }
    }
  }
  return null
}

/** The result of an attempt, for a browser or a person that may read it. */
async function findConnectResult(
  ports: Pick<SessionViewsPorts<Session>, 'findConnectResult' | 'browserOf' | 'readConnectResult'>,
  resultId: AttemptId,
  reader: ResultReader,
): Promise<ConnectResult | null> {
  const found = await ports.findConnectResult(resultId)
  if (found?.kind !== 'done') return null
  const browser = reader.browserId === undefined ? undefined : ports.browserOf(reader.browserId)
  return mayReadConnectResult(found.connectResult, { browser, principalId: reader.principalId })
    ? ports.readConnectResult(found.connectResult.result)
    : null
}

/** The one the session points at, else the newest that is not only a memory, else the newest. */
function chooseSelected(
  connections: readonly ConnectionRecord[],
  selected: ConnectionId | undefined,
): ConnectionRecord | undefined {
  const pointed = connections.find(({ id }) => id === selected)
  const alive = connections.find(({ health }) => health.state !== 'disconnected')
  return pointed ?? alive ?? connections[0]
}
