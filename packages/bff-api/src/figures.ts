import type { ConnectionView } from './connection.ts'
import type { FirstAnswer, FirstQuery, ProviderFeature } from './session.ts'

/** One answer of the provider, as far as it came. */
export interface PartialAnswer {
  readonly data: Readonly<Record<string, unknown>>
  /** Dotted paths of what did not come, as in `errors[].path`: `business.cash`. */
  readonly missing: readonly string[]
}

/** Asks the provider one operation of the manifest. Rejects when it brings nothing at all; the caller lets that through. */
export type AskProvider = (
  operation: Pick<FirstQuery, 'operationName' | 'variables'>,
) => Promise<PartialAnswer>

/** What was read, in the place of the answers it was made of: small, and in a form that only the web build knows. */
export interface ReadFigures {
  readonly data: Readonly<Record<string, unknown>>
  /** Changes with the form of `data`: what was kept in another form is not shown. */
  readonly shape: string
}

/**
 * What the web build's server entry exports as `readFigures`: knows what figures are made of, and reads them by what it is
 * given. Undefined for a name that is none.
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
  /** Is it time to do with what there is? */
  readonly isOver: () => boolean
}) => Promise<ReadFigures> | undefined

/** Answer to `GET /api/connections/:id/figures?name=…&version=…`. */
export type Figures = Pick<FirstAnswer, 'connectionId' | 'version' | 'data' | 'readAt'>
