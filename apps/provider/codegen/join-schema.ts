import {
  Kind,
  parse,
  print,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
} from 'graphql'

/** The directive on a type in a noun's SDL that declares the source of its resolvers. It is removed from the joined schema. */
export const SOURCE_DIRECTIVE = 'source'

/**
 * Joins the SDL of all nouns into the text of one schema. The fields that a noun adds to another noun's type by `extend type`
 * become fields of that type, which are then sorted by name.
 *
 * @throws Error for a name that is defined twice, and for an extension of a type that no noun defines
 */
export function joinSchema(texts: readonly string[]): string {
  const definitions = texts.flatMap((text) => parse(text, { noLocation: true }).definitions)
  const extensions = definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_EXTENSION)
  const roots = definitions.filter((node) => node.kind !== Kind.OBJECT_TYPE_EXTENSION)
  refuseDoubles(roots)
  for (const { name } of extensions) {
    const isKnown = roots.some((node) => isObjectType(node) && node.name.value === name.value)
    if (!isKnown) throw new Error(`No noun defines the type ${name.value} that is extended`)
  }
  const joined = roots.map((node) => (isObjectType(node) ? extended(node, extensions) : node))
  return `${print(withoutSources({ kind: Kind.DOCUMENT, definitions: joined }))}\n`
}

function isObjectType(node: DefinitionNode): node is ObjectTypeDefinitionNode {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION
}

function refuseDoubles(definitions: readonly DefinitionNode[]): void {
  const names = definitions.flatMap((node) => ('name' in node && node.name ? [node.name.value] : []))
  const double = names.find((name, index) => names.indexOf(name) !== index)
  if (double !== undefined) throw new Error(`Two nouns define ${double}`)
}

function extended(
  node: ObjectTypeDefinitionNode,
  extensions: readonly ObjectTypeExtensionNode[],
): ObjectTypeDefinitionNode {
  const own = extensions.filter(({ name }) => name.value === node.name.value)
  if (own.length === 0) return node
  const fields = [node, ...own].flatMap((part) => part.fields ?? []).toSorted(byName)
  const double = fields.find((field, index) => field.name.value === fields[index + 1]?.name.value)
  if (double) throw new Error(`Two nouns define the field ${node.name.value}.${double.name.value}`)
  return { ...node, fields }
}

function byName(one: FieldDefinitionNode, other: FieldDefinitionNode): number {
  return one.name.value < other.name.value ? -1 : 1
}

function withoutSources(document: DocumentNode): DocumentNode {
  return visit(document, {
    Directive: (node) => (node.name.value === SOURCE_DIRECTIVE ? null : undefined),
  })
}
