import type {
  ConnectionView,
  DayOutcome,
  RECENT_DAYS as PROMISED_DAYS,
  RecentDays,
} from '@counterfoil/bff-api/connection'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { useHydrated } from '#data/hydrated.ts'
import { recentDaysKey } from '#data/recent-days.ts'
import { useSession } from '#data/session/session.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { createFormat } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

/** How often it was read of late: the picture that the provider draws on its own page about connected apps. */
export function DaysCard({ connection }: { readonly connection: ConnectionView }) {
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

/** Thirty days to look at, and the same in sentences for everyone. */
function DaysStrip(props: { readonly recent: RecentDays }) {
  const { spelling, nowMs } = useWords()
  const words = usePartWords('connection_page').days
  const { days, read, failed, lastFailedOn } = summarizeDays(props.recent)
  // Days without a time, as `summarizeDays` gives them: midnight UTC, whatever zone they were counted in.
  const { date } = createFormat(spelling, 'UTC', nowMs)
  return (
    <>
      <p>
        {readSentence({ count: read, shown: days.length }, words)}
        {lastFailedOn !== undefined && ` ${words.failed(failed, date(lastFailedOn))}`}
      </p>
      <div aria-hidden="true">
        <div className="strip">
          {days.map(({ on, outcome }) => (
            <i
              key={on}
              className={`day-${outcome}`}
              title={words.day({ date: date(on), outcome: words.outcome[outcome] })}
            />
          ))}
        </div>
        <p className="strip-ends note">
          {days.length > 1 && days[0] !== undefined && <span>{date(days[0].on)}</span>}
          <span>{words.today}</span>
        </p>
      </div>
      <p className="note">
        {words.key}
        {props.recent.timeZone === 'UTC' && ` ${words.utc}`}
      </p>
    </>
  )
}

/** How often a connection was read of late, by days of the person's zone. */
function useRecentDays(connection: ConnectionView) {
  const { session, refresh } = useSession()
  const { nowMs } = useWords()
  const hydrated = useHydrated()
  const query = useQuery({
    queryKey: recentDaysKey(connection, nowMs, session.timeZone ?? 'UTC'),
    queryFn: () => bff.recentDays(connection.id),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: hydrated,
  })
  const [cameWithPage] = useState(query.data !== undefined)
  useEffect(() => {
    // Reached from another page of the app, which has read meanwhile: "last read" must say so too.
    if (!cameWithPage) refresh()
  }, [cameWithPage, refresh])
  return query
}

/** Written out here: the file of the promise brings a validator that the browser does not need. */
const RECENT_DAYS: typeof PROMISED_DAYS = 30

interface DaysSummary {
  /** Oldest first. */
  readonly days: readonly { readonly on: string; readonly outcome: DayOutcome }[]
  readonly read: number
  readonly failed: number
  /** The last day on which nothing was read although it was tried. */
  readonly lastFailedOn: string | undefined
}

const DAY_MS = 86_400_000

/** The same days for a picture and for a sentence. Every `on` is midnight UTC of that day. */
export function summarizeDays({ until, outcomes }: RecentDays): DaysSummary {
  const endMs = Date.parse(until)
  const days = outcomes.map((outcome, index) => ({
    on: new Date(endMs - (outcomes.length - 1 - index) * DAY_MS).toISOString(),
    outcome,
  }))
  const failed = days.filter(({ outcome }) => outcome === 'failed')
  return {
    days,
    read: days.filter(({ outcome }) => outcome === 'read').length,
    failed: failed.length,
    lastFailedOn: failed.at(-1)?.on,
  }
}

/** On how many days something was read; `shown` is less than all where the connection is younger. */
function readSentence(
  { count, shown }: { readonly count: number; readonly shown: number },
  words: PartWords['connection_page']['days'],
): string {
  if (shown === 1) return count === 0 ? words.noneToday : words.readToday
  if (shown === RECENT_DAYS) return count === 0 ? words.none(shown) : words.read({ count, shown })
  return count === 0 ? words.noneSince(shown) : words.readSince({ count, shown })
}
