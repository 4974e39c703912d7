import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSession } from '#data/session/session.tsx'
import { useFormWords } from './form-fields.tsx'

/** Shows what the provider saved and where to go next. */
export function DoneNotice(props: { readonly label: string; readonly children: ReactNode }) {
  const { session } = useSession()
  const f = useFormWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section className="notice notice-info" aria-labelledby="done">
      <h2 id="done" ref={heading} tabIndex={-1}>
        {f.sent.done(props.label, session.provider.name)}
      </h2>
      <div className="actions">{props.children}</div>
    </section>
  )
}
