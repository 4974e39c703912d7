import type { AttemptCookie, AttemptId, BrowserId } from '@counterfoil/oauth/ids'
import { isSameText } from '#crypto/signature.ts'
import type { Owner } from '#principals/own-people.ts'
import type { AttemptStore } from './attempt-store.ts'
import { isOwnedBy, type Attempt } from './attempt.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import { type StoredConnectResult } from './connect-result.ts'

export interface TakeAttemptPorts {
  readonly attempts: Pick<AttemptStore, 'find' | 'take'>
  readonly connectResults: Pick<ConnectResultStore, 'begin' | 'find'>
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}

const LOOK_AGAIN_MS = 100
/** Longer than an exchange may take. */
const LONGEST_WAIT_MS = 25_000

/** An attempt is finished once, however often the browser comes back. */
export function createTakeAttempt(ports: TakeAttemptPorts) {
  const { attempts, connectResults, clock } = ports
  return {
    /**
     * Takes the attempt, once, if this browser holds its cookie, for the person who began it. A stranger who knows the state cannot use it up.
     * `taken`: another request of this browser is finishing it at this moment.
     */
    async take(
      attemptId: AttemptId,
      {
        cookie,
        browserId,
        owner,
      }: {
        readonly cookie: AttemptCookie | undefined
        readonly browserId: BrowserId | undefined
        readonly owner: Owner | undefined
      },
    ): Promise<Attempt | 'taken' | undefined> {
      if (cookie === undefined) return undefined
      const known = await attempts.find(attemptId)
      if (known === undefined) {
        const found = await connectResults.find(attemptId)
        return found?.kind === 'working' && browserId !== undefined ? 'taken' : undefined
      }
      if (!isSameText(known.cookie, cookie) || !isOwnedBy(known, owner)) return undefined
      await connectResults.begin(attemptId)
      return (await attempts.take(attemptId)) ?? 'taken'
    },

    /** What comes of an attempt that another request is finishing. */
    async waitForResult(attemptId: AttemptId): Promise<StoredConnectResult | undefined> {
      const untilMs = clock() + LONGEST_WAIT_MS
      while (clock() < untilMs) {
        const found = await connectResults.find(attemptId)
        if (found === undefined) return undefined
        if (found.kind === 'done') return found.connectResult
        await ports.wait(LOOK_AGAIN_MS)
      }
      return undefined
    },
  }
}
