import type { ReactNode } from 'react'
import { useSession } from '#data/session.tsx'
import { Notice } from '#ui/notice.tsx'
import { sentCommands, type SentEntry } from './sent-commands-client.ts'
import { useFormWords } from './use-form-words.ts'

/** What is known of a change that was sent and is not settled, and what its person can do. */
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
            <button
              type="button"
              className="button-plain"
              onClick={() => sentCommands.lookAgain(command.key)}
            >
              {f.act.look}
            </button>
          )}
        </Doubt>
      )
    case 'not-there':
      return (
        <Doubt entry={props.entry} text={f.sent.notThere}>
          <button
            type="button"
            className="button-primary"
            onClick={() => void sentCommands.sendAgain(command.key)}
          >
            {f.act.again}
          </button>
          <DismissButton entry={props.entry} label={f.act.edit} />
        </Doubt>
      )
    case 'several':
      return (
        <Doubt entry={props.entry} text={f.sent.several(provider)}>
          {state.found.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              className="button-plain"
              onClick={() => sentCommands.choose({ key: command.key, id })}
            >
              {label}
            </button>
          ))}
          <DismissButton entry={props.entry} label={f.act.noneOfThem} />
        </Doubt>
      )
  }
}

/** Names the change of which it is not known whether it was made; the children are what can be done about it. */
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
    <button type="button" className="button-quiet" onClick={() => sentCommands.dismiss(entry.command.key)}>
      {label}
    </button>
  )
}

type Entry = { readonly entry: SentEntry }
