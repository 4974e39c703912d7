import type { AttemptId, BrowserId, DigestOf, PrincipalId } from '@counterfoil/oauth/ids'
import type { ConnectResultStore } from './result/connect-result-store.ts'
import { mayReadConnectResult, type StoredConnectResult } from './result/connect-result.ts'

/**
 * The result of an attempt that has ended; undefined when neither this browser, nor who is signed in in it, may read it.
 * @param findPrincipal Who is signed in; asked only where there is a result.
 */
export async function findReadableResult(
  ports: {
    readonly connectResults: Pick<ConnectResultStore, 'find'>
    readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  },
  resultId: AttemptId,
  browserId: BrowserId | undefined,
  findPrincipal: () => Promise<PrincipalId | undefined>,
): Promise<StoredConnectResult | undefined> {
  const found = await ports.connectResults.find(resultId)
  if (found?.kind !== 'done') return undefined
  const browser = browserId === undefined ? undefined : ports.browserOf(browserId)
  const reader = { browser, principalId: await findPrincipal() }
  return mayReadConnectResult(found.connectResult, reader) ? found.connectResult : undefined
}
