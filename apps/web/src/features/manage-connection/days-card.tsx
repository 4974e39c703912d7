import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConnectionView, RecentDays } from '@counterfoil/bff-api/connection'
import { businessName } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { failureFrom, isToldHere } from '#data/failure.ts'
import { useHydrated } from '#data/hydrated.ts'
import { recentDaysKey } from '#data/recent-days.ts'
import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { createFormat } from '#words/format.ts'
import { DAYS_WORDS } from '#words/days-words.ts'
import { useWords } from '#words/words.tsx'
import { tellDays } from './days.ts'

/** How often it was read of late: the picture that the provider draws on its own page about connected apps. */
export function DaysCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session, refresh } = useSession()
  const { t, locale, nowMs } = useWords()
  const zone = session.timeZone ?? 'UTC'
  const hydrated = useHydrated()
  const { data, error, isError, refetch } = useQuery({
    queryKey: recentDaysKey(connection, nowMs, zone),
    queryFn: () => bff.recentDays(connection.id),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: hydrated,
  })
  const [cameWithPage] = useState(data !== undefined)
  useEffect(() => {
    // Reached from another page of the app, which has read meanwhile: "last read" must say so too.
    if (!cameWithPage) refresh()
  }, [cameWithPage, refresh])
  const name = businessName(connection, t)
  const failure = data === undefined && isError ? failureFrom(error) : undefined

  return (
    <Card title={DAYS_WORDS[locale].title}>
      {data === undefined && !isError && (
        <Skeleton lines={2} label={t.home.getting(name)} still={t.home.stillGetting(name)} />
      )}
      {failure !== undefined && isToldHere(failure, false) && (
        <FailureNotice failure={failure} provider={session.provider.name} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Strip recent={data} />}
    </Card>
  )
}

/** Thirty days to look at, and the same in sentences for everyone. */
function Strip(props: { readonly recent: RecentDays }) {
  const { locale, nowMs } = useWords()
  const words = DAYS_WORDS[locale]
  const { days, read, failed, lastFailedOn } = tellDays(props.recent)
  // Days without a time, as `tellDays` gives them: midnight UTC, whatever zone they were counted in.
  const { date } = createFormat(locale, 'UTC', nowMs)
  return (
    <>
      <p>
        {words.read(read, days.length)}
        {lastFailedOn !== undefined && ` ${words.failed(failed, date(lastFailedOn))}`}
      </p>
      <div aria-hidden="true">
        <div className="strip">
          {days.map(({ on, outcome }) => (
            <i key={on} className={`day-${outcome}`} title={words.day(date(on), words.outcome[outcome])} />
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
