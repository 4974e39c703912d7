import { z } from 'zod'
import type { FirstAnswer, SessionView } from './session.ts'

/** Why the last letter was not sent, or, for `address`, why none is sent any more. */
const LetterTroubleSchema = z.enum(['connection', 'provider', 'mail', 'address'])
export type LetterTrouble = z.infer<typeof LetterTroubleSchema>

/** The Monday letter of one connection. */
export const MondayLetterSchema = z.object({
  /** When the next one is sent; null: nobody wants it. */
  nextAt: z.iso.datetime().nullable(),
  trouble: LetterTroubleSchema.nullable(),
})
export type MondayLetter = z.infer<typeof MondayLetterSchema>

/** Body of `POST /api/connections/:id/letter/choice`. */
export const LetterChoiceSchema = z.object({ isWanted: z.boolean() })
export type LetterChoice = z.infer<typeof LetterChoiceSchema>

/** How a reader wants language, days and clock times. */
export type LetterReader = Pick<SessionView, 'locale' | 'isAmerican' | 'isEuropeanFrench'> & {
  /** IANA name. */
  readonly timeZone: string
}

/** The export `renderLetter` of the web build's server entry: writes the figures of the overview as a letter. */
export type RenderLetter = (letter: {
  readonly figures: FirstAnswer['data']
  /** An ISO instant. */
  readonly readAt: string
  readonly reader: LetterReader
  readonly provider: string
  /** Null where the provider names none. */
  readonly business: string | null
  /** Address of the overview, without a slash at its end; pages of the business begin with it. */
  readonly home: string
  /** Address that stops the letter. */
  readonly stop: string
}) => { readonly subject: string; readonly html: string; readonly text: string }
