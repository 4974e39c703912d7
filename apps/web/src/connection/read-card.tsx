import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ReactNode } from 'react'
import type { BusinessData } from '#data/use-business-data.ts'
import { Card, Rows } from '#ui/card.tsx'
import { DataAgeNote } from './data-age-note.tsx'
import { ReadFailure } from './inline-failure.tsx'

/** A card with what was read of a connection: how old it is under the heading, and under the rows what went wrong. */
export function ReadCard(props: {
  readonly connection: ConnectionView
  readonly title: string
  readonly read: BusinessData<unknown>
  /** Is under the heading while there is nothing whose age could be reported. */
  readonly noteBefore: ReactNode
  /** What is said of what was read just now; undefined while nothing was. */
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
