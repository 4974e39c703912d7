import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, type FormName, formPath } from '#navigation/paths.ts'
import { useFormWords } from './form-fields.tsx'
import type { Verb } from './sent-command.ts'

/** A record that was saved. */
export interface DoneRecord {
  /** Null where the provider did not say it. */
  readonly id: string | null
  /** For people: a name or a number. */
  readonly label: string
}

/** Shows what the provider saved and where to go next. */
export function DoneNotice(props: {
  readonly form: FormName
  readonly verb: Verb
  readonly done: DoneRecord
  /** Begins with another one. */
  readonly onAnew: () => void
  /** Changes this one again; not offered without. */
  readonly onChange?: () => void
  /** More ways on. */
  readonly children?: ReactNode
}) {
  const { form } = props
  const { id, label } = props.done
  const { session } = useSession()
  const f = useFormWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section className="notice notice-info" aria-labelledby="done">
      <h2 id="done" ref={heading} tabIndex={-1}>
        {f.sent.done(f.what[props.verb](label), session.provider.name)}
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
        <AppLink className="button-plain" to={formPath(form, null)} onFollow={props.onAnew}>
          {f.act.another}
        </AppLink>
        {props.children}
      </div>
    </section>
  )
}
