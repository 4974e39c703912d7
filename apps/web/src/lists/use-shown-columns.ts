import { useMemo, useSyncExternalStore } from 'react'

/** As `list-table.css` hides them. */
const NARROW = '(max-width: 999px)'
const PHONE = '(max-width: 767px)'

/** Of the width of the page. */
type Width = 'wide' | 'narrow' | 'phone'

/**
 * The columns whose cells are drawn. A cell that the width of the page hides costs as much as one that is seen, for each row that comes
 * while a long list is scrolled: there it is left out. A short list and paper have all of them.
 */
export function useShownColumns<Column extends { readonly place: string }>(
  columns: readonly Column[],
  isWindowed: boolean,
): readonly Column[] {
  const width = useSyncExternalStore<Width>(subscribe, readWidth, () => 'wide')
  return useMemo(
    () => (isWindowed ? columns.filter(({ place }) => isShown(place, width)) : columns),
    [columns, isWindowed, width],
  )
}

function isShown(place: string, width: Width): boolean {
  if (width === 'phone') return !place.startsWith('wide')
  return width === 'wide' || place !== 'wide'
}

function readWidth(): Width {
  if (!('matchMedia' in globalThis) || !matchMedia(NARROW).matches) return 'wide'
  return matchMedia(PHONE).matches ? 'phone' : 'narrow'
}

function subscribe(onChange: () => void): () => void {
  if (!('matchMedia' in globalThis)) return () => undefined
  const queries = [NARROW, PHONE].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
