import type { FormEvent } from 'react'
import { ChoiceField, TextField, useFormWords } from '#forms/form-fields.tsx'
import { dueDateOf, offeredTerms, OWN_DATE, termsOf } from './invoice-terms.ts'

/** The date of an invoice and when it is due: by terms that follow the date, or on a day of its own. */
export function InvoiceDates({
  latestTerms,
  isNew,
}: {
  readonly latestTerms: number
  readonly isNew: boolean
}) {
  const f = useFormWords()
  const offered = offeredTerms(latestTerms)
  return (
    <div className="form-dates" onInput={(event) => followTerms(event, offered)}>
      <TextField name="invoiceDate" label={f.field.invoiceDate} type="date" />
      <ChoiceField
        name="terms"
        label={f.field.terms}
        choices={[
          ...offered.map((days) => ({
            id: String(days),
            name: days === 0 ? f.field.onReceipt : f.field.inDays(days),
          })),
          { id: OWN_DATE, name: f.field.ownDate },
        ]}
      />
      <TextField name="dueDate" label={f.field.dueDate} type="date" isOptional={isNew} />
    </div>
  )
}

/** The fields are not controlled: what one of them says is written into the others. */
function followTerms({ currentTarget, target }: FormEvent<HTMLElement>, offered: readonly number[]): void {
  const [invoiceDate, terms, dueDate] = currentTarget.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input, select',
  )
  if (invoiceDate === undefined || terms === undefined || dueDate === undefined) return
  if (target === dueDate)
    terms.value = termsOf({ invoiceDate: invoiceDate.value, dueDate: dueDate.value }, offered)
  else dueDate.value = dueDateOf({ invoiceDate: invoiceDate.value, terms: terms.value }) ?? dueDate.value
}
