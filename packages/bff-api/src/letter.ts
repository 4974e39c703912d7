import { z } from 'zod'
import type { FirstAnswer, SessionView } from './session.ts'

/** The reason why the last letter was not sent; with `address`, why no more letters are sent. */
const LetterTroubleSchema = z.enum(['connection', 'provider', 'mail', 'address'])
export type LetterTrouble = z.infer<typeof LetterTroubleSchema>

/** The Monday letter of one connection. */
export const MondayLetterSchema = z.object({
  /** The time of the next letter. Null if the person wants none. */
  nextAt: z.iso.datetime().nullable(),
  trouble: LetterTroubleSchema.nullable(),
})
export type MondayLetter = z.infer<typeof MondayLetterSchema>

/** Body of `POST /api/connections/:id/letter/choice`. */
export const LetterChoiceSchema = z.object({ isWanted: z.boolean() })
export type LetterChoice = z.infer<typeof LetterChoiceSchema>

/** The reader's language, and formats of dates and clock times. */
export type LetterReader = Pick<SessionView, 'locale' | 'isAmerican' | 'isEuropeanFrench'> & {
  /** The IANA name of the time zone. */
  readonly timeZone: string
}

/** The export `renderLetter` of the web build's server entry: writes the figures of the overview as a letter. */
export type RenderLetter = (letter: {
  readonly figures: FirstAnswer['data']
  /** The time of reading, as an ISO instant. */
  readonly readAt: string
  readonly reader: LetterReader
  readonly provider: string
  /** The name of the business. Null if the provider returns none. */
  readonly business: string | null
  /** The address of the overview, without a slash at its end; addresses of the business's pages begin with it. */
  readonly home: string
  /** The address that stops the letter. */
  readonly stop: string
}) => { readonly subject: string; readonly html: string; readonly text: string }
