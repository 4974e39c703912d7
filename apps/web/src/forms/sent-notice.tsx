import { useSession } from '#data/session.tsx'
import { Notice } from '#ui/notice.tsx'
import { desk, type DeskEntry } from './desk-client.ts'
import { useFormWords } from './use-form-words.ts'

/** What is known of a change that was sent and is not settled, and what its person can do. */
export function SentNotice(props: { readonly entry: DeskEntry }) {
  const { command, state } = props.entry
  const { session } = useSession()
  const f = useFormWords()
  const provider = session.provider.name
  const { key } = command
  switch (state.kind) {
    case 'on-its-way':
    case 'done':
    case 'failed':
      return null
    case 'not-sure':
      return (
        <Notice
          tone="warn"
          icon="cloud"
          title={f.sent.notSure(f.what[command.verb](command.label))}
          actions={
            !state.isLooking && (
              <button type="button" className="button-plain" onClick={() => desk.lookAgain(key)}>
                {f.act.look}
              </button>
            )
          }
        >
          <p role="status">{state.isLooking ? f.sent.unknown(provider) : f.sent.unlooked(provider)}</p>
        </Notice>
      )
    case 'not-there':
      return (
        <Notice
          tone="warn"
          icon="cloud"
          title={f.sent.notSure(f.what[command.verb](command.label))}
          actions={
            <>
              <button type="button" className="button-primary" onClick={() => void desk.sendAgain(key)}>
                {f.act.again}
              </button>
              <button type="button" className="button-quiet" onClick={() => desk.dismiss(key)}>
                {f.act.edit}
              </button>
            </>
          }
        >
          <p role="status">{f.sent.notThere}</p>
        </Notice>
      )
    case 'several':
      return (
        <Notice
          tone="warn"
          icon="cloud"
          title={f.sent.notSure(f.what[command.verb](command.label))}
          actions={
            <>
              {state.found.map(({ id, label }) => (
                <button
                  key={id}
                  type="button"
                  className="button-plain"
                  onClick={() => desk.choose({ key, id })}
                >
                  {label}
                </button>
              ))}
              <button type="button" className="button-quiet" onClick={() => desk.dismiss(key)}>
                {f.act.noneOfThem}
              </button>
            </>
          }
        >
          <p role="status">{f.sent.several(provider)}</p>
        </Notice>
      )
  }
}
