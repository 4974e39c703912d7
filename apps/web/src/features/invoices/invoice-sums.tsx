import { useEffect, useRef, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { useWords } from '#words/words.tsx'
import { type TaxChoice, totalInvoice, type TypedTotals } from './invoice-totals.ts'

/** Taxes and total beside the lines, added up while they are typed as the provider will. */
export function InvoiceSums(props: {
  readonly currency: { readonly code: string; readonly exponent: number }
  readonly taxes: readonly TaxChoice[] | undefined
  /** Lines come and go without typing. */
  readonly lineCount: number
}) {
  const { currency, taxes, lineCount } = props
  const { session } = useSession()
  const { locale, format } = useWords()
  const f = useFormWords()
  const place = useRef<HTMLElement>(null)
  const [totals, setTotals] = useState<TypedTotals>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (form == null) return
    const add = () => {
      const typed = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      )
      setTotals(totalInvoice(typed, { taxes, language: locale, currency }))
    }
    add()
    form.addEventListener('input', add)
    return () => form.removeEventListener('input', add)
  }, [currency, taxes, locale, lineCount])
  const amount = (value: string | undefined) =>
    value === undefined ? '–' : format.amount(value, currency.code)
  return (
    <section ref={place} className="form-sums" aria-label={f.sums.total}>
      <div>
        <table className="detail-ledger">
          <tbody>
            <Sum label={f.sums.subtotal} amount={amount(totals?.subtotal)} />
            {totals?.discount !== undefined && (
              <Sum label={f.field.discountKind} amount={amount(totals.discount)} />
            )}
            {totals?.taxes?.map((tax) => (
              <Sum
                key={tax.id}
                label={`${tax.label} ${format.percent(tax.rate)}`}
                amount={amount(tax.amount)}
              />
            ))}
            {taxes !== undefined && <Sum label={f.sums.total} amount={amount(totals?.total)} isTotal />}
          </tbody>
        </table>
        {taxes === undefined && <p className="note">{f.about.total(session.provider.name)}</p>}
      </div>
    </section>
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
