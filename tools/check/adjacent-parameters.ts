import { parseSync, Visitor, type ParamPattern, type TSType } from 'oxc-parser'

/** Two neighbouring parameters that a caller could confuse. */
type AdjacentParameters = {
  readonly file: string
  readonly line: number
  readonly parameters: readonly [string, string]
  readonly type: string
}

/** Files that are not checked: tests and their helpers, generated files, and messages, whose calls name each value. */
const LEFT_OUT =
  /\.(test|spec)\.tsx?$|\/(testing|generated|words)\/|-words\.tsx?$|\.generated\.ts$|^packages\/(testkit|e2e)\//
const PRIMITIVES: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
}

/**
 * Finds signatures (functions, methods, function types) with two neighbouring parameters of one primitive type, also if they are
 * optional or nullable. Two values whose order means nothing, as in a comparison, are named `one` and `other`.
 *
 * @param file Path from the root of the repository, with forward slashes.
 */
export function findAdjacentParameters(file: string, source: string): readonly AdjacentParameters[] {
  if (LEFT_OUT.test(file)) return []
  const found: AdjacentParameters[] = []
  const check = ({ params, start }: { readonly params: readonly ParamPattern[]; readonly start: number }) => {
    const parameters = params.map(readParameter)
    for (const [index, { name, type }] of parameters.entries()) {
      const before = parameters[index - 1]
      if (type === undefined || before?.type !== type) continue
      if (before.name === 'one' && name === 'other') continue
      const line = source.slice(0, start).split('\n').length
      found.push({ file, line, parameters: [before.name, name], type })
    }
  }
  new Visitor({
    ArrowFunctionExpression: check,
    FunctionDeclaration: check,
    FunctionExpression: check,
    TSFunctionType: check,
    TSMethodSignature: check,
  }).visit(parseSync(file, source).program)
  return found
}

/** Returns the message printed for such a pair. */
export function describeNeighbours({
  file,
  line,
  parameters: [first, second],
  type,
}: AdjacentParameters): string {
  return `${file}:${line}: ${first} and ${second} stand side by side, both ${type}; take one object { ${first}, ${second} }, or give each its own type.`
}

function readParameter(parameter: ParamPattern): {
  readonly name: string
  readonly type: string | undefined
} {
  if (parameter.type === 'AssignmentPattern') {
    const { left, right } = parameter
    const inferred = right.type === 'Literal' ? typeof right.value : undefined
    const { name, type } = readParameter(left)
    return { name, type: left.typeAnnotation ? type : inferred }
  }
  if (parameter.type !== 'Identifier') return { name: '', type: undefined }
  return { name: parameter.name, type: primitiveOf(parameter.typeAnnotation?.typeAnnotation) }
}

function primitiveOf(type: TSType | undefined): string | undefined {
  if (type?.type !== 'TSUnionType') return PRIMITIVES[type?.type ?? '']
  const [kind, ...others] = type.types.filter(
    (each) => each.type !== 'TSUndefinedKeyword' && each.type !== 'TSNullKeyword',
  )
  return others.length === 0 ? primitiveOf(kind) : undefined
}
