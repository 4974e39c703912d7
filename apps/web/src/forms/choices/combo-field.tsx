import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ChoiceReader, KnownChoices } from './choice-reader.ts'
import {
  type Choice,
  findChoices,
  findNamed,
  isTooLongToSearch,
  MAX_OFFERED,
  nameField,
  priceField,
  taxesField,
} from './choices.ts'
import {
  Field,
  fieldId,
  type FieldProps,
  type FormWords,
  useFormFacts,
  useFormWords,
} from '../form-fields.tsx'

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

const NOTHING = { offered: [], count: 0 }

/** What a combobox offers, what is marked in it, and what its keys do. */
function useCombo(name: string, choices: ChoiceReader) {
  const known = useSyncExternalStore(choices.subscribe, choices.known, choices.known)
  const [isOpen, setIsOpen] = useState(false)
  /** Since something was chosen; undefined: nothing. */
  const [typed, setTyped] = useState<string>()
  const [activeId, setActiveId] = useState<string>()
  const { note, show, fields } = useChosen()
  const optionId = (id: string) => `${fieldId(name)}-${id}`

  const isAsked = isOpen || typed !== undefined
  const { offered, count } = useMemo(
    () => (isAsked ? findChoices(known, typed ?? '') : NOTHING),
    [isAsked, known, typed],
  )
  const named = typed === undefined || typed.trim() === '' ? undefined : findNamed(offered, typed)
  // What is typed is chosen once it is the name of one, also when that is read later.
  useEffect(() => {
    if (typed !== undefined) note(named)
  }, [typed, named, note])
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(`${fieldId(name)}-${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [name, activeId])

  function open(sought: string | undefined): void {
    setTyped(sought)
    setIsOpen(true)
    setActiveId(undefined)
    choices.seek(sought ?? '')
  }
  function choose(choice: Choice): void {
    setTyped(undefined)
    setIsOpen(false)
    show(choice)
  }
  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || (step === undefined && !isOpen)) return
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) return open(typed)
      const at = offered.findIndex(({ id }) => id === activeId)
      setActiveId(offered.at((Math.max(at, step === 1 ? -1 : 0) + step) % offered.length)?.id)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const choice = offered.find(({ id }) => id === activeId) ?? named
      if (choice !== undefined) choose(choice)
    } else if (event.key === 'Escape') setIsOpen(false)
  }

  return {
    ...{ known, offered, count, activeId, fields, isOpen, optionId, choose },
    /** What was typed is no name, and nothing more can be read. */
    isNone: typed !== undefined && count === 0 && !known.isReading && !known.hasFailed,
    readAgain: () => choices.seek(typed ?? ''),
    handlers: {
      onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => open(currentTarget.value),
      onClick: () => open(typed),
      onKeyDown: press,
      onBlur: () => setIsOpen(false),
    },
  }
}

/** The fields of what is chosen. A change of them is one of the form: its draft and its sum follow. */
function useChosen() {
  const name = useRef<HTMLInputElement>(null)
  const id = useRef<HTMLInputElement>(null)
  const price = useRef<HTMLInputElement>(null)
  const taxes = useRef<HTMLInputElement>(null)
  const note = useCallback((choice: Choice | undefined) => {
    if (id.current === null || id.current.value === (choice?.id ?? '')) return
    id.current.value = choice?.id ?? ''
    if (price.current !== null) price.current.value = choice?.unitPrice ?? ''
    if (taxes.current !== null)
      taxes.current.value = (choice?.defaultSalesTaxes ?? []).map((tax) => tax.id).join(' ')
    id.current.dispatchEvent(new Event('input', { bubbles: true }))
  }, [])
  function show(choice: Choice): void {
    note(choice)
    if (name.current === null || name.current.value === choice.name) return
    name.current.value = choice.name
    // Not at the field itself, for which this would be typing.
    id.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return { note, show, fields: { name, id, price, taxes } }
}
