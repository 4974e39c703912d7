import {
  GraphQLID,
  GraphQLString,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLLeafType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
} from 'graphql'

/** Form of a value of a type in the answer. */
export type Shape = {
  readonly isNonNull: boolean
  /** The number of nested lists. */
  readonly lists: number
  /** The type inside of all lists. */
  readonly type: GraphQLNamedOutputType
} & (
  | { readonly kind: 'leaf'; readonly write: (value: unknown) => unknown }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'object' }
)

/** Returns a function that computes the shape of a type once. */
export function createShapeReader(): (type: GraphQLOutputType) => Shape {
  const known = new WeakMap<GraphQLOutputType, Shape>()
  return (type) => {
    const shape = known.get(type) ?? shapeOf(type)
    known.set(type, shape)
    return shape
  }
}

function shapeOf(outer: GraphQLOutputType): Shape {
  const isNonNull = isNonNullType(outer)
  const type = isNonNull ? outer.ofType : outer
  if (isListType(type)) {
    const of = shapeOf(type.ofType)
    return { kind: 'list', isNonNull, lists: of.lists + 1, type: of.type, of }
  }
  if (!isLeafType(type)) return { kind: 'object', isNonNull, lists: 0, type }
  const write = (value: unknown) => writeLeaf(type, value)
  // Text is written as it is: most values need no other check.
  const isText = type === GraphQLString || type === GraphQLID
  return {
    kind: 'leaf',
    isNonNull,
    lists: 0,
    type,
    write: isText ? (value) => (typeof value === 'string' ? value : write(value)) : write,
  }
}

function writeLeaf(type: GraphQLLeafType, value: unknown): unknown {
  const written = type.coerceOutputValue(value)
  if (written === null || written === undefined) throw new Error(`"${type}" writes nothing of a value`)
  return written
}
