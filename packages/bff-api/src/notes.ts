import { z } from 'zod'

/**
 * Body of `POST /api/connections/:id/notes`: a short text that the person of a connection keeps beside it. Only the web build knows what
 * each is.
 */
export const NoteSchema = z.object({
  key: z.string().min(1).max(200),
  /** Null: it is not kept any more. */
  text: z.string().min(1).max(4000).nullable(),
})
export type Note = z.infer<typeof NoteSchema>

/** Answer to `GET /api/connections/:id/notes`: the texts by key. */
export type Notes = Readonly<Record<string, string>>
