import { useEffect, useRef, useState } from 'react'
import type { ConnectionState } from '@counterfoil/bff-api/connection'
import type { Failure } from './failure.ts'
import { useOnline } from '@counterfoil/react'
import { nextTryInMs, retriesItself } from './retry-policy.ts'

/** Retries a failed reading automatically, according to `retry-policy.ts`. `reset` is called after a complete answer. */
export function useRetries(options: {
  readonly failure: Failure | undefined
  readonly fetching: boolean
  readonly state: ConnectionState
  readonly retry: () => void
}) {
  const { failure, fetching } = options
  const online = useOnline()
  const [triesMade, setTriesMade] = useState(0)
  const latest = useRef(options)
  latest.current = options

  const kind = failure?.kind
  const wasOnline = useRef(online)
  useEffect(() => {
    const missed = latest.current.failure
    if (fetching || kind === undefined || missed === undefined) return
    const isBack = online && !wasOnline.current
    wasOnline.current = online
    if (kind === 'offline') {
      if (isBack) latest.current.retry()
      return
    }
    const waitMs = nextTryInMs(missed, { triesMade, nowMs: Date.now() })
    if (waitMs === undefined) return
    const timer = setTimeout(() => {
      setTriesMade((count) => count + 1)
      latest.current.retry()
    }, waitMs)
    return () => clearTimeout(timer)
  }, [fetching, kind, triesMade, online])

  // The provider was found to work again by another part of the page, another tab, or the check-up.
  const isInTrouble = options.state === 'trouble'
  const wasInTrouble = useRef(isInTrouble)
  useEffect(() => {
    const healed = wasInTrouble.current && !isInTrouble
    wasInTrouble.current = isInTrouble
    const missed = latest.current.failure?.kind
    if (healed && (missed === 'provider_down' || missed === 'rate_limited')) latest.current.retry()
  }, [isInTrouble])

  const [reset] = useState(() => () => setTriesMade(0))
  return { willRetry: failure !== undefined && (fetching || retriesItself(failure, triesMade)), reset }
}
