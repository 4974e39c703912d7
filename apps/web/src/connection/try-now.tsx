import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { bff } from '#data/bff-client.ts'
import { TRY_NOW_PAUSE_MS } from '#data/retry-policy.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** Asks the provider once; another press counts only after a pause, since a wall of tries helps nobody. */
export function TryNow(props: {
  readonly connection: ConnectionView
  readonly variant: 'primary' | 'plain'
}) {
  const { t } = useWords()
  const { refresh } = useSession()
  const { announce } = useAnnouncer()
  const [pressedAtMs, setPressedAtMs] = useState<number>()
  const check = useMutation({
    mutationFn: () => bff.checkUp(props.connection.id),
    onSettled: refresh,
  })
  const resting = pressedAtMs !== undefined

  useEffect(() => {
    if (pressedAtMs === undefined) return
    const timer = setTimeout(() => setPressedAtMs(undefined), TRY_NOW_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [pressedAtMs])

  return (
    <ActionButton
      variant={props.variant}
      pending={check.isPending}
      pendingLabel={t.notice.trying}
      onPress={() => {
        if (resting) {
          announce(t.failure.waiting(TRY_NOW_PAUSE_MS / 1000))
          return
        }
        setPressedAtMs(Date.now())
        check.mutate()
      }}
    >
      {t.notice.tryNow}
    </ActionButton>
  )
}
