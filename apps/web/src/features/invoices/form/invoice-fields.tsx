import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import type { ChoiceReader } from '#forms/choices/choice-reader.ts'
import { ComboField } from '#forms/choices/combo-field.tsx'
import {
  AreaField,
  CheckField,
  ChoiceField,
  FormContext,
  NumberField,
  TextField,
  useFormFacts,
  useFormWords,
} from '#forms/form-fields.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/paths.ts'
import { Button } from '#ui/action-button.tsx'
import { formValues } from '#ui/form-values.ts'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { useWords } from '#words/words.tsx'
import {
  countLines,
  type DocumentKind,
  NO_TAXES,
  OWN_FIELDS,
  taxField,
  THESE_TAXES,
} from './invoice-input.ts'
import { dueDateOf, offeredTerms, OWN_DATE, termsOf } from './invoice-terms.ts'
import { type TaxChoice, totalInvoice } from './invoice-totals.ts'
import { SumRows, type Typed } from './sum-rows.tsx'

/** The options and defaults of the invoice form of this business. */
export interface InvoiceChoices {
  readonly currency: { readonly code: string; readonly exponent: number }
  readonly today: string
  readonly customers: ChoiceReader
  readonly products: ChoiceReader
  /** Undefined if the connection may not read taxes. The taxes of each product then apply. */
  readonly taxes: readonly TaxChoice[] | undefined
  /** The payment terms of the latest invoice in days. */
  readonly latestTerms: number
  /** The number that the provider will probably assign; undefined if unknown. */
  readonly nextNumber: string | undefined
}

/** Shows the fields of an invoice or an estimate: customer, dates and lines. */
export function InvoiceFields(props: {
  readonly kind: DocumentKind
  readonly choices: InvoiceChoices
  readonly isNew: boolean
}) {
  const { kind, choices, isNew } = props
  const { initial: values } = useFormFacts()
  const f = useFormWords()
  const [begun] = useState(() => countLines(values))
  const [lines, setLines] = useState(() => Array.from({ length: begun }, (_, index) => index))
  const [discountKind, setDiscountKind] = useState(values['discountKind'] ?? '')
  const nextLine = useRef(begun)
  const add = () => setLines([...lines, nextLine.current++])
  return (
    <>
      <ComboField name="customerId" label={f.field.customerId} choices={choices.customers}>
        <AppLink className="button-quiet" to={formPath('customer', null)}>
          {f.title['customer-create']}
        </AppLink>
      </ComboField>
      <InvoiceDates kind={kind} latestTerms={isNew ? choices.latestTerms : 0} isNew={isNew} />
      <TextField
        name={OWN_FIELDS[kind].number}
        label={f.field.invoiceNumber}
        isOptional={isNew}
        {...(isNew && choices.nextNumber !== undefined && { hint: f.hint.number(choices.nextNumber) })}
      />
      {lines.map((line, index) => (
        <Line
          key={line}
          index={index}
          isAdded={line >= begun}
          choices={choices}
          onRemove={lines.length === 1 ? undefined : () => setLines(lines.filter((other) => other !== line))}
        />
      ))}
      <div className="actions">
        <Button onClick={add}>{f.act.addLine}</Button>
      </div>
      <ChoiceField
        name="discountKind"
        label={f.field.discountKind}
        choices={[
          { id: '', name: f.field.discounts.none },
          { id: 'FIXED', name: f.field.discounts.FIXED },
          { id: 'PERCENTAGE', name: f.field.discounts.PERCENTAGE },
        ]}
        onChoose={setDiscountKind}
      />
      {discountKind !== '' && <NumberField name="discount" label={f.field.discount} />}
      <InvoiceSums kind={kind} currency={choices.currency} taxes={choices.taxes} lineCount={lines.length} />
      <AreaField name="memo" label={f.field.memo} isOptional />
      {isNew && <p className="note">{kind === 'invoice' ? f.about.draft : f.about.estimateDraft}</p>}
    </>
  )
}

function Line(props: {
  readonly index: number
  /** True for a line that was added in this form. It begins empty: the previous content of this position was removed. */
  readonly isAdded: boolean
  readonly choices: InvoiceChoices
  readonly onRemove: (() => void) | undefined
}) {
  const { index, choices, onRemove } = props
  const f = useFormWords()
  const facts = useFormFacts()
  const name = (field: string) => `items.${index}.${field}`
  return (
    <FormContext value={props.isAdded ? { ...facts, initial: {}, present: undefined } : facts}>
      <fieldset>
        <legend>{f.field.line(index + 1)}</legend>
        <ComboField name={name('productId')} label={f.field.productId} choices={choices.products}>
          <AppLink className="button-quiet" to={formPath('product', null)}>
            {f.title['product-create']}
          </AppLink>
        </ComboField>
        <TextField name={name('description')} label={f.field.description} isOptional />
        <NumberField name={name('quantity')} label={f.field.quantity} />
        <NumberField
          name={name('unitPrice')}
          label={`${f.field.unitPrice} (${choices.currency.code})`}
          hint={f.hint.price}
          isOptional
        />
        {choices.taxes !== undefined && choices.taxes.length > 0 && (
          <Taxes name={name('taxes')} choices={choices.taxes} />
        )}
        {onRemove !== undefined && (
          <div className="actions">
            <Button variant="quiet" onClick={onRemove}>
              {f.act.removeLine(index + 1)}
            </Button>
          </div>
        )}
      </fieldset>
    </FormContext>
  )
}

/** Shows the choice of taxes for a line: those of its product, none, or selected ones. */
function Taxes({ name, choices }: { readonly name: string; readonly choices: readonly TaxChoice[] }) {
  const { initial } = useFormFacts()
  const f = useFormWords()
  const [kind, setKind] = useState(initial[name])
  return (
    <>
      <ChoiceField
        name={name}
        label={f.field.taxes}
        choices={[
          { id: '', name: f.field.asProduct },
          { id: NO_TAXES, name: f.field.none },
          { id: THESE_TAXES, name: f.field.these },
        ]}
        onChoose={setKind}
      />
      {kind === THESE_TAXES && (
        <div role="group" aria-label={f.field.taxes}>
          {choices.map(({ id, abbreviation }) => (
            <CheckField key={id} name={taxField({ beside: name, id })} label={abbreviation} />
          ))}
        </div>
      )}
    </>
  )
}

/** Shows the date and the due date (of an estimate: the expiry date), set by payment terms or directly. */
function InvoiceDates(props: {
  readonly kind: DocumentKind
  readonly latestTerms: number
  readonly isNew: boolean
}) {
  const { kind, latestTerms, isNew } = props
  const f = useFormWords()
  const { date } = OWN_FIELDS[kind]
  const isEstimate = kind === 'estimate'
  const offered = offeredTerms(latestTerms).filter((days) => days > 0 || !isEstimate)
  return (
    <div className="form-dates" onInput={(event) => followTerms(event, offered)}>
      <TextField name={date} label={f.field[date]} type="date" />
      <ChoiceField
        name="terms"
        label={isEstimate ? f.field.validFor : f.field.terms}
        choices={[
          ...offered.map((days) => ({
            id: String(days),
            name: days === 0 && !isEstimate ? f.field.onReceipt : f.field.inDays(days),
          })),
          { id: OWN_DATE, name: f.field.ownDate },
        ]}
      />
      <TextField
        name="dueDate"
        label={isEstimate ? f.field.validUntil : f.field.dueDate}
        type="date"
        isOptional={isNew}
      />
    </div>
  )
}

/** Updates the terms or the due date when the other one changes. The fields are uncontrolled, so values are written into them. */
function followTerms({ currentTarget, target }: FormEvent<HTMLElement>, offered: readonly number[]): void {
  const [invoiceDate, terms, dueDate] = currentTarget.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input, select',
  )
  if (invoiceDate === undefined || terms === undefined || dueDate === undefined) return
  if (target === dueDate)
    terms.value = termsOf({ invoiceDate: invoiceDate.value, dueDate: dueDate.value }, offered)
  else dueDate.value = dueDateOf({ invoiceDate: invoiceDate.value, terms: terms.value }) ?? dueDate.value
}

/** Loads the preview at the first press. */
const loadPreview = async () => (await import('./document-preview.tsx')).DocumentPreview

/** Shows the taxes and the total while lines are typed, calculated as the provider will. */
function InvoiceSums(props: {
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
          <Button aria-expanded={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
            {f.act.preview}
          </Button>
        </div>
        <WhenWanted load={loadPreview} wanted={isPreviewed ? 'open' : undefined}>
          {(Preview) => typed && <Preview kind={kind} currency={currency} typed={typed} />}
        </WhenWanted>
      </div>
    </section>
  )
}
