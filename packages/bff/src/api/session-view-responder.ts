import { randomId } from '@counterfoil/service/values/random'
import type { CheckUps } from '#check-up/check-up.ts'
import { findReadableResult, readConnectResult } from '#connect/connect-result.ts'
import { UnknownKeyError } from '#crypto/sealed-box.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import type { Signing } from '#session/signing.ts'
import { type AttemptHolder, MAX_OPEN_ATTEMPTS, attemptIdsOf, findOwnAttempt } from '#connect/attempt.ts'
import type { AttemptStore } from '#connect/attempt-store.ts'
import type { ConnectResultStore } from '#connect/connect-result-store.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import { chooseAppearance, parseTimeZone } from '#browser/preferences.ts'
import { businessKeyOf } from '#connections/business-key.ts'
import { type ConnectionRecord, isLiving, viewConnection } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { SessionView } from '@counterfoil/bff-api/session'
import type { AttemptId, BrowserId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import type { OwnPeople } from '#principals/own-people.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { ReadSession, SessionCarrier, SessionReader } from '#session/session-reader.ts'
import { readAddress } from '@counterfoil/bff-api/paths'
import type { Request } from 'express'
import { type Exchange, setBrowserCookie } from '#session/cookies-responder.ts'

const DAY_MS = 86_400_000

interface SessionViewsPorts {
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
  /** True if the Monday letter is offered. */
  readonly hasLetter: boolean
  /** The time in milliseconds after which an unused connection ends. */
  readonly unusedMs: number
  readonly reader: Pick<SessionReader, 'read' | 'idleEndsAtMs'>
  readonly principals: Pick<PrincipalStore, 'findPerson'>
  readonly people: Pick<OwnPeople, 'find'> | undefined
  readonly connections: Pick<Connections, 'list'>
  readonly attempts: Pick<AttemptStore, 'find'>
  readonly connectResults: Pick<ConnectResultStore, 'find'>
  readonly pendingRevocations: Pick<RevocationStore, 'stateOf'>
  readonly signing: Pick<Signing, 'csrfTokenOf'>
  readonly device: Pick<DeviceMemory, 'readReturning'>
  /** Resolves to true if the store takes no writes now. Never rejects. */
  readonly isReadOnly: () => Promise<boolean>
  readonly checkUp: Pick<CheckUps, 'checkUpDue'>
}

/** The parts of a request the view depends on. */
export interface ViewRequest {
  readonly carrier: SessionCarrier
  readonly acceptLanguage: string | undefined
  /** The key of the business in the page's address; undefined where the address names none. */
  readonly business?: string | undefined
  /** The session, if the caller has already read it. */
  readonly session?: ReadSession | undefined
}

export interface LoadedView {
  readonly view: SessionView
  readonly session: ReadSession | undefined
  /** The connection that {@link SessionView.selectedConnectionId} names. */
  readonly selected: ConnectionRecord | undefined
  /** The id in the browser cookie, or a new id that must be set there if {@link LoadedView.isNewBrowser}. */
  readonly browserId: BrowserId
  readonly isNewBrowser: boolean
}

/** Creates the loader of session views for pages. Loading a view never extends the session. */
export function createSessionViews(ports: SessionViewsPorts) {
  async function load(request: ViewRequest): Promise<LoadedView> {
    const cookies = parseCookies(request.carrier.headers.cookie)
    const known = parseBrowserId(cookies.get(ports.cookies.browser))
    const browserId = known ?? randomId<BrowserId>()
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
    // False if the session ended between the two reads.
    const isSignedIn = person !== undefined && (session?.owner !== undefined || idleEndsAtMs !== undefined)
    const shown = isSignedIn ? connections : []
    ports.checkUp.checkUpDue(shown)
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
      csrfToken: ports.signing.csrfTokenOf(browserId),
      ...(isReadOnly && { isReadOnly }),
      idleEndsAt: isSignedIn && idleEndsAtMs !== undefined ? new Date(idleEndsAtMs).toISOString() : null,
      ...chooseAppearance({
        cookie: cookies.get(ports.cookies.preferences),
        acceptLanguage: request.acceptLanguage,
      }),
      timeZone: parseTimeZone(cookies.get(ports.cookies.timeZone)) ?? null,
    }
    const seen = isSignedIn ? session : undefined
    return { view, session: seen, selected, browserId, isNewBrowser: known === undefined }
  }

  return {
    load,
    findConnectResult: (resultId: AttemptId, reader: ResultReader) =>
      findConnectResult(ports, resultId, reader),
  }
}

/** Returns the result of an attempt if this browser or person may read it; otherwise null. */
async function findConnectResult(
  { connectResults, pendingRevocations }: SessionViewsPorts,
  resultId: AttemptId,
  { browserId, principalId }: ResultReader,
): Promise<ConnectResult | null> {
  const found = await findReadableResult(connectResults, resultId, browserId, async () => principalId)
  return found === undefined ? null : readConnectResult(pendingRevocations, found.result)
}

function viewProvider(
  { name, plansUrl, connectedAppsUrl, offers, scopeWords, business }: SessionViewsPorts['provider'],
  { metadata, hasLetter }: Pick<SessionViewsPorts, 'metadata' | 'hasLetter'>,
): SessionView['provider'] {
  return {
    name,
    offers: [...offers],
    scopeWords: { ...scopeWords },
    hasBusinesses: business !== undefined,
    revokes: metadata.revokes(),
    ...(hasLetter && { hasLetter }),
    plansUrl: plansUrl ?? null,
    connectedAppsUrl: connectedAppsUrl ?? null,
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
    const attempt = await findOwnAttempt(ports, holder, id).catch((error: unknown) => {
      // The page does not need an attempt that this process cannot decrypt.
      if (error instanceof UnknownKeyError) return undefined
      throw error
    })
    if (attempt === undefined) continue
    const startedAt = new Date(attempt.startedAtMs).toISOString()
    return { id, startedAt, businessName: attempt.expected?.businessName ?? null }
  }
  return null
}

/** Returns the connection of the business in the address; without one the last used, else the newest living, else the newest. */
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

export type SessionViews = ReturnType<typeof createSessionViews>

/** Loads the session view for the page of a request. @param session The session, if the caller has already read it. */
export function loadView(
  views: Pick<SessionViews, 'load'>,
  req: Request,
  session?: ReadSession,
): Promise<LoadedView> {
  return views.load({
    carrier: req,
    acceptLanguage: req.get('accept-language'),
    business: readAddress(req.path).business,
    session,
  })
}

/** Calls {@link loadView} and sets the browser cookie if the request had none. */
export async function openView(
  deps: { readonly views: Pick<SessionViews, 'load'>; readonly cookies: CookieNames },
  { req, res }: Exchange,
  session?: ReadSession,
): Promise<LoadedView> {
  const loaded = await loadView(deps.views, req, session)
  if (loaded.isNewBrowser) setBrowserCookie(res, deps.cookies, loaded.browserId)
  return loaded
}
