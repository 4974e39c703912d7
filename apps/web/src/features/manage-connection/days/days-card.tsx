import type {
  ConnectionView,
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

/** Shows on how many recent days the connection was read. The provider draws the same chart on its page about connected apps. */
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

/** Shows thirty days as a chart, and the same as sentences for everyone. */
function DaysStrip(props: { readonly recent: RecentDays }) {
  const { spelling, nowMs } = useWords()
  const words = usePartWords('connection_page').days
  const { days, read, failed, lastFailedOn } = summarizeDays(props.recent)
  // `summarizeDays` returns days as midnight UTC, whatever time zone they were counted in.
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

/** Reads on which recent days a connection was read. Days are in the time zone of the person. */
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
    // The person came from another page of the app, which has read since: "last read" must be updated.
    if (!cameWithPage) refresh()
  }, [cameWithPage, refresh])
  return query
}

/** Repeats the constant of the API contract: importing it would add a validator that the browser does not need. */
const RECENT_DAYS: typeof PROMISED_DAYS = 30

const DAY_MS = 86_400_000

/** Summarizes the days, oldest first, for the chart and the sentences. Every `on` is midnight UTC of that day. */
export function summarizeDays({ until, outcomes }: RecentDays) {
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
    /** The last day on which every read failed. */
    lastFailedOn: failed.at(-1)?.on,
  }
}

/** Returns the sentence about the number of days with reads. `shown` is less than all if the connection is newer. */
function readSentence(
  { count, shown }: { readonly count: number; readonly shown: number },
  words: PartWords['connection_page']['days'],
): string {
  if (shown === 1) return count === 0 ? words.noneToday : words.readToday
  if (shown === RECENT_DAYS) return count === 0 ? words.none(shown) : words.read({ count, shown })
  return count === 0 ? words.noneSince(shown) : words.readSince({ count, shown })
}
