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

/** One field somewhere in an input, and how to say it differently. */
export type InputPlace = {
  /** From the input down: names of fields, and positions in lists. */
  readonly path: readonly string[]
  readonly field: GraphQLInputField
}

/** One way to send something else at a place. */
export type Variant = {
  readonly name: string
  readonly value: Json | undefined
  /** What GraphQL itself refuses, before anything is carried out. */
  readonly isRefusedBySchema: boolean
}

/** Every field that the type has, also inside inputs and lists that `example` fills; the outer ones first. */
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

const LONG = 'x'.repeat(10_001)
const FAR_TOO_MANY = 2001

/** Ways to say a field wrongly or oddly, by its type: left out, null, empty, too long, of another kind, and worse. */
export function variantsOf({ field }: InputPlace, example: Json | undefined): readonly Variant[] {
  const isRequired = isNonNullType(field.type)
  const type = isNonNullType(field.type) ? field.type.ofType : field.type
  const variant = (name: string, value: Json | undefined, isRefusedBySchema = false): Variant => ({
    name,
    value,
    isRefusedBySchema,
  })
  return [
    variant(
      'left out',
      undefined,
      isRequired && field.defaultValue === undefined && field.default === undefined,
    ),
    variant('null', null, isRequired),
    variant('of another kind', isListType(type) ? 7.5 : [{ a: [] }], true),
    ...(isListType(type) ? listVariants(type.ofType, example) : []),
    ...(isInputObjectType(type) ? [variant('with a field that is not there', { notThere: 1 }, true)] : []),
    ...(isEnumType(type) ? [variant('of no value', 'NOT_A_VALUE', true), variant('empty', '', true)] : []),
    ...(isScalarType(type) ? scalarVariants(type.name) : []),
  ]
}

function listVariants(type: GraphQLInputType, example: Json | undefined): readonly Variant[] {
  const [first = null] = Array.isArray(example) ? (example as readonly Json[]) : []
  return [
    { name: 'an empty list', value: [], isRefusedBySchema: false },
    { name: 'a list with null', value: [null], isRefusedBySchema: isNonNullType(type) },
    ...(first === null
      ? []
      : [
          {
            name: 'a list of far too many',
            value: Array.from({ length: FAR_TOO_MANY }, () => first),
            isRefusedBySchema: false,
          },
        ]),
  ]
}

function scalarVariants(name: string): readonly Variant[] {
  const fine = (label: string, value: Json): Variant => ({ name: label, value, isRefusedBySchema: false })
  const refused = (label: string, value: Json): Variant => ({ name: label, value, isRefusedBySchema: true })
  switch (name) {
    case 'String':
      return [
        fine('empty', ''),
        fine('blank', ' \n '),
        fine('too long', LONG),
        fine('with NUL', 'a\0b'),
        fine('half a character', '\ud800'),
        fine('from right to left', '\u202egnp.exe'),
      ]
    case 'ID':
      return [fine('empty', ''), fine('no id', 'BAD_ID'), fine('too long', LONG), fine('with NUL', '\0')]
    case 'Decimal':
      return [
        refused('empty', ''),
        refused('no number', '1,5'),
        refused('too long', '9'.repeat(61)),
        fine('minus zero', '-0'),
        fine('negative', '-1'),
        fine('enormous', '1e30'),
        fine('tiny', '0.000000000000000000001'),
      ]
    case 'Float':
      return [refused('a text', 'x'), fine('negative', -1), fine('enormous', 1e300), fine('odd', 0.1 + 0.2)]
    case 'Int':
      return [refused('a text', 'x'), refused('too large', 2 ** 31), fine('negative', -1), fine('zero', 0)]
    case 'Date':
      return [
        refused('empty', ''),
        refused('no day', '2026-02-30'),
        fine('long ago', '0001-01-01'),
        fine('far away', '9999-12-31'),
      ]
    case 'DateTime':
      return [
        refused('empty', ''),
        refused('no instant', '2026-11-20T25:00:00Z'),
        fine('long ago', '0001-01-01T00:00:00Z'),
      ]
    case 'Boolean':
      return [refused('a text', 'true'), fine('false', false), fine('true', true)]
    default:
      return []
  }
}

/** The input with another value at a place; undefined leaves it out. */
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

/** What an input has at a place. */
export function valueAt(input: JsonInput, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((node, step) => {
    if (Array.isArray(node)) return (node as readonly Json[])[Number(step)]
    return typeof node === 'object' && node !== null ? (node as JsonInput)[step] : undefined
  }, input)
}
