import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react'
import type { FigureCurrency } from '#figures/amount.ts'
import type { Catalogue } from '#words/en.ts'
import { createFigureFormat, type FigureFormat } from '#words/figure-format.ts'
import { useWords } from '#words/words.tsx'

/** The connection to which figures belong, and the time of their reading. */
interface FiguresAbout {
  /** The key of the connection: every figure has it as `data-of`, so that a test can check its owner in each frame. */
  readonly connectionKey: string
  /** An ISO instant. */
  readonly readAt: string
  readonly currency: FigureCurrency
  readonly provider: string
  /** Links to the rows behind a number; undefined if there are none to show, as for a sample. */
  readonly Link?: ComponentType<FigureLink> | undefined
  /** Reads the figures again; undefined if nothing can be read, as for a sample. */
  readonly again?: ReadAgain | undefined
}

interface ReadAgain {
  readonly read: () => void
  readonly isReading: boolean
}

interface FigureLink {
  readonly to: string
  /** The accessible name; begins with the visible text. */
  readonly label: string
  readonly children: ReactNode
}

interface Figures extends FiguresAbout {
  readonly format: FigureFormat
  readonly words: Catalogue['picture']
}

const FiguresContext = createContext<Figures | undefined>(undefined)

/** Provides the figures of one connection with the formats of their amounts and days. */
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

/** Returns the figures' context. Throws outside {@link FiguresProvider}: figures without an owner are a bug. */
export function useFigures(): Figures {
  const figures = useContext(FiguresContext)
  if (figures === undefined) throw new Error('useFigures needs a FiguresProvider above it')
  return figures
}
