import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, formPath, linkTo } from '#navigation/paths.ts'
import { Button } from '#ui/action-button.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import type { Format } from '#words/format.ts'
import { useWords } from '#words/words.tsx'
import { type FormWords, useFormWords } from './form-fields.tsx'
import { isFormVerb, isOpen, type SentCommand } from './sent-command.ts'
import { sentCommands, type SentEntry, useSentCommands } from './sent-commands-client.ts'

/** Lists the changes sent from this tab and their states. A change counts as saved only when the provider has confirmed it. */
export function SentChanges() {
  const { session } = useSession()
  const { announce } = useAnnouncer()
  const f = useFormWords()
  const { format } = useWords()
  const sent = useSentCommands(session.person?.userId)
  const entries = sent.flatMap((entry) => {
    const connection = session.connections.find(({ id }) => id === entry.command.connectionId)
    return connection === undefined ? [] : [{ ...entry, connection }]
  })
  const last = entries.at(-1)
  const about = { f, format, provider: session.provider.name }
  useSaid(announce, last === undefined ? undefined : wordsOf(last, about))
  if (entries.length === 0) return null
  return (
    <section className="card note tray screen-only" aria-label={f.sent.title}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.command.key} className="switch-row">
            {isOpen(entry.state) ? (
              <AppLink to={linkTo(entry.connection, pageOf(entry.command))}>{wordsOf(entry, about)}</AppLink>
            ) : (
              <span>{wordsOf(entry, about)}</span>
            )}
            {!isOpen(entry.state) && (
              <Button variant="quiet" onClick={() => sentCommands.dismiss(entry.command.key)}>
                {f.act.dismiss}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function wordsOf({ command, state }: SentEntry, about: AboutWords): string {
  const { f } = about
  const label = f.what[command.verb](command.label)
  switch (state.kind) {
    case 'on-its-way':
      return f.sent.onItsWay(label)
    case 'done':
      return doneWords(command, about)
    case 'failed':
      return failedWords(command, f)
    case 'not-sure':
    case 'not-there':
    case 'several':
      return f.sent.notSure(label)
  }
}

/** Returns the path of the page from which a change was sent. */
function pageOf({ verb, recordId }: SentCommand): string {
  const noun =
    (['customer', 'product', 'estimate'] as const).find((name) => verb.startsWith(name)) ?? 'invoice'
  if (isFormVerb(verb)) return formPath(noun, recordId)
  return detailPath(noun === 'estimate' ? noun : 'invoice', recordId ?? '')
}

interface AboutWords {
  readonly f: FormWords
  readonly format: Pick<Format, 'list'>
  readonly provider: string
}

/** Returns the message of a completed change, in words that fit it: an e-mail is sent, not saved. */
export function doneWords(command: Pick<SentCommand, 'verb' | 'label' | 'input'>, about: AboutWords): string {
  const { verb, label, input } = command
  const { f, format, provider } = about
  if (verb === 'invoice-send' || verb === 'estimate-send')
    return f.did[verb]({ number: label, to: format.list(addressesOf(input)) })
  return isFormVerb(verb) ? f.sent.done(f.what[verb](label), provider) : f.did[verb](label)
}

/** Returns the message of a refused change: a form was not saved, anything else was not done. */
export function failedWords({ verb, label }: Pick<SentCommand, 'verb' | 'label'>, f: FormWords): string {
  const text = f.what[verb](label)
  return verb.endsWith('-create') || verb.endsWith('-patch') ? f.sent.failed(text) : f.sent.notDone(text)
}

function addressesOf({ to }: SentCommand['input']): readonly string[] {
  return Array.isArray(to) ? to.filter((address) => typeof address === 'string') : []
}
