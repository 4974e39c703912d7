import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react'
import type { FigureCurrency } from '#figures/amount.ts'
import type { Catalogue } from '#words/en.ts'
import { createFigureFormat, type FigureFormat } from '#words/figure-format.ts'
import { useWords } from '#words/words.tsx'

/** Whose figures these are, and when they were read. */
interface FiguresAbout {
  /** Of the connection: is on every figure as `data-of`, so that a test sees whose it is in each frame. */
  readonly connectionKey: string
  /** An ISO instant. */
  readonly readAt: string
  readonly currency: FigureCurrency
  readonly provider: string
  /** Leads to the rows that a number is made of; undefined where there are none to see, as of a sample. */
  readonly Link?: ComponentType<FigureLink> | undefined
  /** The way to read them again; undefined where nothing can be read, as of a sample. */
  readonly again?: ReadAgain | undefined
}

interface ReadAgain {
  readonly read: () => void
  readonly isReading: boolean
}

interface FigureLink {
  readonly to: string
  /** Its name for who hears it; begins with what is seen. */
  readonly label: string
  readonly children: ReactNode
}

interface Figures extends FiguresAbout {
  readonly format: FigureFormat
  readonly words: Catalogue['picture']
}

const FiguresContext = createContext<Figures | undefined>(undefined)

/** Figures of one connection, with the way amounts and days are said. */
export function FiguresProvider(props: { readonly about: FiguresAbout; readonly children: ReactNode }) {
  const { connectionKey, readAt, provider, Link, again } = props.about
  const { code, exponent } = props.about.currency
  const { spelling, t } = useWords()
  const value = useMemo(() => {
    const currency = { code, exponent }
    const format = createFigureFormat(spelling, currency)
    return { connectionKey, readAt, provider, Link, again, currency, format, words: t.picture }
  }, [connectionKey, readAt, provider, Link, again, code, exponent, spelling, t])
  return <FiguresContext value={value}>{props.children}</FiguresContext>
}

/** Throws outside {@link FiguresProvider}: figures without an owner are a bug. */
export function useFigures(): Figures {
  const figures = useContext(FiguresContext)
  if (figures === undefined) throw new Error('useFigures needs a FiguresProvider above it')
  return figures
}
