import type { SessionView } from '@counterfoil/bff-api/session'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { bff } from '../bff-client.ts'
import { LONGEST_WAIT_MS } from '../first-answer-client.ts'
import { SESSION_KEY } from '../query-client.ts'
import { nextSessionState, type SessionState } from './session-state.ts'

/** Returns the session state that the page shows, and a function that ends it from another tab. */
export function useSessionView(boot: SessionView): readonly [state: SessionState, endElsewhere: () => void] {
  const queryClient = useQueryClient()
  const { data: read } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => readSession(queryClient),
    initialData: boot,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [state, change] = useReducer(nextSessionState, { shown: boot, ended: null })

  // The reducer runs while rendering, so that no frame shows an outdated session.
  const lastRead = useRef(boot)
  const current = read === lastRead.current ? state : nextSessionState(state, { kind: 'read', session: read })
  useEffect(() => {
    if (read === lastRead.current) return
    lastRead.current = read
    change({ kind: 'read', session: read })
  }, [read])
  return [current, () => change({ kind: 'signed_out_elsewhere' })]
}

/** The time in milliseconds between two checks of a session that seems to have ended. */
const SECOND_LOOK_MS = 500

/**
 * Reads the session. A session that seems to have ended is checked twice: a call that renews it replaces the cookie, and a read
 * that overlaps with it carries the old one.
 */
async function readSession(queryClient: QueryClient): Promise<SessionView> {
  const before = queryClient.getQueryData<SessionView>(SESSION_KEY)
  const session = await bff.session()
  if (session.person !== null || before === undefined || before.person === null) return session
  do await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MS))
  while (queryClient.isMutating() > 0)
  return bff.session()
}

/** The longest time in milliseconds for which updates are held back: a little longer than a page waits for streamed figures. */
const LONGEST_HOLD_MS = LONGEST_WAIT_MS + 1_000

/**
 * Holds back updates of the page while a part of it is still streamed: React discards the streamed part when a context above it has
 * changed, and renders it again.
 *
 * @param holds True if a part is still streamed when the page begins.
 */
export function useDeferredUpdates(holds: boolean): {
  /** Runs a task now, or once the streamed part has come. */
  readonly whenFree: (task: () => void) => void
  readonly letGo: () => void
} {
  const held = useRef<(() => void) | null | undefined>(holds ? null : undefined)
  const letGo = useCallback(() => {
    const task = held.current
    held.current = undefined
    task?.()
  }, [])
  const whenFree = useCallback((task: () => void) => {
    if (held.current === undefined) task()
    else held.current = task
  }, [])
  useEffect(() => {
    if (held.current === undefined) return
    const timer = setTimeout(letGo, LONGEST_HOLD_MS)
    return () => clearTimeout(timer)
  }, [letGo])
  return { whenFree, letGo }
}
