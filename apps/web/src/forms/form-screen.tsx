import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { businessName } from '#connection/state-words.ts'
import { isShownHere, type Failure } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The screen of one form: for which business, what it waits for, and why it cannot begin. */
export function FormScreen(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** What must be read first has come. */
  readonly isReady: boolean
  readonly failure: Failure | undefined
  readonly onRetry: () => void
  readonly children: () => ReactNode
}) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  return (
    <Screen title={props.title} lede={businessName(connection, t)} namesWindow>
      <ConnectionNotice connection={connection} />
      {props.isReady && props.children()}
      {!props.isReady && props.failure !== undefined && isShownHere(props.failure, false) && (
        <FailureNotice failure={props.failure} provider={session.provider.name} onRetry={props.onRetry} />
      )}
      {!props.isReady && props.failure === undefined && (
        <Skeleton lines={4} label={t.form.getting} still={t.form.still} />
      )}
    </Screen>
  )
}
