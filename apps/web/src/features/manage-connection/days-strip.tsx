import type { RecentDays } from '@counterfoil/bff-api/connection'
import { createFormat } from '#words/format.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { readSentence, summarizeDays } from './days.ts'

/** Thirty days to look at, and the same in sentences for everyone. */
export function DaysStrip(props: { readonly recent: RecentDays }) {
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
