import { Kind, type FieldNode, type GraphQLResolveInfo } from 'graphql'

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

/**
 * Returns true if a document selects only these fields at a path. Fields in fragments and under directives count even if they
 * may be left out, so that true is certain.
 *
 * @param path Names of the fields from the resolved field down.
 */
export function selectsOnly(info: Asked, names: ReadonlySet<string>, path: readonly string[] = []): boolean {
  return fieldsAt(info, path).every(({ name }) => name.value === '__typename' || names.has(name.value))
}

/** Returns the names of all fields that a document can select at a path. */
export function askedNames(info: Asked, path: readonly string[]): readonly string[] {
  return [...new Set(fieldsAt(info, path).map(({ name }) => name.value))]
}

/** Returns the fields selected at a path. */
function fieldsAt(info: Asked, path: readonly string[]): readonly FieldNode[] {
  let nodes: readonly FieldNode[] = info.fieldNodes
  for (const step of path) nodes = fieldsInside(info, nodes).filter(({ name }) => name.value === step)
  return fieldsInside(info, nodes)
}

/** Returns the fields directly inside of others; each fragment is expanded once. */
function fieldsInside({ fragments }: Asked, outer: readonly FieldNode[]): readonly FieldNode[] {
  const [only, ...others] = outer
  const selections = only?.selectionSet?.selections
  // Called for each entry of a list, and nearly always true.
  if (others.length === 0 && selections?.every((selection) => selection.kind === Kind.FIELD))
    return selections
  const found: FieldNode[] = []
  const opened = new Set<string>()
  const open = outer.map(({ selectionSet }) => selectionSet)
  while (open.length > 0) {
    for (const selection of open.pop()?.selections ?? []) {
      if (selection.kind === Kind.FIELD) found.push(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet)
      else if (!opened.has(selection.name.value)) {
        opened.add(selection.name.value)
        open.push(fragments[selection.name.value]?.selectionSet)
      }
    }
  }
  return found
}
