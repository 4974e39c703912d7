import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react'
import type { ChoiceReader } from './choice-reader.ts'
import { findChoices, findNamed, type Choice } from './choices.ts'
import { fieldId } from './form-context.ts'

const NOTHING = { offered: [], count: 0 }

/** What a combobox offers, what is marked in it, and what its keys do. */
export function useCombo(name: string, choices: ChoiceReader) {
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
