import { attemptIdsOf } from '#connect/attempt/attempt-cookies.ts'
import type { AttemptStore } from '#connect/attempt/attempt-store.ts'
import { MAX_OPEN_ATTEMPTS } from '#connect/attempt/attempt.ts'
import type { ConnectResultStore } from '#connect/result/connect-result-store.ts'
import { findOwnAttempt, type AttemptHolder } from '#connect/attempt/own-attempt.ts'
import { findReadableResult } from '#connect/readable-result.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import { chooseAppearance, parseTimeZone } from '#browser/preferences.ts'
import { businessKeyOf } from '#connections/business-key.ts'
import { isLiving, viewConnection, type ConnectionRecord } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { SessionView } from '@counterfoil/bff-api/session'
import type { AttemptId, BrowserId, ConnectionId, DigestOf, PrincipalId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import type { OwnPeople } from '#principals/own-people.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { ReadSession, SessionCarrier, SessionReader } from '#session/session-reader.ts'

const DAY_MS = 86_400_000

/** What {@link createSessionViews} needs of the world. */
export interface SessionViewsPorts {
  readonly cookies: CookieNames
  readonly provider: Pick<
    ProviderProfile,
    | 'name'
    | 'plansUrl'
    | 'connectedAppsUrl'
    | 'offers'
    | 'scopes'
    | 'optionalScopes'
    | 'scopeWords'
    | 'business'
  >
  readonly metadata: Pick<ProviderMetadata, 'revokes'>
  readonly supportUrl: string | undefined
  /** People may have the Monday letter. */
  readonly hasLetter: boolean
  /** How long a connection lives without use. */
  readonly unusedMs: number
  readonly reader: Pick<SessionReader, 'read' | 'idleEndsAtMs'>
  readonly principals: Pick<PrincipalStore, 'findPerson'>
  readonly people: Pick<OwnPeople, 'find'> | undefined
  readonly connections: Pick<Connections, 'list'>
  readonly attempts: Pick<AttemptStore, 'find'>
  readonly connectResults: Pick<ConnectResultStore, 'find'>
  /** The result as it is at this moment. */
  readonly readConnectResult: (result: ConnectResult) => Promise<ConnectResult>
  readonly csrfTokenOf: (browserId: BrowserId) => string
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly newBrowserId: () => BrowserId
  readonly device: Pick<DeviceMemory, 'readReturning'>
  /** Does the store take no writes at this moment? Never rejects. */
  readonly isReadOnly: () => Promise<boolean>
  /** Receives connections that wait for another try of the provider. */
  readonly onSeen: (connections: readonly ConnectionRecord[]) => void
}

/** The parts of a request the view depends on. */
export interface ViewRequest {
  readonly carrier: SessionCarrier
  readonly acceptLanguage: string | undefined
  /** The key of the business in the page's address; undefined where the address names none. */
  readonly business?: string | undefined
  /** Where it has been read already. */
  readonly session?: ReadSession | undefined
}

export interface LoadedView {
  readonly view: SessionView
  readonly session: ReadSession | undefined
  /** The connection that {@link SessionView.selectedConnectionId} names. */
  readonly selected: ConnectionRecord | undefined
  /** Must be set as a cookie when {@link LoadedView.isNewBrowser}. */
  readonly browserId: BrowserId
  readonly isNewBrowser: boolean
}

/** Builds what a page knows of its session. Reading it never extends it. */
export function createSessionViews(ports: SessionViewsPorts) {
  async function load(request: ViewRequest): Promise<LoadedView> {
    const cookies = parseCookies(request.carrier.headers.cookie)
    const known = parseBrowserId(cookies.get(ports.cookies.browser))
    const browserId = known ?? ports.newBrowserId()
    const [session, openAttempt, isReadOnly] = await Promise.all([
      request.session ?? ports.reader.read(request.carrier),
      findOpenAttempt(ports, { jar: cookies, owner: ports.people?.find(request.carrier) }),
      ports.isReadOnly(),
    ])
    const [person, connections, idleEndsAtMs] =
      session === undefined
        ? [undefined, [], undefined]
        : await Promise.all([
            session.owner?.person ?? ports.principals.findPerson(session.principalId),
            ports.connections.list(session.principalId),
            ports.reader.idleEndsAtMs(session),
          ])
    // The session ended between the two readings.
    const isSignedIn = person !== undefined && (session?.owner !== undefined || idleEndsAtMs !== undefined)
    const shown = isSignedIn ? connections : []
    ports.onSeen(shown)
    const selected = chooseSelected(shown, request.business, session?.selectedConnectionId)
    const { provider, unusedMs } = ports
    const viewFacts = { requestedScopes: provider.scopes, unusedMs }
    const view: SessionView = {
      person: isSignedIn ? { userId: person.userId, email: person.email } : null,
      provider: viewProvider(provider, ports),
      supportUrl: ports.supportUrl ?? null,
      unusedDays: Math.round(unusedMs / DAY_MS),
      returning: isSignedIn ? null : ports.device.readReturning(cookies),
      connections: shown.map((record) => viewConnection(record, viewFacts)),
      selectedConnectionId: selected?.id ?? null,
      openAttempt,
      requestedScopes: [...provider.scopes],
      optionalScopes: [...provider.optionalScopes],
      csrfToken: ports.csrfTokenOf(browserId),
      ...(isReadOnly ? { isReadOnly } : {}),
      idleEndsAt: isSignedIn && idleEndsAtMs !== undefined ? new Date(idleEndsAtMs).toISOString() : null,
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

/** The result of an attempt, for a browser or a person that may read it. */
async function findConnectResult(
  ports: SessionViewsPorts,
  resultId: AttemptId,
  { browserId, principalId }: ResultReader,
): Promise<ConnectResult | null> {
  const found = await findReadableResult(ports, resultId, browserId, async () => principalId)
  return found === undefined ? null : ports.readConnectResult(found.result)
}

function viewProvider(
  { name, plansUrl, connectedAppsUrl, offers, scopeWords, business }: SessionViewsPorts['provider'],
  { metadata, hasLetter }: Pick<SessionViewsPorts, 'metadata' | 'hasLetter'>,
): SessionView['provider'] {
  return {
    ...{ name, offers: [...offers], scopeWords: { ...scopeWords } },
    ...{ hasBusinesses: business !== undefined, revokes: metadata.revokes() },
    ...(hasLetter ? { hasLetter } : {}),
    ...{ plansUrl: plansUrl ?? null, connectedAppsUrl: connectedAppsUrl ?? null },
  }
}

export interface ResultReader {
  readonly browserId: BrowserId | undefined
  readonly principalId: PrincipalId | undefined
}

async function findOpenAttempt(
  ports: Pick<SessionViewsPorts, 'cookies' | 'attempts'>,
  holder: AttemptHolder,
): Promise<SessionView['openAttempt']> {
  for (const id of attemptIdsOf(holder.jar, ports.cookies.attemptPrefix).slice(0, MAX_OPEN_ATTEMPTS)) {
    const attempt = await findOwnAttempt(ports, holder, id)
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

/** The one in the address; without one the last used, else the newest that is not only a memory, else the newest. */
function chooseSelected(
  connections: readonly ConnectionRecord[],
  business: string | undefined,
  lastUsed: ConnectionId | undefined,
): ConnectionRecord | undefined {
  if (business !== undefined)
    return connections.find(({ businessId }) => businessKeyOf(businessId) === business)
  const pointed = connections.find(({ id }) => id === lastUsed)
  const alive = connections.find(isLiving)
  return pointed ?? alive ?? connections[0]
}
