import { useEffect, useRef, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { formValues } from '#ui/form-values.ts'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { useWords } from '#words/words.tsx'
import type { DocumentKind } from './invoice-input.ts'
import { type TaxChoice, totalInvoice } from './invoice-totals.ts'
import { SumRows, type Typed } from './sum-rows.tsx'

/** Loads the preview at the first press. */
const loadPreview = async () => (await import('./document-preview.tsx')).DocumentPreview

/** Shows the taxes and the total while lines are typed, calculated as the provider will. */
export function InvoiceSums(props: {
  readonly kind: DocumentKind
  readonly currency: { readonly code: string; readonly exponent: number }
  readonly taxes: readonly TaxChoice[] | undefined
  /** The number of lines. Adding or removing a line changes the sums without an input event. */
  readonly lineCount: number
}) {
  const { kind, currency, taxes, lineCount } = props
  const [isPreviewed, setIsPreviewed] = useState(false)
  const { session } = useSession()
  const { locale } = useWords()
  const f = useFormWords()
  const place = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState<Typed>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (form == null) return
    const add = () => {
      const values = formValues(form)
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
        <WhenWanted load={loadPreview} wanted={isPreviewed ? 'open' : undefined}>
          {(Preview) => typed && <Preview kind={kind} currency={currency} typed={typed} />}
        </WhenWanted>
      </div>
    </section>
  )
}
