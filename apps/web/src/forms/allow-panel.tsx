import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useLayoutEffect, useRef } from 'react'
import { ConnectForm } from '#connection/connect-form.tsx'
import { usePermissions } from '#connection/use-permissions.ts'
import { useSession } from '#data/session/session.tsx'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'
import { useFormWords } from './form-fields.tsx'

/** Asks for one more permission at the moment it is needed. Typed input is kept during the visit to the provider. */
export function AllowPanel(props: {
  readonly connection: ConnectionView
  /** The requested scopes. */
  readonly want: readonly string[]
  /** A common name of the permissions; if undefined, each is listed by its own name. */
  readonly thing?: string
  readonly onLater: () => void
}) {
  const { connection, want } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const permissions = usePermissions()
  const f = useFormWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section className="notice notice-info" aria-labelledby="allow">
      <h2 id="allow" ref={heading} tabIndex={-1}>
        {f.ask.title}
      </h2>
      <p>
        <Rich
          text={f.ask.body(props.thing ?? format.list(permissions.inWords(want).map(({ name }) => name)))}
        />
      </p>
      <div className="actions">
        <ConnectForm intent="allow_more" connectionId={connection.id} want={want}>
          {t.connect.allowMore(session.provider.name)}
        </ConnectForm>
        <button type="button" className="button-quiet" onClick={props.onLater}>
          {f.act.notNow}
        </button>
      </div>
    </section>
  )
}
