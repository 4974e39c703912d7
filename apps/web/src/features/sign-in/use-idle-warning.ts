import { useEffect, useState } from 'react'
import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'
import { idlePhase } from './idle-warning.ts'

/**
 * Is it time to warn of an idle sign-in that ends? Another tab may have extended it, so the session is read again when
 * the warning begins, and when the time is over.
 *
 * @param endsAt When the sign-in ends if nobody does anything; null without one.
 * @returns Whether to warn, and what takes the warning away.
 */
export function useIdleWarning(endsAt: string | null): readonly [warns: boolean, stop: () => void] {
  const { refresh } = useSession()
  const { clock } = useWords()
  const [warnedFor, setWarnedFor] = useState<string>()

  useEffect(() => {
    if (endsAt === null) return
    let asked = false
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const phase = idlePhase({ idleEndsAtMs: Date.parse(endsAt), nowMs: clock() })
      switch (phase.kind) {
        case 'quiet':
          timer = setTimeout(look, phase.forMs)
          return
        case 'warn':
          if (!asked) {
            asked = true
            refresh()
          }
          setWarnedFor(endsAt)
          timer = setTimeout(look, phase.forMs)
          return
        case 'over':
          refresh()
      }
    }
    look()
    return () => clearTimeout(timer)
  }, [endsAt, refresh, clock])

  return [endsAt !== null && warnedFor === endsAt, () => setWarnedFor(undefined)]
}
