import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Note, Notes } from '@counterfoil/bff-api/notes'
import { BFF_PATHS, pathFor } from '@counterfoil/bff-api/paths'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#data/bff-client.ts'
import { useHydrated } from '#data/hydrated.ts'

/** Returns the notes that a person stored with a connection, and a function that stores one more. */
export function useNotes({ id }: Pick<ConnectionView, 'id'>) {
  const queries = useQueryClient()
  const queryKey = ['notes', id] as const
  const { data: notes, isError } = useQuery({
    queryKey,
    queryFn: () => call<Notes>('GET', pathFor(BFF_PATHS.connectionNotes, id)),
    enabled: useHydrated(),
  })
  return {
    notes,
    isError,
    /** Rejects if the note could not be stored. */
    async keep(note: Note): Promise<void> {
      await call('POST', pathFor(BFF_PATHS.connectionNote, id), note)
      // A read that began earlier would overwrite the new note.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<Notes>(queryKey, (before) => {
        const { [note.key]: _, ...others } = before ?? {}
        return note.text === null ? others : { ...others, [note.key]: note.text }
      })
    },
  }
}
