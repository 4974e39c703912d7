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
import {
  Field,
  fieldId,
  type FieldProps,
  type FormWords,
  useFormFacts,
  useFormWords,
} from '#forms/form-fields.tsx'
import { Button } from '#ui/action-button.tsx'
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

/**
 * A combobox for a list that may be long. It offers the choices read so far and reads more for the typed text.
 *
 * @see WAI-ARIA Authoring Practices, Editable Combobox With List Autocomplete
 */
export function ComboField(
  props: FieldProps & {
    readonly choices: ChoiceReader
    /** The action to offer if no choice has the typed name. */
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
            {/* Hidden text inputs: React would reset inputs of the type "hidden" to their first value at every render. */}
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
        <Button variant="quiet" onClick={combo.readAgain}>
          {f.act.retry}
        </Button>
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
      // Keeps the focus in the field, so that the list stays open.
      onMouseDown={(event) => event.preventDefault()}
    >
      {offered.map((choice) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
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

/** Returns the number of offered choices, or why there are none. */
function saidOf(about: { readonly known: KnownChoices; readonly count: number }, f: FormWords): string {
  const { known, count } = about
  if (known.hasFailed) return f.pick.failed
  if (known.isReading) return f.pick.reading
  if (count === 0) return isTooLongToSearch(known) ? f.pick.noneBegins : f.pick.none
  return count >= MAX_OFFERED ? f.pick.first(MAX_OFFERED) : f.pick.found(count)
}

const NOTHING = { offered: [], count: 0 }

/** Returns the choices of a combobox, the active one, and its event handlers. */
function useCombo(name: string, choices: ChoiceReader) {
  const known = useSyncExternalStore(choices.subscribe, choices.known, choices.known)
  const [isOpen, setIsOpen] = useState(false)
  /** The text typed since the last choice; undefined if none was typed. */
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
  // A typed name is chosen as soon as it matches a choice, even one that is read later.
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
    /** True if the typed text is no known name and nothing more can be read. */
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

/** Returns the inputs of the choice. Each change dispatches an input event of the form, so that the draft and the sums follow. */
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
    // Dispatched at the id input: at the field itself it would count as typing.
    id.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return { note, show, fields: { name, id, price, taxes } }
}
