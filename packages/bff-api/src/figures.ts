import type { ConnectionView } from './connection.ts'
import type { FirstAnswer, FirstQuery, ProviderFeature } from './session.ts'

/** One answer of the provider, as far as it came. */
export interface PartialAnswer {
  readonly data: Readonly<Record<string, unknown>>
  /** Dotted paths of missing values, as in `errors[].path`: `business.cash`. */
  readonly missing: readonly string[]
}

/** Asks the provider one operation of the manifest. Rejects when it brings nothing at all; the caller lets that through. */
export type AskProvider = (
  operation: Pick<FirstQuery, 'operationName' | 'variables'>,
) => Promise<PartialAnswer>

/** Figures computed from answers, in a small form that only the web build knows. */
export interface ReadFigures {
  readonly data: Readonly<Record<string, unknown>>
  /** Version of the form of `data`: figures stored in another form are not shown. */
  readonly shape: string
}

/**
 * The export `readFigures` of the web build's server entry: reads the figures of one page with the functions it receives. Returns
 * undefined for an unknown name.
 */
export type FiguresReader = (reading: {
  readonly name: string
  readonly connection: Pick<ConnectionView, 'businessId'> & { readonly scopes: readonly string[] }
  readonly offers: readonly ProviderFeature[]
  /** Now. */
  readonly atMs: number
  readonly ask: AskProvider
  /**
   * Notes that the person looks at the figures now. Answers when they looked last before this visit, in milliseconds; undefined on
   * the first visit.
   */
  readonly lastLook: () => Promise<number | undefined>
  /** Returns true when the figures must be returned without the missing parts. */
  readonly isOver: () => boolean
}) => Promise<ReadFigures> | undefined

/** Answer to `GET /api/connections/:id/figures?name=…&version=…`. */
export type Figures = Pick<FirstAnswer, 'connectionId' | 'version' | 'data' | 'readAt'>
