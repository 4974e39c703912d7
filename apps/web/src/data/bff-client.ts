import type { CheckUp, DisconnectResult, LastRead, RecentDays } from '@counterfoil/bff-api/connection'
import type { ResultDecision, ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { Figures, PutOff } from '@counterfoil/bff-api/figures'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { BFF_PATHS, pathFor, REQUEST_HEADER, REQUEST_ID_HEADER } from '@counterfoil/bff-api/paths'
import type { Problem } from '@counterfoil/bff-api/problem'
import type { Preferences, SessionView, SignedInSession } from '@counterfoil/bff-api/session'
import type { AttemptId, ConnectionId, DigestOf, LeaveId, SessionId } from '@counterfoil/oauth/ids'
import { failureOf, FailureError, type RequestId, type TransportError } from './failure.ts'

/** The timeout in milliseconds, longer than the BFF's own for a token refresh and an answer, so that its error arrives first. */
const DEADLINE_MS = 35_000

/** Calls the BFF's own routes. Every fault is a {@link FailureError}; nothing is shown or redirected here. */
export const bff = {
  session: () => call<SessionView>('GET', BFF_PATHS.session),
  leave: (id: LeaveId) => call<LeaveResult>('GET', pathFor(BFF_PATHS.leave, id)),
  connectResult: (id: AttemptId) => call<ConnectResult>('GET', pathFor(BFF_PATHS.connectResult, id)),
  decideConnectResult: (id: AttemptId, decision: ResultDecision) =>
    call<ConnectResult>('POST', pathFor(BFF_PATHS.resultDecision, id), decision),
  dismissAttempt: (id: AttemptId) => call<unknown>('POST', pathFor(BFF_PATHS.attemptDismiss, id)),
  useConnection: (id: ConnectionId) => call<unknown>('POST', pathFor(BFF_PATHS.connectionUse, id)),
  disconnect: (id: ConnectionId) =>
    call<DisconnectResult>('POST', pathFor(BFF_PATHS.connectionDisconnect, id)),
  dismissConnection: (id: ConnectionId) =>
    call<SessionView>('POST', pathFor(BFF_PATHS.connectionDismiss, id)),
  checkUp: (id: ConnectionId) => call<CheckUp>('POST', pathFor(BFF_PATHS.connectionCheckUp, id)),
  lastRead: (id: ConnectionId) => call<LastRead>('GET', pathFor(BFF_PATHS.connectionLastRead, id)),
  putOff: (id: ConnectionId, about: PutOff) =>
    call<unknown>('POST', pathFor(BFF_PATHS.connectionPutOff, id), about),
  figures: (about: FiguresOf, signal: AbortSignal) =>
    call<Figures>('GET', figuresPath(about), undefined, signal),
  recentDays: (id: ConnectionId) => call<RecentDays>('GET', pathFor(BFF_PATHS.connectionDays, id)),
  signedInSessions: () => call<SessionsAnswer>('GET', BFF_PATHS.sessions),
  endSession: (id: DigestOf<SessionId>) => call<unknown>('POST', pathFor(BFF_PATHS.sessionEnd, id)),
  extendSession: () => call<unknown>('POST', BFF_PATHS.sessionExtend),
  savePreferences: (preferences: Preferences) => call<unknown>('POST', BFF_PATHS.preferences, preferences),
}

interface FiguresOf {
  readonly connectionId: ConnectionId
  readonly version: number
  readonly name: string
}

function figuresPath({ connectionId, version, name }: FiguresOf): string {
  const query = new URLSearchParams({ name, version: String(version) })
  return `${pathFor(BFF_PATHS.connectionFigures, connectionId)}?${query}`
}

type SessionsAnswer = readonly SignedInSession[]

/** Calls one route of the BFF. @throws FailureError */
export async function call<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(path, {
    method,
    headers: {
      accept: 'application/json',
      [REQUEST_HEADER]: '1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw failed(await transportErrorOf(response))
  if (response.status === 204) return undefined as Answer
  try {
    return (await response.json()) as Answer
  } catch {
    throw failed({ kind: 'not-understood', requestId: requestIdOf(response) })
  }
}

/** Calls `fetch` to our own origin with a timeout. A missing answer is a {@link FailureError} too. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  try {
    return await fetch(path, {
      ...init,
      credentials: 'same-origin',
      signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
    })
  } catch (thrown) {
    if (deadline.aborted) throw failed({ kind: 'timeout' })
    if (init.signal?.aborted === true) throw thrown
    throw failed({ kind: 'no-answer' })
  }
}

/** Returns the request id of a response; undefined if the response is not from the BFF. */
export function requestIdOf(response: Response): RequestId | undefined {
  return (response.headers.get(REQUEST_ID_HEADER) as RequestId | null) ?? undefined
}

/** Reads the error of a refused call. Anything but a problem of the BFF is "not understood". */
export async function transportErrorOf(response: Response): Promise<TransportError> {
  const requestId = requestIdOf(response)
  if (!(response.headers.get('content-type') ?? '').startsWith('application/problem+json'))
    return { kind: 'not-understood', requestId }
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined
  if (typeof problem?.code !== 'string') return { kind: 'not-understood', requestId }
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    kind: 'problem',
    problem,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  }
}

function failed(transportError: TransportError): FailureError {
  return new FailureError(failureOf(transportError, Date.now()))
}
