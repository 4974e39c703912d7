/** The accepted values of a list's filter; other parameters of an address are dropped. */
type FilterShape =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'day' }
  | { readonly kind: 'text' }

/** The filters and orders that a list's address can contain. */
export interface ListShape {
  readonly filters: Readonly<Record<string, FilterShape>>
  /** The names of columns to sort by; a minus before the name sorts descending. The first one is the default order. */
  readonly sorts: readonly [string, ...string[]]
}

/** The filters and the order of a list. Filters that are not set have no entry. */
export interface ListAddress {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string
}

/** The longest text of a filter, above any id or name. */
const MAX_TEXT_CHARACTERS = 200

/**
 * Parses the filters and order from a list's query string. Unknown, invalid and empty parameters are dropped: an old link still
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
  // `Date` takes 30 February for a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Returns the query string of an address, with its question mark; empty for the default view. */
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

/** Returns the address with one filter set or removed. */
export function withFilter(
  address: ListAddress,
  { name, value }: { readonly name: string; readonly value: string | undefined },
): ListAddress {
  const { [name]: _before, ...others } = address.filters
  return { ...address, filters: value === undefined || value === '' ? others : { ...others, [name]: value } }
}

/** Returns the direction in which a column is sorted; undefined if the list is not sorted by it. */
export function sortDirection(
  address: ListAddress,
  { column }: { readonly column: string },
): 'ascending' | 'descending' | undefined {
  if (address.sort === column) return 'ascending'
  return address.sort === `-${column}` ? 'descending' : undefined
}

/** Returns the order after a press on a column's heading: its first direction, then the other one. */
export function nextSort(
  address: ListAddress,
  { column, shape }: { readonly column: string; readonly shape: ListShape },
): string {
  const ways = shape.sorts.filter((sort) => sort === column || sort === `-${column}`)
  const [first = address.sort, second = first] = ways
  return address.sort === first ? second : first
}
