import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { createShownReads, type ShownReads } from './shown-reads.ts'
import { createFirstAnswerStore, type FirstAnswerStore, type LateAnswer } from './first-answer-client.ts'

interface Known {
  readonly data: unknown
  readonly atMs: number
}

/** What a page has read so far, by whose it is: lives as long as the page, never longer. */
type LastKnown = Map<string, Known>

interface LastKnownValue {
  readonly known: LastKnown
  /** When this page last had a whole answer, by connection. */
  readonly readAtMs: Readonly<Record<string, number>>
  readonly noteRead: (connectionId: ConnectionId, atMs: number) => void
  readonly shownReads: ShownReads
}

/** Where an answer lies among what is known: by whose it is and by what was asked. */
export function knownKey(
  { userId, businessId, id }: Pick<ConnectionView, 'userId' | 'businessId' | 'id'>,
  question: { readonly operationName: string; readonly variables: unknown },
): string {
  return JSON.stringify([userId, businessId, id, question.operationName, question.variables])
}

const NOTHING_FIRST: FirstAnswerStore = {
  brings: () => false,
  read: () => undefined,
  readAtFirst: () => undefined,
  settled: () => Promise.resolve(undefined),
  isGivenUp: () => false,
  subscribe: () => () => undefined,
  spend: () => undefined,
  drop: () => undefined,
}
const FirstAnswerContext = createContext<FirstAnswerStore>(NOTHING_FIRST)
const LastKnownContext = createContext<LastKnownValue>({
  known: new Map(),
  readAtMs: {},
  noteRead: () => undefined,
  shownReads: createShownReads(),
})

/** Keeps the last good answers of one person, so that a broken connection freezes figures instead of removing them. */
export function LastKnownProvider(props: {
  readonly boot: Boot
  readonly late?: LateAnswer | undefined
  readonly person: string | undefined
  /** Names the screen: what came with the page is for the first one alone. */
  readonly screen: string
  readonly children: ReactNode
}) {
  const { person, screen, boot, late } = props
  const [shownReads] = useState(createShownReads)
  const [firstAnswer] = useState(() => createFirstAnswerStore(boot, late))
  const known = useRef<LastKnown>(new Map())
  const [readAtMs, setReadAtMs] = useState<Readonly<Record<string, number>>>({})
  const owner = useRef(person)
  if (owner.current !== person) {
    owner.current = person
    known.current = new Map()
  }
  const firstScreen = useRef(screen)
  // Its part of the first screen may never have been hydrated: anyone who comes back to it wants to know how it is now.
  if (firstScreen.current !== screen) firstAnswer.spend()
  // A page that goes into the back/forward cache may be shown to somebody else.
  useEffect(() => {
    const forget = () => {
      known.current.clear()
      firstAnswer.spend()
    }
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [firstAnswer])
  const noteRead = useCallback(
    (connectionId: ConnectionId, atMs: number) =>
      setReadAtMs((before) => ({ ...before, [connectionId]: atMs })),
    [],
  )
  const map = known.current
  const value = useMemo(
    () => ({ known: map, readAtMs, noteRead, shownReads }),
    [map, readAtMs, noteRead, shownReads],
  )
  return (
    <FirstAnswerContext value={firstAnswer}>
      <LastKnownContext value={value}>{props.children}</LastKnownContext>
    </FirstAnswerContext>
  )
}

export function useLastKnown(): LastKnownValue {
  return useContext(LastKnownContext)
}

/** When a connection was last read: by this page, or as the BFF knows it. Undefined: never. */
export function useReadAtMs(connection: ConnectionView | undefined): number | undefined {
  const { readAtMs } = useContext(LastKnownContext)
  if (connection === undefined) return undefined
  const here = readAtMs[connection.id]
  const known = connection.lastGoodAt === null ? undefined : Date.parse(connection.lastGoodAt)
  return here === undefined || known === undefined ? (here ?? known) : Math.max(here, known)
}

/** What the server read for this page. */
export function useFirstAnswer(): FirstAnswerStore {
  return useContext(FirstAnswerContext)
}
