import {
  getOperationAST,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

const SCHEMA_FIELDS = new Set(['__schema', '__type', '__typename'])

/**
 * Does the operation ask about the schema only? That is: every field at its root, also inside fragments, is
 * `__schema`, `__type` or `__typename`. Such an operation needs no token.
 */
export function asksOnlyAboutSchema(document: DocumentNode, operationName: string | undefined): boolean {
  const operation = getOperationAST(document, operationName)
  if (!operation) return false
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const visited = new Set<string>()
  const holds = (selectionSet: SelectionSetNode): boolean =>
    selectionSet.selections.every((selection) => {
      switch (selection.kind) {
        case Kind.FIELD:
          return SCHEMA_FIELDS.has(selection.name.value)
        case Kind.INLINE_FRAGMENT:
          return holds(selection.selectionSet)
        case Kind.FRAGMENT_SPREAD: {
          const name = selection.name.value
          if (visited.has(name)) return true
          visited.add(name)
          const fragment = fragments.get(name)
          return fragment !== undefined && holds(fragment.selectionSet)
        }
      }
    })
  return holds(operation.selectionSet)
}
