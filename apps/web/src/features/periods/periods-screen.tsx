import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { FormEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { FiguresBoundary } from '#connection/figures-boundary.tsx'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { cacheKeyOf } from '#data/session/session-state.ts'
import { useFigures } from '#data/use-figures.ts'
import { PERIODS, readPeriodChoice } from '#figures/period.ts'
import type { PeriodFigures } from '#figures/read/read-period.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { formValues } from '#ui/form-values.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { PeriodTables } from './period-tables.tsx'

/** Shows the figures of a month, quarter, year or range of days beside the previous period. The address stores the period. */
export function PeriodsScreen({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useWords()
  const search = useSearch()
  return (
    <Screen title={t.app.periods} keepsPlace>
      <ConnectionNotice connection={connection} />
      <Choice search={search} />
      <FiguresBoundary
        key={search}
        connectionKey={cacheKeyOf(connection)}
        Content={Content}
        Waiting={Waiting}
      />
    </Screen>
  )
}

/** Shows links to the named periods and a form with two days. Both work without a script. */
function Choice({ search }: { readonly search: string }) {
  const words = usePartWords('periods')
  const [, navigate] = useLocation()
  const choice = readPeriodChoice(search)
  const query = new URLSearchParams(search)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(`${PATHS.periods}?${new URLSearchParams(formValues(event.currentTarget)).toString()}`)
  }
  return (
    <div className="stack screen-only">
      <nav className="choices" aria-label={words.choose}>
        {PERIODS.map((name) => (
          <AppLink
            key={name}
            to={`${PATHS.periods}?period=${name}`}
            current={'name' in choice && choice.name === name}
          >
            {words.names[name]}
          </AppLink>
        ))}
      </nav>
      <form key={search} className="list-filters" method="get" aria-label={words.own} onSubmit={submit}>
        <input type="hidden" name="period" value="own" />
        <div className="list-fields">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className="list-field">
              <span>{words[end]}</span>
              <input type="date" name={end} defaultValue={query.get(end) ?? ''} />
            </label>
          ))}
          <button type="submit" className="button-plain">
            {words.show}
          </button>
        </div>
      </form>
    </div>
  )
}

/** Reads the period from the address; the boundary passes the connection. */
function Content({ connection }: { readonly connection: ConnectionView }) {
  const search = useSearch()
  const reads = isReadable(connection.state)
  const read = useFigures<PeriodFigures>(`period?${search}`, connection, reads)
  const { data: figures } = read
  return (
    <>
      {figures === undefined && read.loading && <Waiting connection={connection} />}
      {figures !== undefined && (
        <>
          <p className="note">
            <DataAgeNote connection={connection} data={read} fresh="" />
          </p>
          <PeriodTables connection={connection} figures={figures} />
        </>
      )}
      <ReadFailure connection={connection} read={read} />
    </>
  )
}

function Waiting({ connection }: { readonly connection: ConnectionView }) {
  const words = usePartWords('periods')
  const { t } = useWords()
  const name = businessName(connection, t)
  return <Skeleton lines={8} label={words.getting(name)} still={words.stillGetting(name)} />
}
