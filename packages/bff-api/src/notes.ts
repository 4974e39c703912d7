import { z } from 'zod'

/**
 * Body of `POST /api/connections/:id/notes`: a short text that the person stores with a connection. Only the web build knows its
 * meaning.
 */
export const NoteSchema = z.object({
  key: z.string().min(1).max(200),
  /** The text; null deletes it. */
  text: z.string().min(1).max(4000).nullable(),
})
export type Note = z.infer<typeof NoteSchema>

/** Answer to `GET /api/connections/:id/notes`: the texts by key. */
export type Notes = Readonly<Record<string, string>>
