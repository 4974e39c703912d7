import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { SessionView } from '@counterfoil/bff-api/session'
import { bff } from './bff-client.ts'
import { SESSION_KEY } from './query-client.ts'
import { useWords } from '#words/words.tsx'
import { startLiveUpdates, tellOtherTabs } from './live-updates.ts'
import { nextSessionState, type SessionEnd } from './session-state.ts'

interface SessionContextValue {
  readonly session: SessionView
  readonly ended: SessionEnd | null
  /** Names this page as it was made; the same on the server and in the browser. */
  readonly pageId: string
  /** Counts returns from the back/forward cache. */
  readonly returns: number
  /** Reads the session again. */
  readonly refresh: () => void
  /** Takes a view that a call has just answered, and tells the other tabs. */
  readonly accept: (session: SessionView) => void
  /**
   * Something of this session changed by a call that answers no view: read again, and tell the other tabs. Resolves once it
   * was read, well or not: until then the call is not over for the person.
   */
  readonly changed: () => Promise<void>
}

const SessionContext = createContext<SessionContextValue | undefined>(undefined)

/** Holds what the BFF says about the session, from the first HTML on, and keeps it current. */
export function SessionProvider(props: {
  readonly boot: SessionView
  readonly pageId: string
  readonly children: ReactNode
}) {
  const { pageId } = props
  const queryClient = useQueryClient()
  const { data: read } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => readSession(queryClient),
    initialData: props.boot,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [state, change] = useReducer(nextSessionState, { shown: props.boot, ended: null })
  const [returns, setReturns] = useState(0)

  // The reducer runs while rendering, so that no frame shows a view that the last answer has replaced.
  const lastRead = useRef(props.boot)
  const current = read === lastRead.current ? state : nextSessionState(state, { kind: 'read', session: read })
  useEffect(() => {
    if (read === lastRead.current) return
    lastRead.current = read
    change({ kind: 'read', session: read })
  }, [read])

  const refresh = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  }, [queryClient])
  const changed = useCallback(() => {
    tellOtherTabs({ kind: 'changed' })
    return queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  }, [queryClient])
  const accept = useCallback(
    (session: SessionView) => {
      queryClient.setQueryData(SESSION_KEY, session)
      tellOtherTabs({ kind: 'changed' })
    },
    [queryClient],
  )

  const person = current.shown.person?.userId
  const seenPerson = useRef(person)
  useEffect(() => {
    if (seenPerson.current === person) return
    seenPerson.current = person
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
  }, [person, queryClient])

  // A plan can be paid at any moment, and nothing of the business is asked for meanwhile that would tell.
  const { clock } = useWords()
  const ended = current.shown.connections.find(
    ({ id, state }) => id === current.shown.selectedConnectionId && state === 'plan_ended',
  )
  const canRetryAt = ended?.canRetryAt
  useEffect(() => {
    if (!canRetryAt) return
    const timer = setTimeout(refresh, Math.max(Date.parse(canRetryAt) - clock(), 1_000))
    return () => clearTimeout(timer)
  }, [canRetryAt, clock, refresh])

  const listens = current.shown.person !== null && current.ended === null
  useEffect(
    () =>
      startLiveUpdates({
        listens,
        onChange: refresh,
        onSignedOutElsewhere: () => change({ kind: 'signed_out_elsewhere' }),
        onReturn: () => setReturns((count) => count + 1),
      }),
    [listens, refresh],
  )

  const value = useMemo(
    () => ({ session: current.shown, ended: current.ended, pageId, returns, refresh, accept, changed }),
    [current.shown, current.ended, pageId, returns, refresh, accept, changed],
  )
  return <SessionContext value={value}>{props.children}</SessionContext>
}

/** Between two looks at a session that seems to have ended, in milliseconds. */
const SECOND_LOOK_MS = 500

/**
 * Reads the session. One that seems to have ended is looked at twice: a call that renews the sign-in replaces the
 * cookie, and a reading that crosses it on the way sees nobody.
 */
async function readSession(queryClient: QueryClient): Promise<SessionView> {
  const before = queryClient.getQueryData<SessionView>(SESSION_KEY)
  const session = await bff.session()
  if (session.person !== null || before === undefined || before.person === null) return session
  do await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MS))
  while (queryClient.isMutating() > 0)
  return bff.session()
}

/** The session of this page. Throws outside {@link SessionProvider}. */
export function useSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (value === undefined) throw new Error('useSession needs a SessionProvider above it')
  return value
}
