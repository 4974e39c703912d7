import { browserDigestOf } from '#browser/browser-id.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import type { ConnectOutcome, ConnectResult, Intent } from '@counterfoil/bff-api/connect-result'
import type {
  AttemptCookie,
  AttemptId,
  BrowserId,
  ConnectionId,
  DigestOf,
  PrincipalId,
  SessionId,
  TokenSetId,
} from '@counterfoil/oauth/ids'
import type { Identity } from '#connections/connection.ts'

/** How long a result screen may be loaded, and a question answered. */
export const CONNECT_RESULT_LIFE_MS = 10 * 60_000

/** The connection that another one takes the place of. */
export interface Replaced {
  readonly connectionId: ConnectionId
  readonly businessName: string | null
}

export interface StoredConnectResult {
  readonly result: ConnectResult
  /** The digest of the browser that began it. */
  readonly browser: DigestOf<BrowserId>
  /** Anyone who is signed in as this principal may read it too. */
  readonly principalId: PrincipalId | null
  /**
   * The session that this result began, and the digest of the cookie of its attempt: a browser that still has that
   * cookie has never received the answer, and gets it again.
   */
  readonly begun?: { readonly sessionId: SessionId; readonly cookie: DigestOf<AttemptCookie> } | undefined
  /** Who came back instead of the expected, and where in the list of pending revocations the tokens wait for a decision. */
  readonly pending:
    | (Identity & {
        readonly connectionId: ConnectionId
        readonly tokensId: TokenSetId
        readonly asked: readonly string[]
        readonly replaces: Replaced | null
      })
    | null
}

export type ConnectResultState =
  { readonly kind: 'working' } | { readonly kind: 'done'; readonly connectResult: StoredConnectResult }

/** May this browser, or anyone who is signed in in it, read the result? */
export function mayReadConnectResult(
  connectResult: StoredConnectResult,
  reader: {
    readonly browser: DigestOf<BrowserId> | undefined
    readonly principalId: PrincipalId | undefined
  },
): boolean {
  return (
    (reader.browser !== undefined && connectResult.browser === reader.browser) ||
    (connectResult.principalId !== null && connectResult.principalId === reader.principalId)
  )
}

type Ending = Partial<
  Omit<ConnectResult, 'id' | 'intent' | 'outcome' | 'returnTo' | 'reference' | 'finishedAt'>
>

/** The result as it is now: what was being confirmed may be confirmed. */
export async function readConnectResult(
  pendingRevocations: Pick<RevocationStore, 'stateOf'>,
  result: ConnectResult,
): Promise<ConnectResult> {
  const { replaced } = result
  if (replaced?.revocation !== 'confirming') return result
  const revocation = await pendingRevocations.stateOf([replaced.connectionId])
  return { ...result, replaced: { ...replaced, revocation } }
}

/** What every result of one attempt shares. */
export interface ConnectResultFrame {
  readonly id: AttemptId
  readonly intent: Intent
  readonly returnTo: string
  readonly reference: string
  readonly browser: DigestOf<BrowserId>
  readonly principalId: PrincipalId | null
  /** How far the clock of the person who connects is ahead of UTC, in milliseconds; undefined when it is unknown. */
  readonly dayOffsetMs?: number | undefined
}

export function buildConnectResult(
  frame: ConnectResultFrame,
  outcome: ConnectOutcome,
  nowMs: number,
  ending: Ending = {},
  pending: StoredConnectResult['pending'] = null,
): StoredConnectResult {
  return {
    result: {
      connectionId: null,
      businessName: null,
      expected: null,
      received: null,
      decisionOpen: false,
      stayConnected: null,
      replaced: null,
      missing: [],
      granted: [],
      retryAt: null,
      ...ending,
      id: frame.id,
      intent: frame.intent,
      outcome,
      finishedAt: new Date(nowMs).toISOString(),
      reference: frame.reference,
      returnTo: frame.returnTo,
    },
    browser: frame.browser,
    principalId: frame.principalId,
    pending,
  }
}

/**
 * The result of an attempt that has ended; undefined when neither this browser, nor who is signed in in it, may read it.
 * @param findPrincipal Who is signed in; asked only where there is a result.
 */
export async function findReadableResult(
  connectResults: { find(resultId: AttemptId): Promise<ConnectResultState | undefined> },
  resultId: AttemptId,
  browserId: BrowserId | undefined,
  findPrincipal: () => Promise<PrincipalId | undefined>,
): Promise<StoredConnectResult | undefined> {
  const found = await connectResults.find(resultId)
  if (found?.kind !== 'done') return undefined
  const browser = browserId && browserDigestOf(browserId)
  const reader = { browser, principalId: await findPrincipal() }
  return mayReadConnectResult(found.connectResult, reader) ? found.connectResult : undefined
}
