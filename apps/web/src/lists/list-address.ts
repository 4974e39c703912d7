/** What one filter of a list takes; anything else in an address is dropped. */
type FilterShape =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'day' }
  | { readonly kind: 'text' }

/** The filters and orders of one list, as its address says them. */
export interface ListShape {
  readonly filters: Readonly<Record<string, FilterShape>>
  /** Names of columns; with a minus before it the largest comes first. The first is the order without one in the address. */
  readonly sorts: readonly [string, ...string[]]
}

/** What a list shows. Filters that are not set are not there. */
export interface ListAddress {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string
}

/** Longer than an id or a name; an address is no place for a book. */
const MAX_TEXT_CHARACTERS = 200

/**
 * Reads what a list shows from the query of its address. What is unknown, unreadable or empty is dropped: an old link still
 * opens the list.
 */
export function parseListAddress(search: string, shape: ListShape): ListAddress {
  const given = new URLSearchParams(search)
  const filters = Object.entries(shape.filters).flatMap(([name, filter]) => {
    const value = readFilter(given.get(name) ?? '', filter)
    return value === undefined ? [] : [[name, value] as const]
  })
  const sort = given.get('sort') ?? ''
  return { filters: Object.fromEntries(filters), sort: shape.sorts.includes(sort) ? sort : shape.sorts[0] }
}

function readFilter(given: string, shape: FilterShape): string | undefined {
  const text = given.trim()
  switch (shape.kind) {
    case 'choice':
      return shape.values.includes(text) ? text : undefined
    case 'day':
      return isDay(text) ? text : undefined
    case 'text':
      return text === '' || text.length > MAX_TEXT_CHARACTERS ? undefined : text
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // The 30th of February is read as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The query of the address that shows this, with its question mark; empty when everything is as it is without one. */
export function printListAddress(address: ListAddress, shape: ListShape): string {
  const query = new URLSearchParams(
    Object.keys(shape.filters).flatMap((name) => {
      const value = address.filters[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  if (address.sort !== shape.sorts[0]) query.set('sort', address.sort)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The same list with one filter set, or taken away. */
export function withFilter(
  address: ListAddress,
  { name, value }: { readonly name: string; readonly value: string | undefined },
): ListAddress {
  const { [name]: _before, ...others } = address.filters
  return { ...address, filters: value === undefined || value === '' ? others : { ...others, [name]: value } }
}

/** How a column is sorted: not at all, or with the smallest or the largest first. */
export function sortDirection(
  address: ListAddress,
  { column }: { readonly column: string },
): 'ascending' | 'descending' | undefined {
  if (address.sort === column) return 'ascending'
  return address.sort === `-${column}` ? 'descending' : undefined
}

/** The order that a press on a column's heading asks for: its first way, then the other way. */
export function nextSort(
  address: ListAddress,
  { column, shape }: { readonly column: string; readonly shape: ListShape },
): string {
  const ways = shape.sorts.filter((sort) => sort === column || sort === `-${column}`)
  const [first = address.sort, second = first] = ways
  return address.sort === first ? second : first
}
