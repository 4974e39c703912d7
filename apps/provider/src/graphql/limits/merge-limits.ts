import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './selection-fold.ts'

/** The maximum number of fields merged into one place of the answer, with fragments expanded. */
const MAX_SELECTIONS = 500
/** The maximum number of fields with one name in one place: checking them for contradictions takes quadratic time. */
export const MAX_REPEATS = 50
/** The maximum of {@link measureMerging}: one unit takes 0.1 µs here, and the validation takes a few times as long. */
export const MAX_MERGE_WORK = 20_000
/** The same maximum for a caller without a token, who may only run introspection; the standard query takes about 600. */
export const MAX_ANONYMOUS_MERGE_WORK = 4_000
/** The maximum number of operations: each one traverses all fragments it uses. */
const MAX_OPERATIONS = 50

/** The cost of comparing a pair of fields, relative to visiting a field. */
const UNITS_PER_PAIR = 4

type Merging = {
  /** The number of fields in the fullest place of the answer. */
  readonly widest: number
  /** The largest number of fields with one name in one place. */
  readonly repeats: number
  /** An upper bound of the comparisons that validation makes; counting stops above `stopAbove`. */
  readonly work: number
}

/**
 * Measures how much validation has to compare to find out whether fields can be merged. Fields of one response name are merged
 * as in execution, through inline fragments and named ones, whatever their types. Never takes more than `stopAbove` steps
 * itself, also for fragments that contain each other or themselves.
 */
export function measureMerging(document: DocumentNode, stopAbove = MAX_MERGE_WORK): Merging {
  const fragments = fragmentsOf(document)
  /** The places still to be visited: the selections of all fields that are merged there. */
  const places: (readonly SelectionSetNode[])[] = []
  for (const definition of document.definitions) {
    // A fragment is checked by itself too, used or not.
    if ('selectionSet' in definition) places.push([definition.selectionSet])
  }

  let [work, widest, repeats] = [0, 0, 0]
  for (let parents = places.pop(); parents !== undefined && work <= stopAbove; parents = places.pop()) {
    const place = unfold(parents, fragments, stopAbove)
    widest = Math.max(widest, place.fieldCount)
    work += place.steps + (parents.length - 1 + place.spreads) * place.fieldCount + place.spreads ** 2
    for (const group of place.groups.values()) {
      repeats = Math.max(repeats, group.count)
      work += (UNITS_PER_PAIR * (group.count * (group.count - 1))) / 2
      if (group.selections.length > 0) places.push(group.selections)
    }
  }
  return { widest, repeats, work }
}

type Group = { count: number; readonly selections: SelectionSetNode[] }

function unfold(
  parents: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  stopAbove: number,
): { groups: ReadonlyMap<string, Group>; fieldCount: number; spreads: number; steps: number } {
  const groups = new Map<string, Group>()
  const unfolded = new Set<string>()
  const open = [...parents]
  let [fieldCount, spreads, steps] = [0, 0, 0]
  for (let set = open.pop(); set !== undefined && steps <= stopAbove; set = open.pop()) {
    for (const selection of set.selections) {
      steps += 1
      switch (selection.kind) {
        case Kind.FIELD: {
          const name = selection.alias?.value ?? selection.name.value
          const group = groups.get(name) ?? { count: 0, selections: [] }
          group.count += 1
          if (selection.selectionSet !== undefined) group.selections.push(selection.selectionSet)
          groups.set(name, group)
          fieldCount += 1
          break
        }
        case Kind.INLINE_FRAGMENT:
          open.push(selection.selectionSet)
          break
        case Kind.FRAGMENT_SPREAD: {
          spreads += 1
          const name = selection.name.value
          const fragment = unfolded.has(name) ? undefined : fragments.get(name)
          unfolded.add(name)
          if (fragment !== undefined) open.push(fragment.selectionSet)
        }
      }
    }
  }
  return { groups, fieldCount, spreads, steps }
}

/** Returns a validation error if a document is too expensive to validate; none otherwise. */
export function findMergingFaults(document: DocumentNode, maxWork = MAX_MERGE_WORK): readonly GraphQLError[] {
  const fault = (message: string) => [new GraphQLError(message)]
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length
  if (operations > MAX_OPERATIONS)
    return fault(`The document has ${operations} operations; at most ${MAX_OPERATIONS} are allowed.`)
  const { widest, repeats, work } = measureMerging(document, maxWork)
  if (widest > MAX_SELECTIONS)
    return fault(`The operation has ${widest} fields in one place; at most ${MAX_SELECTIONS} are allowed.`)
  if (repeats > MAX_REPEATS)
    return fault(
      `The operation names one field ${repeats} times in one place; at most ${MAX_REPEATS} are allowed.`,
    )
  if (work <= maxWork) return []
  return fault('The operation has too many fragments and repeated fields to be checked.')
}
