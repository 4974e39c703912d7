import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/paths.ts'
import { usePartWords } from '#words/words.tsx'
import type { OneEstimate } from './estimate-address.ts'
import type { EstimateAction } from './estimate-dialog.tsx'

const UNANSWERED = ['estimate-send', 'estimate-accept', 'estimate-convert', 'estimate-delete'] as const

/** The changes that the provider takes in each status; in any other, none. */
const OFFERED: Readonly<Partial<Record<OneEstimate['status'], readonly EstimateAction[]>>> = {
  DRAFT: ['estimate-approve', 'estimate-delete'],
  APPROVED: UNANSWERED,
  SENT: UNANSWERED,
  VIEWED: UNANSWERED,
  ACCEPTED: ['estimate-convert', 'estimate-send', 'estimate-reopen', 'estimate-delete'],
  REJECTED: ['estimate-send', 'estimate-accept', 'estimate-delete'],
  EXPIRED: ['estimate-delete'],
}

/** An accepted estimate is agreed: the provider takes no other lines or prices. */
const EDITED = new Set(['DRAFT', 'APPROVED', 'SENT', 'VIEWED', 'REJECTED', 'EXPIRED'])

/** Comes with the first press. */
const loadDialog = async () => (await import('./estimate-dialog.tsx')).EstimateDialog

/** The next steps in the life of an estimate, each behind a question that names it. */
export function EstimateActions(props: {
  readonly connection: ConnectionView
  readonly estimate: OneEstimate
  /** Called when the provider has said that it is done. */
  readonly onChanged: () => void
}) {
  const { connection, estimate } = props
  const words = usePartWords('estimates').action
  const [action, setAction] = useState<EstimateAction>()
  return (
    <div className="stack screen-only">
      <div className="actions">
        {EDITED.has(estimate.status) && (
          <AppLink className="button-plain" to={formPath('estimate', estimate.id)}>
            {words.edit}
          </AppLink>
        )}
        {OFFERED[estimate.status]?.map((each) => (
          <button
            key={each}
            type="button"
            className={each === 'estimate-delete' ? 'button-danger' : 'button-plain'}
            onClick={() => setAction(each)}
          >
            {words[each]}
          </button>
        ))}
      </div>
      <WhenWanted load={loadDialog} wanted={action}>
        {(EstimateDialog) =>
          action && (
            <EstimateDialog
              key={action}
              {...{ connection, estimate, action }}
              onClose={() => setAction(undefined)}
              onDone={props.onChanged}
            />
          )
        }
      </WhenWanted>
    </div>
  )
}
