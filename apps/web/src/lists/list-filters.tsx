import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { AppLink } from '#navigation/app-link.tsx'
import { formValues } from '#ui/form-values.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { parseListAddress, withFilter } from './list-address.ts'
import type { ListView } from './use-list.ts'

/** The time in milliseconds between the last key and the search for the typed text. */
const TYPING_MS = 250

/** An active filter with its label. */
export interface ActiveFilter {
  readonly name: string
  readonly label: string
}

/** Shows a list's views side by side: the whole list and one for each value of a filter. The current one is marked. */
export function ListChoices<Value extends string>(props: {
  readonly view: ListView
  readonly name: string
  readonly label: string
  readonly values: readonly Value[]
  readonly labelOf: (value: Value | undefined) => string
  /** A filter that belongs to one view only, and is removed with it. */
  readonly part?: string
}) {
  const { view, name, part } = props
  const whole = part === undefined ? view.address : withFilter(view.address, { name: part, value: undefined })
  return (
    <nav className="choices" aria-label={props.label}>
      {[undefined, ...props.values].map((value) => (
        <AppLink
          key={value ?? ''}
          to={view.hrefOf(withFilter(whole, { name, value }))}
          current={view.address.filters[name] === value}
        >
          {props.labelOf(value)}
        </AppLink>
      ))}
    </nav>
  )
}

/**
 * Shows the filters of a list: a plain GET form, which works before the script too. Typed text applies at once, other fields on
 * submit.
 *
 * @param props.search Undefined if the provider cannot search.
 * @param props.children More fields, with their names in the address.
 */
export function ListFilters(props: {
  readonly view: ListView
  readonly search: { readonly name: string; readonly label: string } | undefined
  /** True if there are fields for the first and the last day. */
  readonly hasDays?: true
  /** The names of the fields in `children`. */
  readonly more?: readonly string[]
  readonly onOpen?: () => void
  readonly children?: ReactNode
}) {
  const { view, search, hasDays } = props
  const more = [...(props.more ?? []), ...(hasDays ? ['from', 'to'] : [])]
  const words = usePartWords('lists')
  const { filters, sort } = view.address
  const shown = [...more, search?.name ?? '']
  return (
    <search>
      <form
        method="get"
        action={view.path}
        className="list-filters"
        onSubmit={(event) => {
          event.preventDefault()
          const query = new URLSearchParams(formValues(event.currentTarget)).toString()
          view.show(parseListAddress(query, view.shape), 'push')
        }}
      >
        {search && <SearchField view={view} name={search.name} label={search.label} />}
        {Object.entries(filters)
          .filter(([name]) => !shown.includes(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {sort !== view.shape.sorts[0] && <input type="hidden" name="sort" value={sort} />}
        {more.length > 0 && (
          <details
            key={more.some((name) => filters[name] !== undefined) ? 'set' : 'unset'}
            open={more.some((name) => filters[name] !== undefined)}
            onToggle={({ currentTarget }) => {
              if (currentTarget.open) props.onOpen?.()
            }}
          >
            <summary>{words.moreFilters}</summary>
            <div className="list-fields">
              {props.children}
              {hasDays && <DayField view={view} name="from" label={words.from} />}
              {hasDays && <DayField view={view} name="to" label={words.to} />}
              <button type="submit" className="button-plain">
                {words.apply}
              </button>
            </div>
          </details>
        )}
      </form>
    </search>
  )
}

function SearchField(props: { readonly view: ListView; readonly name: string; readonly label: string }) {
  const { view, name } = props
  const set = view.address.filters[name] ?? ''
  const [text, setText] = useState(set)
  // The address change that this field caused must not reset the typed text; Back and a removed filter do.
  const asked = useRef(set)
  const latest = useRef(view)
  latest.current = view
  const input = useRef<HTMLInputElement>(null)
  // Keeps text that was typed before hydration: the next rendering would restore the server's value.
  useLayoutEffect(() => setText((was) => input.current?.value ?? was), [])
  useEffect(() => {
    if (asked.current === set) return
    asked.current = set
    setText(set)
  }, [set])
  useEffect(() => {
    if (text.trim() === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text.trim()
      latest.current.show(withFilter(latest.current.address, { name, value: text.trim() }), 'replace')
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, name])
  return (
    <label className="list-search">
      <span>{props.label}</span>
      <input
        ref={input}
        type="search"
        name={name}
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  )
}

function DayField(props: { readonly view: ListView; readonly name: string; readonly label: string }) {
  const set = props.view.address.filters[props.name] ?? ''
  return (
    <label className="list-field">
      <span>{props.label}</span>
      <input key={set} type="date" name={props.name} defaultValue={set} />
    </label>
  )
}

/** Returns the active filters that many lists have: two days, and the typed text. */
export function useActiveFilters(view: ListView): readonly ActiveFilter[] {
  const { format, words } = useWords('lists')
  const { from, to, q } = view.address.filters
  return [
    ...(from === undefined ? [] : [{ name: 'from', label: words.fromDay(format.day(from)) }]),
    ...(to === undefined ? [] : [{ name: 'to', label: words.toDay(format.day(to)) }]),
    ...(q === undefined ? [] : [{ name: 'q', label: q }]),
  ]
}

/** Shows the active filters, each with a link that removes it. */
export function ActiveFilters(props: { readonly view: ListView; readonly active: readonly ActiveFilter[] }) {
  const { view, active } = props
  const words = usePartWords('lists')
  if (active.length === 0) return null
  return (
    <ul className="chips">
      {active.map(({ name, label }) => (
        <li key={name}>
          <AppLink to={view.hrefOf(withFilter(view.address, { name, value: undefined }))} className="chip">
            <span className="visually-hidden">{words.remove(label)}</span>
            <span aria-hidden="true">
              <bdi>{label}</bdi> ×
            </span>
          </AppLink>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <AppLink to={view.hrefOf({ ...view.address, filters: {} })}>{words.clear}</AppLink>
        </li>
      )}
    </ul>
  )
}
