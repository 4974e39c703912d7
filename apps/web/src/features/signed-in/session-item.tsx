import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SignedInSession } from '@counterfoil/bff-api/session'
import { bff } from '#data/bff-client.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { deviceWords } from './device-words.ts'

/** Where the list of sessions lies in the cache. */
export const SIGNED_IN_KEY = ['signed-in'] as const

/** One place where the person is signed in, and the button that ends it there. */
export function SessionItem(props: { readonly entry: SignedInSession }) {
  const { entry } = props
  const { t, format } = useWords()
  const words = usePartWords('leaving').signIns
  const { announce, alert } = useAnnouncer()
  const queryClient = useQueryClient()
  const device = deviceWords(entry.device, words)
  const end = useMutation({
    mutationFn: () => bff.endSession(entry.id),
    onSuccess: () => {
      announce(words.ended(device))
      return queryClient.invalidateQueries({ queryKey: SIGNED_IN_KEY })
    },
    onError: () => alert(t.app.changeFailed),
  })
  return (
    <li className="switch-row">
      <span>
        <strong>{device}</strong>
        {entry.current && <span className="tag">{words.current}</span>}
        <span className="note line">
          {`${words.started(format.date(entry.startedAt))} · ${words.seen(format.ago(entry.lastSeenAt))}`}
        </span>
      </span>
      {!entry.current && (
        <ActionButton pending={end.isPending} pendingLabel={words.end} onPress={() => end.mutate()}>
          <span aria-hidden="true">{words.end}</span>
          <span className="visually-hidden">{words.endOn(device)}</span>
        </ActionButton>
      )}
    </li>
  )
}
