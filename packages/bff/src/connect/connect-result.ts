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

/** The time in milliseconds for which a result can be loaded, and its question answered. */
export const CONNECT_RESULT_LIFE_MS = 10 * 60_000

/** The connection that a new one replaces. */
export interface Replaced {
  readonly connectionId: ConnectionId
  readonly businessName: string | null
}

export interface StoredConnectResult {
  readonly result: ConnectResult
  /** The digest of the browser that began the attempt. */
  readonly browser: DigestOf<BrowserId>
  /** The principal who may read the result too, from any browser. Null if there is none. */
  readonly principalId: PrincipalId | null
  /**
   * The session that this result began, and the digest of its attempt's cookie: a browser that still has that cookie never received
   * the response, and gets it again.
   */
  readonly begun?: { readonly sessionId: SessionId; readonly cookie: DigestOf<AttemptCookie> } | undefined
  /** The identity that came back instead of the expected one, and the ids of its tokens, which wait for a decision. */
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

/** Returns true if this browser, or the person signed in there, may read the result. */
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

/** Returns the result with the present state of a revocation that was being confirmed. */
export async function readConnectResult(
  pendingRevocations: Pick<RevocationStore, 'stateOf'>,
  result: ConnectResult,
): Promise<ConnectResult> {
  const { replaced } = result
  if (replaced?.revocation !== 'confirming') return result
  const revocation = await pendingRevocations.stateOf([replaced.connectionId])
  return { ...result, replaced: { ...replaced, revocation } }
}

/** The fields that every result of one attempt has in common. */
export interface ConnectResultFrame {
  readonly id: AttemptId
  readonly intent: Intent
  readonly returnTo: string
  readonly reference: string
  readonly browser: DigestOf<BrowserId>
  readonly principalId: PrincipalId | null
  /** The UTC offset of the person who connects, in milliseconds; undefined if unknown. */
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
 * Returns the result of an ended attempt; undefined if neither this browser nor the person signed in there may read it.
 * @param findPrincipal Finds the person who is signed in; called only if there is a result.
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
