import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { DataAgeNote, FIGURES_AGE_ID } from '#connection/data-age-note.tsx'
import type { BusinessData } from '#data/use-business-data.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { useWords } from '#words/words.tsx'

/** How old the figures are, and in whose days they count where that is not known. */
export function OverviewAge(props: {
  readonly read: BusinessData<OverviewFigures>
  readonly figures: OverviewFigures
  readonly connection: ConnectionView
}) {
  const { figures } = props
  const { t } = useWords()
  return (
    <Age>
      <DataAgeNote connection={props.connection} data={props.read} fresh="" />
      {!figures.isEmpty && figures.zone === null && t.overview.utc}
    </Age>
  )
}

/** Of a connection whose figures are not known here: when it answered last. */
export function LastAnswer({ at }: { readonly at: string | null }) {
  const { t, format } = useWords()
  return at === null ? null : <Age>{t.home.frozen(format.moment(at))}</Age>
}

/** Said once, and heard with the heading. */
function Age(props: { readonly children: ReactNode }) {
  return (
    <p id={FIGURES_AGE_ID} className="note overview-age">
      {props.children}
    </p>
  )
}
