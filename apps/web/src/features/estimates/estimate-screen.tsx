import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { dayIn } from '#figures/day.ts'
import { EstimateDocument } from '#generated/operations.ts'
import { DetailScreen, DocumentLinks, Facts, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { SoldItems, SoldTo, withoutDebt } from '#lists/sold-items.tsx'
import { statusName } from '#lists/status-name.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath, PATHS } from '#navigation/paths.ts'
import { Button } from '#ui/action-button.tsx'
import { Card, Rows } from '#ui/card.tsx'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { type OneEstimate, oneEstimateVariables } from './estimate-address.ts'
import type { EstimateAction } from './estimate-dialog.tsx'

export function EstimateScreen({ connection, id }: RecordOfConnection) {
  const words = usePartWords('estimates')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="estimate:read"
      document={EstimateDocument}
      variables={oneEstimateVariables(connection, id)}
      pick={({ business }) => business?.estimate}
      title={({ estimateNumber }) => words.one(estimateNumber)}
      lede={(estimate) => <Lede estimate={estimate} />}
      listPath={PATHS.estimates}
      texts={words}
    >
      {(found, { business }, readAgain) => (
        <>
          <EstimateActions connection={connection} estimate={found} onChanged={readAgain} />
          <div className="columns">
            <div className="column">
              <SoldItems sold={withoutDebt(found)} note={words.note} />
            </div>
            <div className="column">
              <EstimateFacts estimate={found} zone={business?.timezone ?? null} />
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  )
}

function Lede({ estimate }: { readonly estimate: OneEstimate }) {
  const words = usePartWords('estimates')
  return (
    <>
      <SoldTo customer={estimate.customer} />
      {statusName(estimate.status, words)}
    </>
  )
}

/** Shows the dates of an estimate, its deposit and the links to its documents. Days are in the time zone of the business. */
function EstimateFacts({ estimate, zone }: { readonly estimate: OneEstimate; readonly zone: string | null }) {
  const { format, words } = useWords('estimates')
  const day = (instant: string | null) =>
    instant === null ? words.notYet : format.day(dayIn({ zone, instant }))
  const amount = (value: string) => format.amount(value, estimate.currency.code)
  const rows = [
    [words.date, format.day(estimate.estimateDate)],
    [words.until, format.day(estimate.dueDate)],
    [words.sent, day(estimate.lastSentAt)],
    [words.opened, day(estimate.lastViewedAt)],
    [words.deposit, /[1-9]/.test(estimate.depositTotal.value) ? amount(estimate.depositTotal.value) : null],
    [words.depositPaid, /[1-9]/.test(estimate.amountPaid.value) ? amount(estimate.amountPaid.value) : null],
    [words.order, estimate.poNumber],
    [words.memo, estimate.memo],
  ] as const
  return (
    <Card title={words.facts}>
      <Rows>
        <Facts rows={rows} />
      </Rows>
      <DocumentLinks document={estimate} words={words} />
    </Card>
  )
}

const UNANSWERED = ['estimate-send', 'estimate-accept', 'estimate-convert', 'estimate-delete'] as const

/** The changes that the provider accepts in each status. Other statuses accept none. */
const OFFERED: Readonly<Partial<Record<OneEstimate['status'], readonly EstimateAction[]>>> = {
  DRAFT: ['estimate-approve', 'estimate-delete'],
  APPROVED: UNANSWERED,
  SENT: UNANSWERED,
  VIEWED: UNANSWERED,
  ACCEPTED: ['estimate-convert', 'estimate-send', 'estimate-reopen', 'estimate-delete'],
  REJECTED: ['estimate-send', 'estimate-accept', 'estimate-delete'],
  EXPIRED: ['estimate-delete'],
}

/** The statuses in which an estimate can be edited. The provider refuses new lines or prices once it is accepted. */
const EDITED = new Set(['DRAFT', 'APPROVED', 'SENT', 'VIEWED', 'REJECTED', 'EXPIRED'])

/** Loads the dialog at the first press. */
const loadDialog = async () => (await import('./estimate-dialog.tsx')).EstimateDialog

/** Shows the next actions for an estimate, each with a confirmation dialog. */
function EstimateActions(props: {
  readonly connection: ConnectionView
  readonly estimate: OneEstimate
  /** Called when the provider has confirmed the change. */
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
          <Button
            key={each}
            variant={each === 'estimate-delete' ? 'danger' : 'plain'}
            onClick={() => setAction(each)}
          >
            {words[each]}
          </Button>
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
