import { BFF_PATHS, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { statusOf, type ConnectionStatus, type SessionState } from './connection-status.ts'

interface ProviderValue {
  readonly base: string
  readonly session: SessionState | undefined
  readonly status: ConnectionStatus
}

const ConnectionContext = createContext<ProviderValue | undefined>(undefined)

/** Reads the state of the connection, and reads it again whenever it may have changed. */
export function CounterfoilProvider(props: {
  /** The address at which the BFF is mounted, without a slash at its end. */
  readonly base?: string
  /** The answer of `GET /api/session`, if the first HTML contains it; otherwise it is fetched once. */
  readonly initial?: SessionState | undefined
  readonly children: ReactNode
}) {
  const { base = '', initial } = props
  const [read, setRead] = useState<SessionState | 'unreachable' | undefined>(initial)
  const isKnown = initial !== undefined

  const readAgain = useCallback(async () => {
    setRead(await fetchSession(base))
  }, [base])
  useEffect(() => {
    if (!isKnown) void readAgain()
  }, [isKnown, readAgain])
  useEffect(() => {
    // A page from the back/forward cache may show another person's data: it is hidden until the session was read again.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setRead(undefined)
      void readAgain()
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') void readAgain()
    }
    addEventListener('pageshow', onShow)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      removeEventListener('pageshow', onShow)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [readAgain])

  const session = read === 'unreachable' ? undefined : read
  const isSignedIn = session !== undefined && session.person !== null
  useEffect(() => {
    if (!isSignedIn || typeof EventSource === 'undefined') return undefined
    const events = new EventSource(base + BFF_PATHS.events)
    events.addEventListener('session', () => void readAgain())
    return () => events.close()
  }, [base, isSignedIn, readAgain])

  const value = useMemo((): ProviderValue => {
    const status: ConnectionStatus =
      read === 'unreachable' ? { state: 'unreachable', business: null } : statusOf(read)
    return { base, session: read === 'unreachable' ? undefined : read, status }
  }, [base, read])
  return <ConnectionContext.Provider value={value}>{props.children}</ConnectionContext.Provider>
}

/** @throws Error outside {@link CounterfoilProvider} */
export function useProviderValue(): ProviderValue {
  const value = useContext(ConnectionContext)
  if (value === undefined) throw new Error('useConnection needs a <CounterfoilProvider> above it')
  return value
}

/** Reads the session below `base`; returns `unreachable` for any fault. */
async function fetchSession(base: string): Promise<SessionState | 'unreachable'> {
  try {
    const response = await fetch(base + BFF_PATHS.session, {
      credentials: 'same-origin',
      headers: { accept: 'application/json', [REQUEST_HEADER]: '1' },
    })
    return response.ok ? ((await response.json()) as SessionState) : 'unreachable'
  } catch {
    return 'unreachable'
  }
}
