import { isListType, isNonNullType, type GraphQLObjectType, type GraphQLOutputType } from 'graphql'

/** An object of the answer, by the response names of its fields. */
export type Answer = Record<string, unknown>

/** Values at one position of the document, in all the lists around it, with their answers. */
export type Cells = {
  readonly values: unknown[]
  readonly answers: Answer[]
  /** The index of each value's object in the level above. */
  readonly parents: number[]
  /** The indexes of each value in the lists of its field, from the outermost. */
  readonly indexes: (readonly number[])[]
}

/** Objects of one type at one position of the document. */
export type Level = {
  readonly type: GraphQLObjectType
  readonly cells: Cells
  /** The field that has them as values; undefined for the root. */
  readonly origin: Origin | undefined
}

export type Origin = {
  readonly above: Level
  readonly name: string
  readonly returnType: GraphQLOutputType
  /** Removed objects and lists of the answer, by {@link placeKey}. */
  readonly gone: Set<string>
}

/** Returns an object with its fields in order, without values yet. */
export function blankOf(names: Iterable<string>): Answer {
  const blank: Answer = {}
  for (const name of names) putInto(blank, name, undefined)
  return blank
}

export function emptyCells(): Cells {
  return { values: [], answers: [], parents: [], indexes: [] }
}

const FIRST_PLACES = Array.from({ length: 250 }, (_, index): readonly number[] => [index])

/** Returns the indexes of an entry in a list that itself is at `indexes`. */
export function placeIn(indexes: readonly number[], index: number): readonly number[] {
  // Most lists are not nested, and are no longer than a page: their entries share these indexes.
  return (indexes.length === 0 ? FIRST_PLACES[index] : undefined) ?? [...indexes, index]
}

/** Removes the cells from `length` on. */
export function cutCells({ values, answers, parents, indexes }: Cells, length: number): void {
  for (const part of [values, answers, parents, indexes]) part.length = length
}

/** Sets a field of the answer, also `__proto__`, which no assignment sets. */
export function putInto(answer: Answer, name: string, value: unknown): void {
  if (name !== '__proto__') answer[name] = value
  else Object.defineProperty(answer, name, { value, configurable: true, enumerable: true, writable: true })
}

export function pathOf({ cells, origin }: Level, cell: number): readonly (number | string)[] {
  if (origin === undefined) return []
  return [...pathOf(origin.above, cells.parents[cell] ?? 0), origin.name, ...(cells.indexes[cell] ?? [])]
}

/**
 * Removes an object that could not be completed: the nearest position around it that may be null becomes null.
 *
 * @returns True if there was one; the whole answer is null otherwise
 */
export function takeOut({ cells, origin }: Level, cell: number): boolean {
  if (origin === undefined) return false
  const [parent = 0, indexes = []] = [cells.parents[cell], cells.indexes[cell]]
  const depth = innermostNullable(origin.returnType, indexes.length)
  if (depth === undefined) return takeOut(origin.above, parent)
  const place = indexes.slice(0, depth)
  origin.gone.add(placeKey(parent, place))
  putNull(origin.above.cells.answers[parent], [origin.name, ...place])
  return true
}

/** Returns true if the object was removed from the answer, alone or with a parent. */
export function isTakenOut({ cells, origin }: Level, cell: number): boolean {
  if (origin === undefined) return false
  const [parent = 0, indexes = []] = [cells.parents[cell], cells.indexes[cell]]
  for (let depth = 0; origin.gone.size > 0 && depth <= indexes.length; depth += 1) {
    if (origin.gone.has(placeKey(parent, indexes.slice(0, depth)))) return true
  }
  return isTakenOut(origin.above, parent)
}

function placeKey(parent: number, place: readonly number[]): string {
  return [parent, ...place].join('.')
}

/** Returns the list depth of the innermost nullable position around a value inside `lists` lists; undefined if there is none. */
function innermostNullable(returnType: GraphQLOutputType, lists: number): number | undefined {
  let type = returnType
  let found: number | undefined
  for (let depth = 0; depth <= lists; depth += 1) {
    if (!isNonNullType(type)) found = depth
    const bare = isNonNullType(type) ? type.ofType : type
    if (isListType(bare)) type = bare.ofType
  }
  return found
}

function putNull(answer: unknown, path: readonly (number | string)[]): void {
  const container = path
    .slice(0, -1)
    .reduce<unknown>(
      (outer, key) => (typeof outer === 'object' && outer !== null ? Reflect.get(outer, key) : undefined),
      answer,
    )
  const last = path.at(-1)
  if (typeof container === 'object' && container !== null && last !== undefined) {
    putInto(container as Answer, String(last), null)
  }
}
