import type { Format } from '#words/format.ts'
import type { FormWords } from './form-fields.tsx'
import type { SentCommand } from './sent-command.ts'

interface AboutWords {
  readonly f: FormWords
  readonly format: Pick<Format, 'list'>
  readonly provider: string
}

/** Returns what was done, in its own words: an email is sent and not saved. */
export function doneWords(command: Pick<SentCommand, 'verb' | 'label' | 'input'>, about: AboutWords): string {
  const { verb, label, input } = command
  const { f, format, provider } = about
  switch (verb) {
    case 'invoice-send':
    case 'estimate-send':
      return f.did[verb]({ number: label, to: format.list(addressesOf(input)) })
    case 'invoice-approve':
    case 'invoice-delete':
    case 'estimate-approve':
    case 'estimate-accept':
    case 'estimate-reopen':
    case 'estimate-convert':
    case 'estimate-delete':
    case 'payment-create':
    case 'payment-delete':
      return f.did[verb](label)
    default:
      return f.sent.done(f.what[verb](label), provider)
  }
}

/** Returns what was refused: a form is not saved, everything else is not done. */
export function failedWords({ verb, label }: Pick<SentCommand, 'verb' | 'label'>, f: FormWords): string {
  const text = f.what[verb](label)
  return verb.endsWith('-create') || verb.endsWith('-patch') ? f.sent.failed(text) : f.sent.notDone(text)
}

function addressesOf({ to }: SentCommand['input']): readonly string[] {
  return Array.isArray(to) ? to.filter((address) => typeof address === 'string') : []
}
