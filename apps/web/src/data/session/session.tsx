import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { addressOf, readAddress } from '@counterfoil/bff-api/paths'
import type { SessionView } from '@counterfoil/bff-api/session'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Router, useLocation } from 'wouter'
import { useWords } from '#words/words.tsx'
import { bff } from '../bff-client.ts'
import { forgetFigures, startLiveUpdates, tellOtherTabs } from '../live-updates.ts'
import { SESSION_KEY } from '../query-client.ts'
import type { SessionEnd } from './session-state.ts'
import { useDeferredUpdates, useSessionView } from './use-session-view.ts'

interface SessionContextValue {
  readonly session: SessionView
  readonly ended: SessionEnd | null
  /** Names this page as it was made; the same on the server and in the browser. */
  readonly pageId: string
  /** Counts returns from the back/forward cache. */
  readonly returns: number
  /** Figures that were on their way in the page stand there. */
  readonly figuresCame: () => void
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
  /** Are figures on their way in this page? What is heard meanwhile waits for them. */
  readonly awaitsFigures?: boolean
  readonly children: ReactNode
}) {
  const { pageId } = props
  const [{ shown: read, ended }, endElsewhere] = useSessionView(props.boot)
  const { shown, base } = useAddress(read)
  const queryClient = useQueryClient()
  const calls = useSessionCalls()
  const { refresh } = calls
  const { whenFree, letGo: figuresCame } = useDeferredUpdates(props.awaitsFigures ?? false)
  const [returns, setReturns] = useState(0)
  useForgottenPerson(shown.person?.userId)
  usePlanEnd(shown, refresh)

  const listens = shown.person !== null && ended === null
  const end = useRef(endElsewhere)
  end.current = endElsewhere
  useEffect(
    () =>
      startLiveUpdates({
        listens,
        onChange: () => whenFree(refresh),
        onSignedOutElsewhere: () => end.current(),
        onBooksChanged: (connectionId) => void forgetFigures(queryClient, connectionId),
        onReturn: () => setReturns((count) => count + 1),
      }),
    [listens, refresh, whenFree, queryClient],
  )

  const value = useMemo(
    () => ({ session: shown, ended, pageId, returns, figuresCame, ...calls }),
    [shown, ended, pageId, returns, figuresCame, calls],
  )
  return (
    <SessionContext value={value}>
      <Router base={base}>{props.children}</Router>
    </SessionContext>
  )
}

/** The session at the address of this page, and what every address of its business begins with. */
function useAddress(read: SessionView): { readonly shown: SessionView; readonly base: string } {
  const [pathname, navigate] = useLocation()
  const { business } = readAddress(pathname)
  const shown = useMemo(() => atBusiness(read, business), [read, business])
  const connection = selectedConnection(shown)

  // The server leads such addresses to their business; this one got a business while its page was open.
  const missing = business === undefined ? connection?.key : undefined
  useLayoutEffect(() => {
    const { pathname: page, search, hash } = location
    if (missing === undefined || readAddress(page).business !== undefined) return
    navigate(addressOf({ business: missing, page: page + search + hash }), {
      replace: true,
      state: history.state as unknown,
    })
  }, [missing, pathname, navigate])

  const opened = useRef(connection?.id)
  useEffect(() => {
    if (connection === undefined || opened.current === connection.id) return
    opened.current = connection.id
    // Nothing is said of it: all that may be lost is where an address without a business leads.
    bff.useConnection(connection.id).catch(() => undefined)
  }, [connection])
  const isHere = business !== undefined && connection !== undefined
  return { shown, base: isHere ? addressOf({ business, page: '' }) : '' }
}

/** What reads the session again, and tells the other tabs. */
function useSessionCalls(): Pick<SessionContextValue, 'refresh' | 'accept' | 'changed'> {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const readAgain = () => queryClient.invalidateQueries({ queryKey: SESSION_KEY })
    return {
      refresh: () => void readAgain(),
      changed: () => {
        tellOtherTabs({ kind: 'changed' })
        return readAgain()
      },
      accept: (session) => {
        // A read that is on its way may have begun before the change: its answer would undo this view, for good.
        const isBeingRead = queryClient.isFetching({ queryKey: SESSION_KEY }) > 0
        queryClient.setQueryData(SESSION_KEY, session)
        if (isBeingRead) void readAgain()
        tellOtherTabs({ kind: 'changed' })
      },
    }
  }, [queryClient])
}

/** What was read of one person is not there for the next. */
function useForgottenPerson(person: string | undefined): void {
  const queryClient = useQueryClient()
  const seenPerson = useRef(person)
  useEffect(() => {
    if (seenPerson.current === person) return
    seenPerson.current = person
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
  }, [person, queryClient])
}

/** A plan can be paid at any moment, and nothing of the business is asked for meanwhile that would tell. */
function usePlanEnd(session: SessionView, refresh: () => void): void {
  const { clock } = useWords()
  const connection = selectedConnection(session)
  const canRetryAt = connection?.state === 'plan_ended' ? connection.canRetryAt : null
  useEffect(() => {
    if (!canRetryAt) return
    const timer = setTimeout(refresh, Math.max(Date.parse(canRetryAt) - clock(), 1_000))
    return () => clearTimeout(timer)
  }, [canRetryAt, clock, refresh])
}

/** The session of this page. Throws outside {@link SessionProvider}. */
export function useSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (value === undefined) throw new Error('useSession needs a SessionProvider above it')
  return value
}

/** The connection the app shows now, or undefined when there is none. */
export function selectedConnection(session: SessionView): ConnectionView | undefined {
  return session.connections.find(({ id }) => id === session.selectedConnectionId)
}

/**
 * The session as a page of this address shows it: whatever other tabs show, the address alone says which business it is. One that
 * the person has not connected is none.
 *
 * @param business Its key; undefined for an address that names none, which shows the business used last.
 */
export function atBusiness(session: SessionView, business: string | undefined): SessionView {
  if (business === undefined) return session
  const selectedConnectionId = session.connections.find(({ key }) => key === business)?.id ?? null
  return selectedConnectionId === session.selectedConnectionId
    ? session
    : { ...session, selectedConnectionId }
}

/** Connections that still exist, as opposed to the memory of one that was disconnected. */
export function liveConnections(session: SessionView): readonly ConnectionView[] {
  return session.connections.filter(({ state }) => state !== 'disconnected')
}
