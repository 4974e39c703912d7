import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'

interface Known {
  readonly data: unknown
  readonly atMs: number
}

/** What a page has read so far, by whose it is: lives as long as the page, never longer. */
export type LastKnown = Map<string, Known>

const LastKnownContext = createContext<LastKnown>(new Map())

/** Keeps the last good answers of one person, so that a broken connection freezes figures instead of removing them. */
export function LastKnownProvider(props: {
  readonly person: string | undefined
  readonly children: ReactNode
}) {
  const known = useRef<LastKnown>(new Map())
  const { person } = props
  const owner = useRef(person)
  if (owner.current !== person) {
    owner.current = person
    known.current = new Map()
  }
  // A page that goes into the back/forward cache may be shown to somebody else.
  useEffect(() => {
    const forget = () => known.current.clear()
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  return <LastKnownContext value={known.current}>{props.children}</LastKnownContext>
}

export function useLastKnown(): LastKnown {
  return useContext(LastKnownContext)
}
