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
  /** The instant the page counts ages from; moves on every half minute. */
  readonly nowMs: number
  /** The time of the server, as far as this page knows it: a device's own clock may be wrong. */
  readonly clock: () => number
}

const WordsContext = createContext<Words | undefined>(undefined)

/** How often ages on the page are computed again. */
const TICK_MS = 30_000

/** A page takes a moment to arrive: a smaller difference between two clocks is none. */
const NETWORK_MS = 10_000

const subscribeToNothing = () => () => undefined
/** Not in the library of ES2025 that this is compiled with. */
declare const Temporal: { readonly Now: { timeZoneId(): string } }

/** Browsers that have `Temporal` know the zone without a format, the first of which takes a slow phone 100 ms. */
export const browserZone = () =>
  'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Gives a page its words. The first paint uses `bootNowMs` and `bootZone`, on the server and in the browser alike;
 * then the browser's own zone and clock take over.
 */
export function WordsProvider(props: {
  readonly locale: Locale
  readonly region?: Region
  readonly language: Language
  readonly bootNowMs: number
  /** The zone this browser reported before; without one, clock times of the first paint are in UTC and say so. */
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

/** The words of this page. Throws outside {@link WordsProvider}: a page without words is a bug. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (words === undefined) throw new Error('useWords needs a WordsProvider above it')
  return words
}

/** Words that only some pages need; waits for them where they are not there yet, which the server never does. */
export function usePartWords<Name extends keyof PartWords>(name: Name): PartWords[Name] {
  return use(useWords().parts.await(name))
}
