import { useState, type ReactNode } from 'react'
import type { ChoiceReader, KnownChoices } from './choice-reader.ts'
import { isTooLongToSearch, MAX_OFFERED, nameField, priceField, taxesField } from './choices.ts'
import { useFormFacts } from './form-context.ts'
import { Field, type FieldProps } from './form-fields.tsx'
import { useCombo } from './use-combo.ts'
import { useFormWords, type FormWords } from './use-form-words.ts'

/**
 * One of a list that may be long: a combobox that offers what was read and reads on for what is typed.
 *
 * @see WAI-ARIA Authoring Practices, Editable Combobox With List Autocomplete
 */
export function ComboField(
  props: FieldProps & {
    readonly choices: ChoiceReader
    /** What to do when there is none of that name. */
    readonly children?: ReactNode
  },
) {
  const { name } = props
  const { initial } = useFormFacts()
  const f = useFormWords()
  const [begun] = useState({
    id: initial[name],
    price: initial[priceField(name)],
    taxes: initial[taxesField(name)],
  })
  const combo = useCombo(name, props.choices)
  const { known, offered, activeId, fields, isOpen, isNone } = combo
  const isShown = isOpen && offered.length > 0
  const said = isOpen || isNone || known.hasFailed ? saidOf(combo, f) : undefined
  return (
    <>
      <Field {...props} shownName={nameField(name)} read={said}>
        {(control) => (
          <>
            {/* Texts that are hidden: of the type "hidden", React writes the first value back at each drawing. */}
            <input ref={fields.id} hidden name={name} defaultValue={begun.id} />
            <input ref={fields.price} hidden name={priceField(name)} defaultValue={begun.price} />
            <input ref={fields.taxes} hidden name={taxesField(name)} defaultValue={begun.taxes} />
            <input
              {...control}
              {...combo.handlers}
              ref={fields.name}
              name={nameField(name)}
              role="combobox"
              autoComplete="off"
              aria-autocomplete="list"
              aria-expanded={isShown}
              aria-controls={`${control.id}-list`}
              aria-activedescendant={isShown && activeId !== undefined ? combo.optionId(activeId) : undefined}
            />
            {isShown && <Options id={`${control.id}-list`} label={props.label} combo={combo} />}
          </>
        )}
      </Field>
      {isNone && props.children}
      {known.hasFailed && (
        <button type="button" className="button-quiet" onClick={combo.readAgain}>
          {f.act.retry}
        </button>
      )}
    </>
  )
}

function Options(props: {
  readonly id: string
  readonly label: string
  readonly combo: ReturnType<typeof useCombo>
}) {
  const { offered, activeId, optionId, choose } = props.combo
  return (
    <div
      id={props.id}
      role="listbox"
      aria-label={props.label}
      tabIndex={-1}
      // The field keeps the focus, and with it what it offers.
      onMouseDown={(event) => event.preventDefault()}
    >
      {offered.map((choice) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
        <div
          key={choice.id}
          id={optionId(choice.id)}
          role="option"
          tabIndex={-1}
          aria-selected={choice.id === activeId}
          onClick={() => choose(choice)}
        >
          {choice.name}
        </div>
      ))}
    </div>
  )
}

/** How many are offered, or why there are none. */
function saidOf(about: { readonly known: KnownChoices; readonly count: number }, f: FormWords): string {
  const { known, count } = about
  if (known.hasFailed) return f.pick.failed
  if (known.isReading) return f.pick.reading
  if (count === 0) return isTooLongToSearch(known) ? f.pick.noneBegins : f.pick.none
  return count >= MAX_OFFERED ? f.pick.first(MAX_OFFERED) : f.pick.found(count)
}
