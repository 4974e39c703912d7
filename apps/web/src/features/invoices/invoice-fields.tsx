import { useEffect, useRef, useState } from 'react'
import { AreaField, ChoiceField, NumberField, TextField } from '#forms/form-fields.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'
import { countLines, NO_TAXES, sumLines } from './invoice-input.ts'

type Values = Readonly<Record<string, string>>

/** What can be chosen for an invoice of this business. */
export interface InvoiceChoices {
  readonly currency: string
  readonly today: string
  readonly customers: readonly { readonly id: string; readonly name: string }[]
  readonly products: readonly { readonly id: string; readonly name: string; readonly unitPrice: string }[]
  /** None where they may not be read: the product's own hold then. */
  readonly taxes: readonly { readonly id: string; readonly abbreviation: string }[]
}

/** The fields of an invoice: for whom, when, and line by line what for. */
export function InvoiceFields(props: {
  readonly values: Values
  readonly choices: InvoiceChoices
  readonly isNew: boolean
}) {
  const { values, choices, isNew } = props
  const f = useFormWords()
  const [lines, setLines] = useState(() => Array.from({ length: countLines(values) }, (_, index) => index))
  const [discountKind, setDiscountKind] = useState(values['discountKind'] ?? '')
  const add = () => setLines([...lines, Math.max(...lines) + 1])
  return (
    <>
      <ChoiceField
        name="customerId"
        label={f.field.customerId}
        choices={choices.customers}
        empty={f.field.choose}
      />
      <TextField name="invoiceDate" label={f.field.invoiceDate} type="date" />
      <TextField name="dueDate" label={f.field.dueDate} type="date" isOptional={isNew} />
      <TextField name="invoiceNumber" label={f.field.invoiceNumber} isOptional={isNew} />
      {lines.map((line, index) => (
        <Line
          key={line}
          index={index}
          values={values}
          choices={choices}
          onRemove={lines.length === 1 ? undefined : () => setLines(lines.filter((other) => other !== line))}
        />
      ))}
      <div className="actions">
        <button type="button" className="button-plain" onClick={add}>
          {f.act.addLine}
        </button>
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
      <AreaField name="memo" label={f.field.memo} isOptional />
      <Sum choices={choices} lineCount={lines.length} />
      {isNew && <p className="note">{f.about.draft}</p>}
    </>
  )
}

function Line(props: {
  readonly index: number
  readonly values: Values
  readonly choices: InvoiceChoices
  readonly onRemove: (() => void) | undefined
}) {
  const { index, choices, onRemove } = props
  const f = useFormWords()
  const name = (field: string) => `items.${index}.${field}`
  // Several taxes of one line are one choice, as they came.
  const [begun] = useState(props.values[name('taxes')] ?? '')
  const taxes = [
    { id: '', name: f.field.asProduct },
    { id: NO_TAXES, name: f.field.none },
    ...choices.taxes.map(({ id, abbreviation }) => ({ id, name: abbreviation })),
    ...(begun.includes(',') ? [{ id: begun, name: namesOf(begun, choices) }] : []),
  ]
  return (
    <fieldset>
      <legend>{f.field.line(index + 1)}</legend>
      <ChoiceField
        name={name('productId')}
        label={f.field.productId}
        choices={choices.products}
        empty={f.field.choose}
      />
      <TextField name={name('description')} label={f.field.description} isOptional />
      <NumberField name={name('quantity')} label={f.field.quantity} />
      <NumberField
        name={name('unitPrice')}
        label={`${f.field.unitPrice} (${choices.currency})`}
        hint={f.hint.price}
        isOptional
      />
      {choices.taxes.length > 0 && <ChoiceField name={name('taxes')} label={f.field.taxes} choices={taxes} />}
      {onRemove !== undefined && (
        <div className="actions">
          <button type="button" className="button-quiet" onClick={onRemove}>
            {f.act.removeLine(index + 1)}
          </button>
        </div>
      )}
    </fieldset>
  )
}

function namesOf(ids: string, { taxes }: InvoiceChoices): string {
  return ids
    .split(',')
    .map((id) => taxes.find((tax) => tax.id === id)?.abbreviation ?? '…')
    .join(' + ')
}

/** The lines together, while they are typed; the final amount is the provider's. */
function Sum(props: { readonly choices: InvoiceChoices; readonly lineCount: number }) {
  const { choices, lineCount } = props
  const { session } = useSession()
  const { locale, format } = useWords()
  const f = useFormWords()
  const place = useRef<HTMLParagraphElement>(null)
  const [sum, setSum] = useState<string>()
  useEffect(() => {
    const form = place.current?.closest('form')
    if (form == null) return
    const prices = new Map(choices.products.map(({ id, unitPrice }) => [id, unitPrice]))
    const add = () => {
      const typed = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      )
      setSum(sumLines(typed, prices, locale))
    }
    add()
    form.addEventListener('input', add)
    return () => form.removeEventListener('input', add)
  }, [choices, locale, lineCount])
  return (
    <p ref={place} className="note">
      {sum !== undefined && `${f.about.sum(format.money(sum, choices.currency))}. `}
      {f.about.total(session.provider.name)}
    </p>
  )
}
