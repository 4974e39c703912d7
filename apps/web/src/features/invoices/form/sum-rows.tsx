import { useFormWords } from '#forms/form-fields.tsx'
import { useWords } from '#words/words.tsx'
import type { TypedTotals } from './invoice-totals.ts'

/** The values of the form and their sums. `totals` is undefined if a number cannot be read. */
export interface Typed {
  readonly values: Readonly<Record<string, string>>
  readonly totals: TypedTotals | undefined
}

/** The rows with the subtotal, discount, taxes and total of a document. */
export function SumRows(props: {
  readonly totals: TypedTotals | undefined
  readonly currency: { readonly code: string }
  /** False if the taxes may not be read: the total is then unknown. */
  readonly hasTotal: boolean
}) {
  const { totals, currency } = props
  const { format } = useWords()
  const f = useFormWords()
  const amount = (value: string | undefined) =>
    value === undefined ? '–' : format.amount(value, currency.code)
  return (
    <>
      <Sum label={f.sums.subtotal} amount={amount(totals?.subtotal)} />
      {totals?.discount !== undefined && (
        <Sum label={f.field.discountKind} amount={amount(totals.discount)} />
      )}
      {totals?.taxes?.map((tax) => (
        <Sum key={tax.id} label={`${tax.label} ${format.percent(tax.rate)}`} amount={amount(tax.amount)} />
      ))}
      {props.hasTotal && <Sum label={f.sums.total} amount={amount(totals?.total)} isTotal />}
    </>
  )
}

function Sum(props: { readonly label: string; readonly amount: string; readonly isTotal?: true }) {
  return (
    <tr className={props.isTotal ? 'sum sum-final' : 'sum'}>
      <th scope="row">{props.label}</th>
      <td className="number">{props.amount}</td>
    </tr>
  )
}
