import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import type { OneInvoice } from '#features/invoices/invoice-figures.ts'
import { useOpenedByHash } from '#navigation/opened-by-hash.ts'
import { REMIND_HASH } from '#navigation/paths.ts'
import { Button } from '#ui/action-button.tsx'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { useToday } from '#words/use-today.ts'
import { usePartWords } from '#words/words.tsx'

const loadDialog = async () => (await import('./reminder-dialog.tsx')).ReminderDialog

/** Shows the button that opens a reminder to the customer of a late invoice. Shows nothing if the invoice is not late. */
export function RemindButton(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  /** The IANA time zone of the business. */
  readonly zone: string | null
  readonly onDone: () => void
}) {
  const { connection, invoice, zone } = props
  const words = usePartWords('invoices').action
  const [isOpen, setIsOpen] = useState(false)
  const { status, dueDate, amountDue, customer } = invoice
  const today = useToday(zone)
  const isLate = status !== 'DRAFT' && dueDate < today && Number(amountDue.value) > 0 && customer != null
  useOpenedByHash(REMIND_HASH, isLate, () => setIsOpen(true))
  if (!isLate) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{words.remind}</Button>
      <WhenWanted load={loadDialog} wanted={isOpen ? 'open' : undefined}>
        {(ReminderDialog) => (
          <ReminderDialog
            {...{ connection, invoice, customer }}
            onClose={() => setIsOpen(false)}
            onDone={() => {
              setIsOpen(false)
              props.onDone()
            }}
          />
        )}
      </WhenWanted>
    </>
  )
}
