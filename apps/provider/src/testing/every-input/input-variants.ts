import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql'

/** A JSON value of an input. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonInput = { readonly [name: string]: Json }

/** One input field, with its path. */
export type InputPlace = {
  /** The names of fields and indexes of lists, from the input to the field. */
  readonly path: readonly string[]
  readonly field: GraphQLInputField
}

/** Another value for an input field. */
export type Variant = {
  readonly name: string
  readonly value: Json | undefined
  /** The expected refusal: by GraphQL before the execution, by the input rules, or perhaps none. */
  readonly refusal: 'schema' | 'input' | 'perhaps'
}

/** Returns every field of the type, also inside inputs and lists that `example` fills, outer fields first. */
export function placesOf(
  type: GraphQLInputObjectType,
  example: JsonInput,
  path: readonly string[] = [],
): readonly InputPlace[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const own = { path: [...path, field.name], field }
    return [own, ...placesInside(field.type, example[field.name], own.path)]
  })
}

function placesInside(
  type: GraphQLInputType,
  value: Json | undefined,
  path: readonly string[],
): readonly InputPlace[] {
  if (value === undefined || value === null) return []
  if (isNonNullType(type)) return placesInside(type.ofType, value, path)
  if (isListType(type)) {
    const [first] = Array.isArray(value) ? value : []
    return placesInside(type.ofType, first, [...path, '0'])
  }
  return isInputObjectType(type) ? placesOf(type, value as JsonInput, path) : []
}

/** Returns wrong or unusual values of a field, by its type: omitted, null, empty, too long, of another type, and others. */
export function variantsOf({ field }: InputPlace, example: Json | undefined): readonly Variant[] {
  const isRequired = isNonNullType(field.type)
  const type = isNonNullType(field.type) ? field.type.ofType : field.type
  const hasDefault = field.defaultValue !== undefined || field.default !== undefined
  return [
    variant(isRequired && !hasDefault ? 'schema' : 'perhaps', 'left out', undefined),
    variant(isRequired ? 'schema' : 'perhaps', 'null', null),
    variant('schema', 'of another kind', isListType(type) ? 7.5 : [{ a: [] }]),
    ...(isListType(type) ? listVariants(type.ofType, example) : []),
    ...(isInputObjectType(type)
      ? [variant('schema', 'with a field that is not there', { notThere: 1 })]
      : []),
    ...(isEnumType(type) ? [variant('schema', 'empty', ''), variant('schema', 'no value', 'NO_VALUE')] : []),
    ...(isScalarType(type) ? scalarVariants(type.name) : []),
  ]
}

function variant(refusal: Variant['refusal'], name: string, value: Json | undefined): Variant {
  return { refusal, name, value }
}

function listVariants(type: GraphQLInputType, example: Json | undefined): readonly Variant[] {
  const [first] = Array.isArray(example) ? (example as readonly Json[]) : []
  return [
    variant('perhaps', 'an empty list', []),
    variant(isNonNullType(type) ? 'schema' : 'perhaps', 'a list with null', [null]),
    ...(first === undefined
      ? []
      : [
          variant(
            'input',
            'far too many',
            Array.from({ length: MANY }, () => first),
          ),
        ]),
  ]
}

/** The number of entries of a list that is longer than every limit. */
const MANY = 2001
const LONG = 'x'.repeat(10_001)

function scalarVariants(name: string): readonly Variant[] {
  switch (name) {
    case 'String':
      return [
        variant('perhaps', 'empty', ''),
        variant('input', 'too long', LONG),
        variant('input', 'with NUL', 'a\0b'),
        variant('input', 'with half a character', '\ud800'),
      ]
    case 'ID':
      return ['', 'BAD_ID', LONG, '\0'].map((value) =>
        variant('input', `${value.slice(0, 6)} as an id`, value),
      )
    case 'Decimal':
      return [
        variant('schema', 'empty', ''),
        variant('schema', 'with a comma', '1,5'),
        variant('schema', 'too long', '9'.repeat(61)),
        variant('perhaps', 'negative', '-1'),
        variant('perhaps', 'enormous', '1e30'),
      ]
    case 'Float':
      return [
        variant('schema', 'a text', 'x'),
        variant('perhaps', 'negative', -1),
        variant('perhaps', 'enormous', 1e300),
      ]
    case 'Int':
      return [variant('schema', 'too large', 2 ** 31), variant('perhaps', 'negative', -1)]
    case 'Date':
      return [
        variant('schema', 'empty', ''),
        variant('schema', 'no day', '2026-02-30'),
        variant('perhaps', 'long ago', '0001-01-01'),
        variant('perhaps', 'far away', '9999-12-31'),
      ]
    case 'DateTime':
      return [variant('schema', 'empty', ''), variant('perhaps', 'long ago', '0001-01-01T00:00:00Z')]
    case 'Boolean':
      return [variant('schema', 'a text', 'true'), variant('perhaps', 'false', false)]
    default:
      return []
  }
}

/** Returns a copy in which `#` in a text is the next number, so that unique fields are unique in each call. */
export function numbered(input: JsonInput, next: () => number): JsonInput {
  const numberIn = (node: Json): Json => {
    if (typeof node === 'string')
      return node.includes('#') ? node.replaceAll('#', () => String(next())) : node
    if (Array.isArray(node)) return node.map((each: Json) => numberIn(each))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, numberIn(value)]))
  }
  return numberIn(input) as JsonInput
}

/** Returns the input with another value at a path; undefined omits the field. */
export function withValueAt(input: JsonInput, path: readonly string[], value: Json | undefined): JsonInput {
  return replace(input, path, value) as JsonInput
}

function replace(
  node: Json | undefined,
  [step, ...rest]: readonly string[],
  value: Json | undefined,
): Json | undefined {
  if (step === undefined) return value
  if (Array.isArray(node)) {
    return node.map((item, index) => (String(index) === step ? (replace(item, rest, value) ?? null) : item))
  }
  const { [step]: inner, ...others } = (node ?? {}) as JsonInput
  const replaced = replace(inner, rest, value)
  return replaced === undefined ? others : { ...others, [step]: replaced }
}

/** Returns the value at a path. */
export function valueAt(input: JsonInput, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((node, step) => {
    if (Array.isArray(node)) return (node as readonly Json[])[Number(step)]
    return typeof node === 'object' && node !== null ? (node as JsonInput)[step] : undefined
  }, input)
}
