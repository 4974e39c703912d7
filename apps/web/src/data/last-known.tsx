import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { useQuery } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { bff } from './bff-client.ts'
import type { Failure } from './failure.ts'
import { createFirstAnswerStore, type FirstAnswerStore, type LateAnswer } from './first-answer-client.ts'
import { useHydrated } from './hydrated.ts'
import { findLastRead, isBroken, lastReadKey } from './last-read.ts'

interface Known {
  readonly data: unknown
  readonly atMs: number
}

/** The answers that a page has read so far, by {@link knownKey}; kept only as long as the page lives. */
type LastKnown = Map<string, Known>

interface LastKnownValue {
  readonly known: LastKnown
  /** The time of this page's last complete answer, by connection. */
  readonly readAtMs: Readonly<Record<string, number>>
  readonly noteRead: (connectionId: ConnectionId, atMs: number) => void
  readonly shownReads: ReturnType<typeof createShownReads>
}

/** Returns the key of an answer among the last known ones, made of its owner and its query. */
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
  /** The name of the screen: the answer that came with the page is for the first screen alone. */
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
  // The first screen may never have been hydrated; its answer is old by the time anyone returns to it.
  if (firstScreen.current !== screen) firstAnswer.spend()
  // A page in the back/forward cache may be shown to somebody else.
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

/** Returns the time of a connection's last reading, by this page or as known to the BFF. Undefined if it was never read. */
export function useReadAtMs(connection: ConnectionView | undefined): number | undefined {
  const { readAtMs } = useContext(LastKnownContext)
  if (connection === undefined) return undefined
  const here = readAtMs[connection.id]
  const known = connection.lastGoodAt === null ? undefined : Date.parse(connection.lastGoodAt)
  return here === undefined || known === undefined ? (here ?? known) : Math.max(here, known)
}

export function useFirstAnswer(): FirstAnswerStore {
  return useContext(FirstAnswerContext)
}

interface ShownRead {
  /** The time at which the data was read. Undefined while there is nothing to show. */
  readonly atMs: number | undefined
  /** True if the data could be read now. */
  readonly isLive: boolean
}

/** Creates the readings that the parts of the page show, for the badge and the offline line, which summarize them. */
function createShownReads() {
  const reads = new Set<ShownRead>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** @returns A function that removes the reading again. */
    note(read: ShownRead) {
      reads.add(read)
      tell()
      return () => {
        reads.delete(read)
        tell()
      }
    },
    subscribe(onChange: () => void) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    /** Returns true if all shown data could be read now. */
    isLive: () => [...reads].every(({ atMs, isLive }) => isLive || atMs === undefined),
    /** Returns the time of the oldest reading; infinite if the parts have nothing to show, undefined if no part reads. */
    oldestAtMs: () =>
      reads.size === 0 ? undefined : Math.min(...[...reads].flatMap(({ atMs }) => atMs ?? [])),
  }
}

/** Notes a reading that a part of the page shows, until the part is removed. A partial answer counts as live. */
export function useNoteShown(atMs: number | undefined, failure: Failure | undefined): void {
  const { note } = useLastKnown().shownReads
  const isLive = failure === undefined || failure.kind === 'partial'
  useEffect(() => note({ atMs, isLive }), [note, atMs, isLive])
}

/** Returns true if everything that the parts of the page show is live. True in the first HTML. */
export function useIsLive(): boolean {
  const { subscribe, isLive } = useLastKnown().shownReads
  return useSyncExternalStore(subscribe, isLive, () => true)
}

/** Returns the time of the oldest shown reading, see `createShownReads`. */
export function useOldestShown(): number | undefined {
  const { subscribe, oldestAtMs } = useLastKnown().shownReads
  return useSyncExternalStore(subscribe, oldestAtMs, () => undefined)
}

/**
 * Returns an earlier answer: of this page, or stored by the BFF before this page was made. The BFF is asked only while nothing can
 * be read and this page has no answer.
 *
 * @param query.key The answer's {@link knownKey}.
 * @param query.form The form for `findLastRead`. Hashes of queries do not compress: they come with the pages that ask.
 * @param query.isNeeded False while there is an answer.
 */
export function useKeptAnswer(
  connection: ConnectionView,
  query: {
    readonly key: string
    readonly form: string | undefined
    readonly variables: object
    readonly isNeeded: boolean
  },
): { readonly data: unknown; readonly atMs: number } | undefined {
  const hydrated = useHydrated()
  const here = useLastKnown().known.get(query.key)
  const stored = useQuery({
    queryKey: lastReadKey(connection),
    queryFn: () => bff.lastRead(connection.id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: hydrated && isBroken(connection.state) && query.isNeeded && here === undefined,
  })
  if (here !== undefined || !query.isNeeded) return here
  return findLastRead(stored.data, query.form, query.variables)
}
