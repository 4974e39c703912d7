import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { isLocked, LockedPlace } from '#connection/locked-place.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath, type FormName } from '#navigation/form-paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { usePartWords } from '#words/words.tsx'

/** Before everything that reads: one connection, with what is wrong with it. */
export function ListScreen(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** The permission without which there are no rows to read. */
  readonly needs: string
  /** Where a new row is written. */
  readonly form?: FormName
  readonly children: ReactNode
}) {
  const { newOne } = usePartWords('lists')
  return (
    <Screen title={props.title} keepsPlace>
      <ConnectionNotice connection={props.connection} />
      {props.form !== undefined && isReadable(props.connection.state) && (
        <p className="actions screen-only">
          <AppLink className="button-plain" to={formPath(props.form, null)}>
            {newOne[props.form]}
          </AppLink>
        </p>
      )}
      {isLocked(props.connection, props.needs) ? (
        <LockedPlace value={props.needs} connection={props.connection} />
      ) : (
        <CacheBoundary connection={props.connection}>{props.children}</CacheBoundary>
      )}
    </Screen>
  )
}
