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
  /** The id of this page's rendering; the same on the server and in the browser. */
  readonly pageId: string
  /** The number of returns from the back/forward cache. */
  readonly returns: number
  /** Called once the awaited figures are on the page. */
  readonly figuresCame: () => void
  /** Reads the session again. */
  readonly refresh: () => void
  /** Stores a session that a call has just returned, and notifies the other tabs. */
  readonly accept: (session: SessionView) => void
  /**
   * Reads the session again after a call that changed it without returning it, and notifies the other tabs. Resolves after the
   * reading, even a failed one: until then the call is not over for the person.
   */
  readonly changed: () => Promise<void>
}

const SessionContext = createContext<SessionContextValue | undefined>(undefined)

/** Provides the session as read from the BFF, from the first HTML on, and keeps it current. */
export function SessionProvider(props: {
  readonly boot: SessionView
  readonly pageId: string
  /** True if the page still receives figures. Changes are held back until they have come. */
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

/** Returns the session at the address of this page, and the prefix of all addresses of its business. */
function useAddress(read: SessionView): { readonly shown: SessionView; readonly base: string } {
  const [pathname, navigate] = useLocation()
  const { business } = readAddress(pathname)
  const shown = useMemo(() => atBusiness(read, business), [read, business])
  const connection = selectedConnection(shown)

  // The server redirects such addresses to their business; this one got a business while its page was open.
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
    // A failure is not shown: it only affects the target of an address without a business.
    bff.useConnection(connection.id).catch(() => undefined)
  }, [connection])
  const isHere = business !== undefined && connection !== undefined
  return { shown, base: isHere ? addressOf({ business, page: '' }) : '' }
}

/** Returns functions that read the session again and notify the other tabs. */
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
        // A pending read may have begun before the change: its answer would overwrite this session for good.
        const isBeingRead = queryClient.isFetching({ queryKey: SESSION_KEY }) > 0
        queryClient.setQueryData(SESSION_KEY, session)
        if (isBeingRead) void readAgain()
        tellOtherTabs({ kind: 'changed' })
      },
    }
  }, [queryClient])
}

/** Removes all cached data, except the session, when another person signs in. */
function useForgottenPerson(person: string | undefined): void {
  const queryClient = useQueryClient()
  const seenPerson = useRef(person)
  useEffect(() => {
    if (seenPerson.current === person) return
    seenPerson.current = person
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
  }, [person, queryClient])
}

/** Reads the session again at the retry time of an ended plan: meanwhile no request would reveal that it was paid. */
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

/** Returns the session of this page. Throws outside {@link SessionProvider}. */
export function useSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (value === undefined) throw new Error('useSession needs a SessionProvider above it')
  return value
}

/** Returns the selected connection; undefined if there is none. */
export function selectedConnection(session: SessionView): ConnectionView | undefined {
  return session.connections.find(({ id }) => id === session.selectedConnectionId)
}

/**
 * Returns the session as a page of this address shows it: the address alone selects the business, regardless of other tabs. A
 * business that the person has not connected selects none.
 *
 * @param business Its key; undefined for an address without a business, which selects the last used one.
 */
export function atBusiness(session: SessionView, business: string | undefined): SessionView {
  if (business === undefined) return session
  const selectedConnectionId = session.connections.find(({ key }) => key === business)?.id ?? null
  return selectedConnectionId === session.selectedConnectionId
    ? session
    : { ...session, selectedConnectionId }
}

/** Returns the connections that still exist, without those that were disconnected. */
export function liveConnections(session: SessionView): readonly ConnectionView[] {
  return session.connections.filter(({ state }) => state !== 'disconnected')
}
