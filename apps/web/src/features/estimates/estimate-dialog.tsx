import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useLocation } from 'wouter'
import { ActionDialog } from '#forms/action-dialog.tsx'
import { type FormWords, useFormWords } from '#forms/form-fields.tsx'
import type { Verb } from '#forms/sent-command.ts'
import { detailPath } from '#navigation/paths.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import type { OneEstimate } from './estimate-address.ts'

export type EstimateAction = Exclude<
  Extract<Verb, `estimate-${string}`>,
  'estimate-create' | 'estimate-patch'
>

/** Confirms a change of an estimate. */
export function EstimateDialog(props: {
  readonly connection: ConnectionView
  readonly estimate: OneEstimate
  readonly action: EstimateAction
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { connection, estimate, action, onClose, onDone } = props
  const { id, estimateNumber: number, customer } = estimate
  const { format } = useWords()
  const f = useFormWords()
  const { ask } = usePartWords('estimates')
  const [, navigate] = useLocation()
  const { about, save } = wordsOf(action, ask, f)
  const amount = format.money(estimate.total.value, estimate.currency.code)
  return (
    <ActionDialog
      {...{ connection, onClose, onDone }}
      of={action}
      verb={action}
      document={{ id, number, customer: customer ?? null }}
      input={{ estimateId: id }}
      words={{ title: ask.title[action](number), about: about(customer?.name ?? '', amount), save }}
      // Undoing would not restore a rejection.
      isFinal={estimate.status === 'REJECTED'}
      leadOn={(done) => {
        // If the answer was lost and the change was found by a lookup, the id of the new invoice is unknown.
        const isInvoiced = action === 'estimate-convert' && done.id !== null && done.id !== id
        if (isInvoiced) navigate(detailPath('invoice', done.id))
        return isInvoiced
      }}
    />
  )
}

/** Returns the explanation of the action and the label of its button. */
function wordsOf(action: EstimateAction, ask: PartWords['estimates']['ask'], { about, act }: FormWords) {
  switch (action) {
    case 'estimate-approve':
      return { about: ask.about[action], save: act.approve }
    case 'estimate-send':
      return { about: about.send, save: act.send }
    case 'estimate-delete':
      return { about: about.remove, save: act.remove }
    default:
      return { about: ask.about[action], save: ask.save[action] }
  }
}
