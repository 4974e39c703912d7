import { useQuery as useServerQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useWords } from '#words/words.tsx'
import { bff } from './bff-client.ts'
import { findLastRead } from './find-last-read.ts'
import type { Failure } from './failure.ts'
import type { FirstAnswerStore, FirstRead } from './first-answer-client.ts'
import { failureOfError } from './graphql-client.ts'
import { useGraphqlQuery } from './graphql-query.ts'
import { useHydrated } from './hydrated.ts'
import { knownKey, useFirstAnswer, useLastKnown } from './last-known.tsx'
import { isBroken, lastReadKey } from './last-read.ts'
import { useOnline } from './online.ts'
import { nextTryInMs, retriesItself } from './retry-policy.ts'

export interface BusinessData<Data> {
  readonly data: Data | undefined
  /** When `data` was answered. */
  readonly asOfMs: number | undefined
  readonly loading: boolean
  readonly failure: Failure | undefined
  /** Will it be tried again without the person? */
  readonly willRetry: boolean
  readonly retry: () => void
}

/**
 * Reads a query of one connection. What came with the page is shown from the first HTML on, or as soon as it has come;
 * anything else is asked for in the browser, after the first paint. Tries again by itself as
 * `retry-policy.ts` says; keeps what was read before while it cannot be read now.
 *
 * @param reads False where the connection's state says that nothing can be read: then only what is known is shown.
 */
export function useBusinessData<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  connection: ConnectionView,
  reads: boolean,
): BusinessData<Data> {
  const hydrated = useHydrated()
  const online = useOnline()
  const { known, noteRead } = useLastKnown()
  const { clock } = useWords()
  const [triesMade, setTriesMade] = useState(0)
  const [answeredAtMs, setAnsweredAtMs] = useState<number>()
  const name = operationName(document)
  const { id: connectionId, version } = connection
  const { first, spend, decline } = useFirstRead({ connectionId, version, operationName: name })
  const asks = hydrated && reads && first === undefined
  const { data, error, fetching, stale, ask } = useGraphqlQuery(document, variables, asks)
  const key = knownKey(connection, name)

  const came = typeof first === 'object' ? first : undefined
  const good = (came?.data as Data | undefined) ?? (hasAnswer(data) ? data : undefined)
  const failure = error === undefined ? undefined : failureOfError(error, good !== undefined)
  const isWhole = failure === undefined
  const cameAtMs = came && Date.parse(came.readAt)
  useEffect(() => {
    if (good === undefined || fetching || stale) return
    const atMs = cameAtMs ?? clock()
    setAnsweredAtMs(atMs)
    // A part does not replace what was whole, and does not end the waiting for the rest.
    if (!isWhole) return
    known.set(key, { data: good, atMs })
    noteRead(connectionId, atMs)
    setTriesMade(0)
    if (cameAtMs !== undefined) spend()
  }, [good, isWhole, cameAtMs, fetching, stale, key, known, noteRead, connectionId, clock, spend])

  const latest = useRef(failure)
  latest.current = failure
  const retry = useRef(() => undefined as void)
  retry.current = () => {
    decline()
    ask()
  }
  const kind = failure?.kind
  const wasOnline = useRef(online)
  useEffect(() => {
    if (fetching || kind === undefined || latest.current === undefined) return
    const isBack = online && !wasOnline.current
    wasOnline.current = online
    if (kind === 'offline') {
      if (isBack) retry.current()
      return
    }
    const waitMs = waitBeforeRetryMs(latest.current, triesMade)
    if (waitMs === undefined) return
    const timer = setTimeout(() => {
      setTriesMade((count) => count + 1)
      retry.current()
    }, waitMs)
    return () => clearTimeout(timer)
  }, [fetching, kind, triesMade, online])

  // Somebody else found the provider well again: another part of the page, another tab, the check-up.
  const isInTrouble = connection.state === 'trouble'
  const wasInTrouble = useRef(isInTrouble)
  useEffect(() => {
    const healed = wasInTrouble.current && !isInTrouble
    wasInTrouble.current = isInTrouble
    const missed = latest.current?.kind
    if (healed && (missed === 'provider_down' || missed === 'rate_limited')) retry.current()
  }, [isInTrouble])

  // What was read before this page was made comes from the BFF, and only while nothing can be read.
  const here = known.get(key)
  const stored = useServerQuery({
    queryKey: lastReadKey(connection),
    queryFn: () => bff.lastRead(connectionId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: hydrated && isBroken(connection.state) && good === undefined && here === undefined,
  })
  const kept = here ?? findLastRead(stored.data, name, { ...variables })
  return {
    data: good ?? (kept?.data as Data | undefined),
    asOfMs: good === undefined ? kept?.atMs : (cameAtMs ?? answeredAtMs ?? here?.atMs),
    loading: reads && (fetching || (good === undefined && failure === undefined)),
    failure,
    willRetry: failure !== undefined && (fetching || retriesItself(failure, triesMade)),
    retry: () => retry.current(),
  }
}

/** What came with the page for the part of it that shows it first; undefined once that part has declined it. */
function useFirstRead(query: Parameters<FirstAnswerStore['brings']>[0]) {
  const store = useFirstAnswer()
  const [isMine, setIsMine] = useState(() => store.brings(query))
  const now = useSyncExternalStore(store.subscribe, store.read, store.readAtFirst)
  const first: FirstRead = isMine ? now : undefined
  return { first, spend: store.spend, decline: () => setIsMine(false) }
}

const waitBeforeRetryMs = (failure: Failure, triesMade: number) => nextTryInMs(failure, triesMade, Date.now())

/** An answer in which every part is null brought nothing. */
function hasAnswer(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some((part) => part !== null)
}

function operationName(document: TypedDocumentNode<unknown, never> | object): string {
  const definitions =
    'definitions' in document && Array.isArray(document.definitions) ? document.definitions : []
  const [first] = definitions as { name?: { value?: string } }[]
  return first?.name?.value ?? ''
}
