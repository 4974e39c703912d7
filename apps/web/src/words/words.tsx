import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Locale } from '@counterfoil/bff-api/session'
import { createFormat, type Format } from './format.ts'
import type { Catalogue } from './en.ts'

interface Words {
  readonly locale: Locale
  readonly t: Catalogue
  readonly format: Format
  /** The instant the page counts ages from; moves on every half minute. */
  readonly nowMs: number
}

const WordsContext = createContext<Words | undefined>(undefined)

/** How often ages on the page are told anew. */
const TICK_MS = 30_000

const subscribeToNothing = () => () => undefined
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const unknownZone = () => undefined

/**
 * Gives a page its words. The first paint uses `bootNowMs` and no zone, on the server and in the browser alike;
 * then the browser's own zone and clock take over.
 */
export function WordsProvider(props: {
  readonly locale: Locale
  readonly catalogue: Catalogue
  readonly bootNowMs: number
  readonly children: ReactNode
}) {
  const { locale, catalogue, bootNowMs } = props
  const zone = useSyncExternalStore<string | undefined>(subscribeToNothing, browserZone, unknownZone)
  const [nowMs, setNowMs] = useState(bootNowMs)

  useEffect(() => {
    const tick = () => setNowMs(Date.now())
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])

  const words = useMemo(
    () => ({ locale, t: catalogue, format: createFormat(locale, zone, nowMs), nowMs }),
    [locale, catalogue, zone, nowMs],
  )
  return <WordsContext value={words}>{props.children}</WordsContext>
}

/** The words of this page. Throws outside {@link WordsProvider}: a page without words is a bug. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (words === undefined) throw new Error('useWords needs a WordsProvider above it')
  return words
}
