import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { LockedPlace } from '#connection/locked-place.tsx'
import { businessName } from '#connection/state-words.ts'
import { FIGURES_AGE_ID } from '#connection/data-age-note.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { useWords } from '#words/words.tsx'
import { DisconnectedCard } from './disconnected-card.tsx'
import { OtherBusinesses } from './other-businesses.tsx'

/** What figures are made of: only for that has this page a place that says "allow it and it appears here". */
const SHOWN_HERE: readonly string[] = ['account:read', 'invoice:read', 'transaction:read']

/** The home of the business that is shown: its figures, and the way to the others. */
export function HomeScreen(props: {
  readonly connection: ConnectionView
  readonly figures: ReactNode
  /** A quiet line at the end. */
  readonly foot: ReactNode
}) {
  const { connection } = props
  const { t } = useWords()
  const isGone = connection.state === 'disconnected'
  const isFrozen = !isReadable(connection.state) && !isGone && connection.lastGoodAt !== null
  return (
    <Screen title={businessName(connection, t)} describedBy={isFrozen ? FIGURES_AGE_ID : undefined}>
      {isGone ? (
        <DisconnectedCard connection={connection} />
      ) : (
        <>
          <ConnectionNotice connection={connection} />
          {props.figures}
          {connection.missing
            .filter((value) => SHOWN_HERE.includes(value))
            .map((value) => (
              <LockedPlace key={value} value={value} connection={connection} />
            ))}
          {props.foot}
          <OtherBusinesses current={connection} />
        </>
      )}
    </Screen>
  )
}
