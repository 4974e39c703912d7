import { useEffect, useRef, useState } from 'react'
import { useFormWords } from '#forms/use-form-words.ts'
import { useSession } from '#data/session.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { TaxChoice, TypedTotals } from './invoice-totals.ts'

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
  const words = usePartWords('sold')
  const place = useRef<HTMLElement>(null)
  const [totals, setTotals] = useState<TypedTotals>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (form == null) return
    let isThere = true
    const add = async () => {
      // Not with the form: nobody waits for sums before something is typed.
      const { totalInvoice } = await import('./invoice-totals.ts')
      if (!isThere) return
      const typed = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      )
      setTotals(totalInvoice(typed, { taxes, language: locale, currency }))
    }
    const listen = () => void add()
    listen()
    form.addEventListener('input', listen)
    return () => {
      isThere = false
      form.removeEventListener('input', listen)
    }
  }, [currency, taxes, locale, lineCount])
  const amount = (value: string | undefined) =>
    value === undefined ? '–' : format.amount(value, currency.code)
  return (
    <section ref={place} className="form-sums" aria-label={words.total}>
      <div>
        <table className="detail-ledger">
          <tbody>
            <Sum label={words.subtotal} amount={amount(totals?.subtotal)} />
            {totals?.discount !== undefined && (
              <Sum label={words.discount} amount={amount(totals.discount)} />
            )}
            {totals?.taxes?.map((tax) => (
              <Sum
                key={tax.id}
                label={`${tax.label} ${format.percent(tax.rate)}`}
                amount={amount(tax.amount)}
              />
            ))}
            {taxes !== undefined && <Sum label={words.total} amount={amount(totals?.total)} isTotal />}
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
      <td className="amount">{props.amount}</td>
    </tr>
  )
}
