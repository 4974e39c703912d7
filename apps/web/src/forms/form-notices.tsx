import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { ConnectForm } from '#connection/connect-form.tsx'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { usePermissions } from '#connection/use-permissions.ts'
import { useSession } from '#data/session/session.tsx'
import { Button } from '#ui/action-button.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'
import type { Draft } from './draft-client.ts'
import { fieldId, useFormWords } from './form-fields.tsx'
import type { FieldFault } from './input-faults.ts'
import { ESTIMATING, INVOICING, type Verb, VERBS } from './sent-command.ts'
import { sentCommands, type SentEntry } from './sent-commands-client.ts'
import type { Hindrance } from './use-sending.ts'

/** Shows why a change was not sent or not made, and how to continue. */
export function FormProblem(props: {
  readonly hindrance: Hindrance | undefined
  readonly connection: ConnectionView
  /** The intended change. */
  readonly verb: Verb
  readonly onLater: () => void
}) {
  const { hindrance, connection } = props
  const { alert } = useAnnouncer()
  const f = useFormWords()
  const words = { offline: f.kept.offline, later: f.ask.later, failed: f.kept.notDone }
  const text =
    hindrance !== undefined && hindrance.kind in words
      ? words[hindrance.kind as keyof typeof words]
      : undefined
  useSaid(alert, text)
  if (hindrance?.kind === 'asking')
    return <AllowInvoicing {...{ connection, verb: props.verb, onLater: props.onLater }} />
  if (text === undefined) return null
  return (
    <>
      <p className="note">{text}</p>
      {hindrance?.kind === 'failed' && <InlineFailure failure={hindrance.failure} />}
    </>
  )
}

/** Requests at once all permissions for writing and sending invoices that are missing and may be requested. */
function AllowInvoicing(props: {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly onLater: () => void
}) {
  const { connection, verb } = props
  const { session } = useSession()
  const f = useFormWords()
  const needed = VERBS[verb].scope
  const mayAsk = [...session.requestedScopes, ...session.optionalScopes]
  const isEstimate = verb.startsWith('estimate')
  const want = (isEstimate ? ESTIMATING : INVOICING).filter(
    (scope) => scope === needed || (mayAsk.includes(scope) && !allowsScope(connection.scopes, scope)),
  )
  const thing = isEstimate ? f.ask.estimating : f.ask.invoicing
  return <AllowPanel connection={connection} want={want} thing={thing} onLater={props.onLater} />
}

/** Shows that an earlier draft was restored, and a button that discards it. */
export function RestoredNote(props: {
  readonly draft: Draft
  readonly isChangedSince: boolean
  readonly onDiscard: () => void
}) {
  const { session } = useSession()
  const { format } = useWords()
  const { announce } = useAnnouncer()
  const f = useFormWords()
  const text = f.kept.restored(format.clock(new Date(props.draft.savedAtMs).toISOString()))
  useSaid(announce, text)
  return (
    <p className="note">
      {text} {props.isChangedSince && f.kept.changed(session.provider.name)}{' '}
      <Button variant="quiet" onClick={props.onDiscard}>
        {f.act.discard}
      </Button>
    </p>
  )
}

/** Lists the errors of the form, with a link to each field. It takes the focus when it appears. */
export function FaultSummary(props: {
  readonly faults: readonly FieldFault[]
  readonly wordOf: (fault: FieldFault) => string
}) {
  const { faults } = props
  const f = useFormWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [faults])
  return (
    <section className="notice notice-warn" aria-labelledby="faults">
      <h2 id="faults" ref={heading} tabIndex={-1}>
        {f.fault.title(faults.length)}
      </h2>
      <ul className="stack">
        {faults.map((fault) => (
          <li key={`${fault.field ?? ''} ${fault.code}`}>
            {fault.field === undefined ? (
              props.wordOf(fault)
            ) : (
              <ToField field={fault.field}>{props.wordOf(fault)}</ToField>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ToField({ field, children }: { readonly field: string; readonly children: string }) {
  return (
    <a
      href={`#${fieldId(field)}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(fieldId(field))?.focus()
      }}
    >
      {labelOf(field)}: {children}
    </a>
  )
}

/** Returns the label of a field. */
function labelOf(field: string): string {
  return document.querySelector(`label[for="${CSS.escape(fieldId(field))}"]`)?.textContent ?? field
}

/** Shows the state of a sent change that is not settled, and the actions for it. */
export function SentNotice(props: { readonly entry: SentEntry }) {
  const { command, state } = props.entry
  const { session } = useSession()
  const f = useFormWords()
  const provider = session.provider.name
  switch (state.kind) {
    case 'on-its-way':
    case 'done':
    case 'failed':
      return null
    case 'not-sure':
      return (
        <Doubt
          entry={props.entry}
          text={state.isLooking ? f.sent.unknown(provider) : f.sent.unlooked(provider)}
        >
          {!state.isLooking && (
            <Button onClick={() => sentCommands.lookAgain(command.key)}>{f.act.look}</Button>
          )}
        </Doubt>
      )
    case 'not-there':
      return (
        <Doubt entry={props.entry} text={f.sent.notThere}>
          <Button variant="primary" onClick={() => void sentCommands.sendAgain(command.key)}>
            {f.act.again}
          </Button>
          <DismissButton entry={props.entry} label={f.act.edit} />
        </Doubt>
      )
    case 'several':
      return (
        <Doubt entry={props.entry} text={f.sent.several(provider)}>
          {state.found.map(({ id, label }) => (
            <Button
              key={id}

              onClick={() => sentCommands.choose({ key: command.key, id })}
            >
              {label}
            </Button>
          ))}
          <DismissButton entry={props.entry} label={f.act.noneOfThem} />
        </Doubt>
      )
  }
}

/** Names a change whose outcome is unknown. The children are the possible actions. */
function Doubt({ entry, text, children }: Entry & { readonly text: string; readonly children: ReactNode }) {
  const f = useFormWords()
  const title = f.sent.notSure(f.what[entry.command.verb](entry.command.label))
  return (
    <Notice tone="warn" icon="cloud" title={title} actions={children}>
      <p role="status">{text}</p>
    </Notice>
  )
}

function DismissButton({ entry, label }: Entry & { readonly label: string }) {
  return (
    <Button variant="quiet" onClick={() => sentCommands.dismiss(entry.command.key)}>
      {label}
    </Button>
  )
}

type Entry = { readonly entry: SentEntry }

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
        <Button variant="quiet" onClick={props.onLater}>
          {f.act.notNow}
        </Button>
      </div>
    </section>
  )
}
