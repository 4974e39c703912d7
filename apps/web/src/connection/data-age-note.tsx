import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { dataAge } from '#data/data-age.ts'
import { useOnline } from '@counterfoil/react'
import type { BusinessData } from '#data/use-business-data.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { useWords } from '#words/words.tsx'
import { isReadWell } from './connection-state.ts'

/** The id of the line with the age of the figures on the home, which describes its heading. */
export const FIGURES_AGE_ID = 'figures-age'

/**
 * Shows the age of the data under a heading, with a button to read old data again. Without the button while the connection cannot
 * be read or the last reading failed: then the page retries, or the person must act.
 */
export function DataAgeNote(props: {
  readonly connection: ConnectionView
  readonly data: Pick<BusinessData<unknown>, 'asOfMs' | 'retry' | 'loading' | 'failure'>
  /** The text for figures that were read just now. */
  readonly fresh: string
}) {
  const { data } = props
  const { t, format, nowMs } = useWords()
  const isOnline = useOnline()
  if (data.asOfMs === undefined) return props.fresh
  const canRead = isOnline && isReadWell(props.connection.state) && data.failure === undefined
  const age = dataAge({ asOfMs: data.asOfMs, nowMs, canRead })
  if (age === 'fresh') return props.fresh
  const text = t.home.frozen(format.moment(new Date(data.asOfMs).toISOString()))
  if (age !== 'stale') return text
  return (
    <>
      {`${text} `}
      <ActionButton
        variant="quiet"
        pending={data.loading}
        pendingLabel={t.home.updateNow}
        onPress={data.retry}
      >
        {t.home.updateNow}
      </ActionButton>
    </>
  )
}
