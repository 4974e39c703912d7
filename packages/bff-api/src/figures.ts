import { z } from 'zod'
import type { ConnectionView } from './connection.ts'
import type { FirstAnswer, FirstQuery, ProviderFeature } from './session.ts'

/** One answer of the provider, which may lack values. */
export interface PartialAnswer {
  readonly data: Readonly<Record<string, unknown>>
  /** Dotted paths of missing values, as in `errors[].path`: `business.cash`. */
  readonly missing: readonly string[]
}

/** Sends one operation of the manifest to the provider. Rejects if it returns no data; the caller passes this on. */
export type AskProvider = (
  operation: Pick<FirstQuery, 'operationName' | 'variables'>,
) => Promise<PartialAnswer>

/** Figures computed from answers, in a small form that only the web build knows. */
export interface ReadFigures {
  readonly data: Readonly<Record<string, unknown>>
  /** The version of the form of `data`. Stored figures of another version are not shown. */
  readonly shape: string
  /** Data kept for a later reading of any figures, which finds them by their `shape`. */
  readonly leaves?: Pick<ReadFigures, 'data' | 'shape'>
}

/** The person's earlier visits to the figures of one connection. */
export interface LastLook {
  /** The end of the previous visit in milliseconds; undefined on the first visit. */
  readonly beforeMs: number | undefined
  /** The items that the person has hidden for now: by key, the day on which each is shown again. */
  readonly putOff: Readonly<Record<string, string>>
}

/** Body of `POST /api/connections/:id/put-off`. */
export const PutOffSchema = z.object({
  /** The key of the hidden item; only the web build knows which item that is. */
  key: z.string().min(1).max(200),
  /** The day on which the item is shown again; null: at once. */
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
  /** The present time in milliseconds. */
  readonly atMs: number
  readonly ask: AskProvider
  /** Returns data that an earlier reading of the connection kept in this shape. */
  readonly left: (shape: string) => Promise<ReadFigures['data'] | undefined>
  /** Records that the person looks at the figures now, and returns the previous visits. */
  readonly lastLook: () => Promise<LastLook>
  /** Returns true if time is up: the figures must then be returned without the missing parts. */
  readonly isOver: () => boolean
}) => Promise<ReadFigures> | undefined

/** Answer to `GET /api/connections/:id/figures?name=…&version=…`. */
export type Figures = Pick<FirstAnswer, 'connectionId' | 'version' | 'data' | 'readAt'>
