import { z } from 'zod'
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
  /** Left for a later reading of any figures, which gets it by its shape. */
  readonly leaves?: Pick<ReadFigures, 'data' | 'shape'>
}

/** How a person looked at the figures of one connection before. */
export interface LastLook {
  /** End of the visit before this one, in milliseconds; undefined on the first visit. */
  readonly beforeMs: number | undefined
  /** What the person did not want to see for now: by key, the day on which it is seen again. */
  readonly putOff: Readonly<Record<string, string>>
}

/** Body of `POST /api/connections/:id/put-off`. */
export const PutOffSchema = z.object({
  /** Names a thing; only the web build knows which. */
  key: z.string().min(1).max(200),
  /** The day on which it is seen again; null: at once. */
  until: z.iso.date().nullable(),
})
export type PutOff = z.infer<typeof PutOffSchema>

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
  /** Answers what an earlier reading of the connection left in this shape. */
  readonly left: (shape: string) => Promise<ReadFigures['data'] | undefined>
  /** Notes that the person looks at the figures now. */
  readonly lastLook: () => Promise<LastLook>
  /** Returns true when the figures must be returned without the missing parts. */
  readonly isOver: () => boolean
}) => Promise<ReadFigures> | undefined

/** Answer to `GET /api/connections/:id/figures?name=…&version=…`. */
export type Figures = Pick<FirstAnswer, 'connectionId' | 'version' | 'data' | 'readAt'>
