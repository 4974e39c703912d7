import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { failureFrom } from '#data/failure.ts'
import { businessName } from '#connection/state-words.ts'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { RECENT_DAYS } from './days.ts'
import { DaysStrip } from './days-strip.tsx'
import { useRecentDays } from './use-recent-days.ts'

/** How often it was read of late: the picture that the provider draws on its own page about connected apps. */
export function DaysCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { t } = useWords()
  const words = usePartWords('connection_page').days
  const { data, error, isError, refetch } = useRecentDays(connection)
  const name = businessName(connection, t)
  return (
    <Card title={words.title(RECENT_DAYS)}>
      {data === undefined && !isError && (
        <Skeleton lines={2} label={t.home.getting(name)} still={t.home.stillGetting(name)} />
      )}
      {data === undefined && isError && (
        <InlineFailure failure={failureFrom(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <DaysStrip recent={data} />}
    </Card>
  )
}
