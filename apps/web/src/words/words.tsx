import {
  createContext,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Locale } from '@counterfoil/bff-api/session'
import { createFormats, type Format } from './format.ts'
import type { Catalogue } from './en.ts'
import type { Language, PartWords } from './part-words.ts'
import { spellingOf, type Region, type Spelling } from './whole-date.ts'

interface Words {
  readonly locale: Locale
  readonly spelling: Spelling
  readonly t: Catalogue
  /** The words that only some pages need. */
  readonly parts: Language['parts']
  readonly format: Format
  /** The instant from which the page counts ages; updated every half minute. */
  readonly nowMs: number
  /** Returns the server's time, as far as this page knows it: a device's own clock may be wrong. */
  readonly clock: () => number
}

const WordsContext = createContext<Words | undefined>(undefined)

/** The time in milliseconds between two updates of the ages on the page. */
const TICK_MS = 30_000

/** The difference in milliseconds between two clocks that is ignored, since a page takes a moment to arrive. */
const NETWORK_MS = 10_000

const subscribeToNothing = () => () => undefined
/** Declared here, because TypeScript's ES2025 library does not have it. */
declare const Temporal: { readonly Now: { timeZoneId(): string } }

/** Returns the browser's time zone. `Temporal` knows it without a format, the first of which takes a slow phone 100 ms. */
export const browserZone = () =>
  'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Provides the words of a page. The first paint uses `bootNowMs` and `bootZone`, on the server and in the browser alike; after it
 * the browser's own zone and clock.
 */
export function WordsProvider(props: {
  readonly locale: Locale
  readonly region?: Region
  readonly language: Language
  readonly bootNowMs: number
  /** The zone that this browser reported before; without one, clock times of the first paint are in UTC and say so. */
  readonly bootZone: string | undefined
  readonly children: ReactNode
}) {
  const { locale, language, bootNowMs, bootZone } = props
  const spelling = spellingOf(locale, props.region ?? {})
  const zone = useSyncExternalStore<string | undefined>(subscribeToNothing, browserZone, () => bootZone)
  const [nowMs, setNowMs] = useState(bootNowMs)

  const skewMs = useRef(0)
  const clock = useCallback(() => Date.now() + skewMs.current, [])

  useEffect(() => {
    const differenceMs = bootNowMs - Date.now()
    if (Math.abs(differenceMs) > NETWORK_MS) skewMs.current = differenceMs
  }, [bootNowMs])
  useEffect(() => {
    const tick = () => setNowMs(clock())
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [clock])

  const formatAt = useMemo(() => createFormats(spelling, zone), [spelling, zone])
  const words = useMemo(
    () => ({ locale, spelling, ...language, format: formatAt(nowMs), nowMs, clock }),
    [locale, spelling, language, formatAt, nowMs, clock],
  )
  return <WordsContext value={words}>{props.children}</WordsContext>
}

/**
 * Returns the words of this page and, by the name of a part, the words that only some pages need: see {@link usePartWords}. Throws
 * outside {@link WordsProvider}: a page without words is a bug.
 */
export function useWords(): Words
export function useWords<Name extends keyof PartWords>(
  part: Name,
): Words & { readonly words: PartWords[Name] }
export function useWords<Name extends keyof PartWords>(part?: Name) {
  const page = useContext(WordsContext)
  if (page === undefined) throw new Error('useWords needs a WordsProvider above it')
  return part === undefined ? page : { ...page, words: use(page.parts.await(part)) }
}

/** Returns words that only some pages need. Suspends while they have not loaded, which never happens on the server. */
export function usePartWords<Name extends keyof PartWords>(name: Name): PartWords[Name] {
  return use(useWords().parts.await(name))
}
