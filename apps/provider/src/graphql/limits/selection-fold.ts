import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The fragments of a document, by name. */
export function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
}

/** The operations of a document. */
export function operationsOf(document: DocumentNode): readonly OperationDefinitionNode[] {
  return document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
}

/**
 * Returns a function that sums up a measure of a selection set. It visits each fragment once however often it is spread, so that
 * nested fragments cannot make the counting itself expensive. A recursive fragment counts nothing: validation refuses it.
 */
export function createFold(fragments: Fragments, join: (one: number, other: number) => number) {
  return <Place>(visitor: {
    readonly field: (field: FieldNode, place: Place, inner: (place: Place) => number) => number
    readonly fragment: (typeCondition: string | undefined, place: Place) => Place
    /** Returns a key that is equal for places in which a fragment counts the same. */
    readonly key: (place: Place) => string
  }) => {
    const known = new Map<string, number>()
    const fold = (selectionSet: SelectionSetNode | undefined, place: Place): number =>
      (selectionSet?.selections ?? []).reduce((sum, selection) => {
        switch (selection.kind) {
          case Kind.FIELD:
            return join(
              sum,
              visitor.field(selection, place, (next) => fold(selection.selectionSet, next)),
            )
          case Kind.INLINE_FRAGMENT: {
            const next = visitor.fragment(selection.typeCondition?.name.value, place)
            return join(sum, fold(selection.selectionSet, next))
          }
          case Kind.FRAGMENT_SPREAD:
            return join(sum, foldSpread(selection.name.value, place))
        }
      }, 0)
    const foldSpread = (name: string, place: Place): number => {
      const fragment = fragments.get(name)
      if (!fragment) return 0
      const next = visitor.fragment(fragment.typeCondition.name.value, place)
      const key = `${name} ${visitor.key(next)}`
      const seen = known.get(key)
      if (seen !== undefined) return seen
      known.set(key, 0)
      const result = fold(fragment.selectionSet, next)
      known.set(key, result)
      return result
    }
    return fold
  }
}
