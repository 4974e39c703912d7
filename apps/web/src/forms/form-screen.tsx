import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import type { Failure } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, type FormName, formPath } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import { useFormWords } from './form-fields.tsx'
import type { DoneRecord } from './sent-command.ts'

interface FormScreenProps {
  readonly connection: ConnectionView
  readonly form: FormName
  /** The id of the changed record; null for a new one. */
  readonly id: string | null
  /** True if the data that the form requires has been read. */
  readonly isReady: boolean
  readonly failure: Failure | undefined
  readonly onRetry: () => void
  /** Called to edit the saved record again. If undefined, this is not offered. */
  readonly onChange?: () => void
  /** Further links from the saved record. @param begin Starts another record. */
  readonly next?: ((done: DoneRecord, begin: () => void) => ReactNode) | undefined
  /** Renders the form. */
  readonly children: (onDone: (done: DoneRecord) => void) => ReactNode
}

/** Shows the screen of a form: its business, why it is waiting or unavailable, the form, and then the saved record. */
export function FormScreen(props: FormScreenProps) {
  const { connection, form, id, isReady, failure, onChange } = props
  const { t } = useWords()
  const f = useFormWords()
  const [done, setDone] = useState<DoneRecord>()
  const begin = () => setDone(undefined)
  return (
    <Screen
      title={f.title[`${form}-${id === null ? 'create' : 'patch'}`]}
      lede={businessName(connection, t)}
      namesWindow
    >
      <ConnectionNotice connection={connection} />
      {isReady && done === undefined && props.children(setDone)}
      {isReady && done !== undefined && (
        <DoneNotice
          {...{ form, id, done }}
          onAnother={begin}
          onChange={
            onChange &&
            (() => {
              begin()
              onChange()
            })
          }
        >
          {props.next?.(done, begin)}
        </DoneNotice>
      )}
      {!isReady && failure !== undefined && <InlineFailure failure={failure} onRetry={props.onRetry} />}
      {!isReady && failure === undefined && (
        <Skeleton lines={4} label={t.form.getting} still={t.form.still} />
      )}
    </Screen>
  )
}

/** Shows the record that the provider saved, and the next steps. */
function DoneNotice(props: {
  readonly form: FormName
  /** The id of the changed record; null for a new one. */
  readonly id: string | null
  readonly done: DoneRecord
  readonly onAnother: () => void
  readonly onChange: (() => void) | undefined
  readonly children: ReactNode
}) {
  const { form } = props
  const { id, label } = props.done
  const { session } = useSession()
  const f = useFormWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const saved = f.what[`${form}-${props.id === null ? 'create' : 'patch'}`](label)
  return (
    <section className="notice notice-info" aria-labelledby="done">
      <h2 id="done" ref={heading} tabIndex={-1}>
        {f.sent.done(saved, session.provider.name)}
      </h2>
      <div className="actions">
        {id !== null && form !== 'product' && (
          <AppLink className="button-plain" to={detailPath(form, id)}>
            {f.act.see}
          </AppLink>
        )}
        {id !== null && props.onChange && (
          <AppLink className="button-plain" to={formPath(form, id)} onFollow={props.onChange}>
            {f.act.change}
          </AppLink>
        )}
        <AppLink className="button-plain" to={formPath(form, null)} onFollow={props.onAnother}>
          {f.act.another}
        </AppLink>
        {props.children}
      </div>
    </section>
  )
}
