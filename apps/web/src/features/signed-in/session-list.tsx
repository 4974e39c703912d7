import { useQuery } from '@tanstack/react-query'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { failureFrom } from '#data/failure.ts'
import { bff } from '#data/bff-client.ts'
import { useHydrated } from '#data/hydrated.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords } from '#words/words.tsx'
import { SessionItem, SIGNED_IN_KEY } from './session-item.tsx'

/** Every place where the person is signed in. */
export function SessionList() {
  const words = usePartWords('leaving').signIns
  const hydrated = useHydrated()
  const list = useQuery({ queryKey: SIGNED_IN_KEY, queryFn: bff.signedInSessions, enabled: hydrated })
  const others = list.data?.some(({ current }) => !current) ?? false
  return (
    <>
      {list.data === undefined && !list.isError && (
        <Skeleton lines={3} label={words.getting} still={words.getting} />
      )}
      {list.isError && (
        <InlineFailure failure={failureFrom(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && (
        <ul className="ruled">
          {list.data.map((entry) => (
            <SessionItem key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {list.data !== undefined && !others && <p className="muted">{words.onlyThis}</p>}
    </>
  )
}
