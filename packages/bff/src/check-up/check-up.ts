import type { CheckUpPorts } from './check-up-ports.ts'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { missingScopes } from '@counterfoil/oauth/scope'
import { createSingleFlight } from '@counterfoil/service/single-flight'
import type { ConnectionRecord } from '#connections/connection.ts'
import { isRefreshable } from '#connections/token-set.ts'
import { judgeChecks, type Check } from './checks.ts'
import { createAskProvider } from './ask-provider.ts'

/** Its access token has ended and nothing brings another; nobody has noted it yet. */
function hasEnded({ health, tokens }: ConnectionRecord, nowMs: number): boolean {
  return (
    health.state === 'connected' && tokens !== null && !isRefreshable(tokens) && tokens.expiresAtMs <= nowMs
  )
}

/** Asks the provider about one connection and lets the state follow the answers. */
export function createCheckUp(ports: CheckUpPorts) {
  const askProvider = createAskProvider(ports)
  const running = createSingleFlight<ConnectionId, unknown>()
  const checkUps = createSingleFlight<ConnectionId, readonly Check[]>()

  /** A person who presses the button does not wait for the next planned try. */
  async function retryNow(connectionId: ConnectionId): Promise<void> {
    await ports.store.update(connectionId, (current) => {
      const { health } = current
      const isWaiting = health.canRetryAtMs !== null && health.canRetryAtMs > ports.clock()
      if (!isWaiting || health.reason === 'rate_limited') return undefined
      return { ...current, health: { ...health, canRetryAtMs: ports.clock() } }
    })
  }

  async function examine(before: ConnectionRecord): Promise<readonly Check[]> {
    await retryNow(before.id)
    const record = (await ports.store.find(before.id)) ?? before
    return judgeChecks(
      await askProvider(record),
      missingScopes(ports.requestedScopes, record.scopes).length === 0,
    )
  }

  return {
    /** The person's four live checks. A call during a check-up gets the result of that one. */
    checkUp: (record: ConnectionRecord) => checkUps.run(record.id, () => examine(record)),

    /**
     * The check-ups that nobody presses a button for: asks again about each connection whose `canRetryAt` has passed, or
     * whose access token has ended for good; at most one at a time per connection. Never throws.
     */
    checkUpDue(records: readonly ConnectionRecord[]): void {
      for (const record of records) {
        const { state, canRetryAtMs } = record.health
        const isWaiting = state === 'trouble' || state === 'plan_ended'
        const isDue = isWaiting && canRetryAtMs !== null && canRetryAtMs <= ports.clock()
        if (!isDue && !hasEnded(record, ports.clock())) continue
        running.run(record.id, () => askProvider(record)).catch(() => undefined)
      }
    },
  }
}
