import { useEffect, useRef, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { NotLoaded, useLatePart } from '#ui/late-part.tsx'
import { useWords } from '#words/words.tsx'
import type { DocumentKind } from './invoice-input.ts'
import { type TaxChoice, totalInvoice, type TypedTotals } from './invoice-totals.ts'

/** Comes with the first press. */
const loadPreview = async () => (await import('./document-preview.tsx')).DocumentPreview

/** Taxes and total beside the lines, added up while they are typed as the provider will. */
export function InvoiceSums(props: {
  readonly kind: DocumentKind
  readonly currency: { readonly code: string; readonly exponent: number }
  readonly taxes: readonly TaxChoice[] | undefined
  /** Lines come and go without typing. */
  readonly lineCount: number
}) {
  const { kind, currency, taxes, lineCount } = props
  const [isPreviewed, setIsPreviewed] = useState(false)
  const { session } = useSession()
  const { locale } = useWords()
  const f = useFormWords()
  const place = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState<Typed>()
  const { part: Preview, hasFailed, again } = useLatePart(loadPreview, isPreviewed ? 'open' : undefined)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (form == null) return
    const add = () => {
      const values = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      )
      setTyped({ values, totals: totalInvoice(values, { taxes, language: locale, currency }) })
    }
    add()
    form.addEventListener('input', add)
    return () => form.removeEventListener('input', add)
  }, [currency, taxes, locale, lineCount])
  const { totals } = typed ?? {}
  return (
    <section ref={place} className="form-sums" aria-label={f.sums.total}>
      <div>
        <table className="detail-ledger">
          <tbody>
            <SumRows totals={totals} currency={currency} hasTotal={taxes !== undefined} />
          </tbody>
        </table>
        {taxes === undefined && <p className="note">{f.about.total(session.provider.name)}</p>}
        <div className="actions">
          <button
            type="button"
            className="button-plain"
            aria-expanded={isPreviewed}
            onClick={() => setIsPreviewed(!isPreviewed)}
          >
            {f.act.preview}
          </button>
        </div>
        {isPreviewed && hasFailed === true && <NotLoaded onRetry={again} />}
        {isPreviewed && Preview && typed && <Preview kind={kind} currency={currency} typed={typed} />}
      </div>
    </section>
  )
}

/** Everything typed in the form, and its sums; undefined while a number cannot be read. */
export interface Typed {
  readonly values: Readonly<Record<string, string>>
  readonly totals: TypedTotals | undefined
}

/** The rows of a table in which a document is added up. */
export function SumRows(props: {
  readonly totals: TypedTotals | undefined
  readonly currency: { readonly code: string }
  /** Without taxes nobody knows the total. */
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
