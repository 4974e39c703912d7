import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ReactNode } from 'react'
import type { BusinessData } from '#data/use-business-data.ts'
import { Card, Rows } from '#ui/card.tsx'
import { DataAgeNote } from './data-age-note.tsx'
import { ReadFailure } from './inline-failure.tsx'

/** Shows a card with data of a connection: its age under the heading, and failures under the rows. */
export function ReadCard(props: {
  readonly connection: ConnectionView
  readonly title: string
  readonly read: BusinessData<unknown>
  /** The note under the heading while there is no data whose age could be shown. */
  readonly noteBefore: ReactNode
  /** The text for data that was read just now. Undefined while nothing was read. */
  readonly fresh: string | undefined
  readonly rows: ReactNode
  readonly children?: ReactNode
}) {
  const { connection, read } = props
  return (
    <Card
      title={props.title}
      variant="stub"
      busy={read.loading}
      note={
        props.fresh === undefined ? (
          props.noteBefore
        ) : (
          <DataAgeNote connection={connection} data={read} fresh={props.fresh} />
        )
      }
    >
      <Rows>{props.rows}</Rows>
      <ReadFailure connection={connection} read={read} />
      {props.children}
    </Card>
  )
}
