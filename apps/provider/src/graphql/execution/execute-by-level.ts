import {
  getArgumentValues,
  isAbstractType,
  isObjectType,
  locatedError,
  OperationTypeNode,
  validateExecutionArgs,
  type ExecutionArgs,
  type ExecutionResult,
  type SelectionSetNode,
} from 'graphql'
import {
  blankOf,
  cutCells,
  emptyCells,
  isTakenOut,
  pathOf,
  placeIn,
  putInto,
  type Answer,
  type Cells,
  type Level,
  type Origin,
} from './answer-level.ts'
import { checkedOnce } from './checked-resolver.ts'
import { infoOf, partByType, resolveTypes, takeOutOf, type Column, type Run } from './level-column.ts'
import { createPlans, type Plans, type Shape } from './plans.ts'
import { Failure, isPromise, settle, settleLists } from './settle.ts'

type Eventually = void | Promise<void>
const NO_INDEXES: readonly number[] = []

/**
 * Executes an operation as the executor of GraphQL.js does, but level by level: a field is resolved for all objects at the same
 * position of the document before its own fields are. A list of any length needs one promise for each field; visiting each entry
 * would need one for each entry and each object around it.
 *
 * The schema must be built from SDL, so that no type has internal values. `info.path` is not passed to resolvers, because one
 * `info` serves all objects of the level.
 *
 * @param plans Plans for the same schema; they cache facts about a document for the next time.
 * @param tally Counts the fields of the answer.
 */
export async function executeByLevel(
  given: ExecutionArgs,
  plans: Plans = createPlans(),
  tally: { fields: number } = { fields: 0 },
): Promise<ExecutionResult> {
  const args = validateExecutionArgs(given)
  if (!('schema' in args)) return { errors: args }
  args.externalAbortSignal?.throwIfAborted()
  const run: Run = { args, plans, tally, errors: [], hasGaps: false, isNull: false }
  const { operation, schema, rootValue } = args
  const type = schema.getRootType(operation.operation)
  if (type === undefined || type === null) throw new Error(`There is no ${operation.operation} in the schema`)
  const data: Answer = {}
  const cells: Cells = { values: [rootValue], answers: [data], parents: [0], indexes: [NO_INDEXES] }
  const isSerial = operation.operation === OperationTypeNode.MUTATION
  await runLevel(
    run,
    { type, cells, origin: undefined },
    { selectionSets: [operation.selectionSet], isSerial },
  )
  const answered = run.isNull ? null : data
  return run.errors.length > 0 ? { errors: run.errors, data: answered } : { data: answered }
}

function runLevel(
  run: Run,
  level: Level,
  {
    selectionSets,
    isBlank = false,
    isSerial = false,
  }: {
    readonly selectionSets: readonly SelectionSetNode[]
    /** True if the answers already have the names of all fields. */
    readonly isBlank?: boolean
    readonly isSerial?: boolean
  },
): Eventually {
  const fields = run.plans.collectFields(run.args, level.type, selectionSets)
  run.tally.fields += fields.size * level.cells.values.length
  // In the order of the document, whichever is found first.
  if (!isBlank) {
    for (const answer of level.cells.answers)
      for (const name of fields.keys()) putInto(answer, name, undefined)
  }
  const columns = fields.entries().map(
    ([name, nodes]) =>
      () =>
        runField(run, level, { name, nodes }),
  )
  if (isSerial) return inTurn(run, columns)
  return together(columns.map((begin) => begin()))
}

/**
 * Continues after a promise, unless the client has disconnected meanwhile: then the execution ends with the reason of the signal.
 */
function after(run: Run, there: Promise<void>, goOn: () => Eventually): Promise<void> {
  return there.then(() => {
    run.args.externalAbortSignal?.throwIfAborted()
    return goOn()
  })
}

function together(begun: Iterable<Eventually>): Eventually {
  const pending = [...begun].filter((each) => each !== undefined)
  return pending.length > 1 ? Promise.all(pending).then(() => undefined) : pending[0]
}

async function inTurn({ args }: Run, columns: Iterable<() => Eventually>): Promise<void> {
  for (const begin of columns) {
    await begin()
    args.externalAbortSignal?.throwIfAborted()
  }
}

function runField(run: Run, level: Level, { name, nodes }: Pick<Column, 'name' | 'nodes'>): Eventually {
  const field = run.args.schema.getField(level.type, nodes[0].name.value)
  if (field === undefined) return undefined
  const info = infoOf(run.args, { field, nodes, parentType: level.type })
  const shape = run.plans.shapeOf(field.type)
  const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  const blank = isObjectType(shape.type)
    ? blankOf(run.plans.collectFields(run.args, shape.type, selectionSets).keys())
    : {}
  const column: Column = {
    run,
    level,
    name,
    nodes,
    field,
    shape,
    info,
    selectionSets,
    blank,
    cells: emptyCells(),
  }
  const values = resolveAll(column)
  const { lists } = column.shape
  if (values.some(isPromise)) {
    return after(run, settle(values), () =>
      lists > 0 ? settleThenComplete(column, values) : complete(column, values),
    )
  }
  return lists > 0 ? settleThenComplete(column, values) : complete(column, values)
}

/** Completes the values of a column, after the promises in them: a list may hold some. */
function settleThenComplete(column: Column, values: unknown[]): Eventually {
  const settling = settleLists(values, column.shape.lists)
  return settling === undefined
    ? complete(column, values)
    : after(column.run, settling, () => complete(column, values))
}

function resolveAll({ run, level, field, nodes, info }: Column): unknown[] {
  const { contextValue, variableValues, fieldResolver } = run.args
  const sources = level.cells.values
  let args: Readonly<Record<string, unknown>>
  try {
    args = getArgumentValues(field, nodes[0], variableValues)
  } catch (error) {
    return sources.map(() => new Failure(error))
  }
  const resolve = checkedOnce(field.resolve ?? fieldResolver, contextValue, info)
  const values: unknown[] = sources.map(() => undefined)
  let cell = 0
  const resolveRest = () => {
    for (; cell < sources.length; cell += 1) {
      if (run.hasGaps && (run.isNull || isTakenOut(level, cell))) continue
      values[cell] = resolve(sources[cell], args, contextValue, info)
    }
  }
  while (cell < sources.length) {
    try {
      resolveRest()
    } catch (error) {
      values[cell] = new Failure(error)
      cell += 1
    }
  }
  return values
}

function complete(column: Column, values: readonly unknown[]): Eventually {
  const { run, level, name, shape, cells } = column
  const { answers } = level.cells
  let cell = 0
  let known = 0
  const completeRest = () => {
    for (; cell < answers.length; cell += 1) {
      if (run.hasGaps && (run.isNull || isTakenOut(level, cell))) continue
      known = cells.values.length
      putInto(answers[cell] as Answer, name, completeValue(column, shape, values[cell], cell, NO_INDEXES))
    }
  }
  while (cell < answers.length) {
    try {
      completeRest()
    } catch (error) {
      cutCells(cells, known)
      run.errors.push(locatedError(error, column.nodes, [...pathOf(level, cell), name]))
      if (shape.isNonNull) takeOutOf(run, level, cell)
      else putInto(answers[cell] as Answer, name, null)
      cell += 1
    }
  }
  return cells.values.length === 0 ? undefined : runInside(column)
}

/**
 * Completes one value.
 *
 * @param cell Index of its object in the level.
 * @param indexes Its indexes in the lists of the field.
 */
function completeValue(
  column: Column,
  shape: Shape,
  value: unknown,
  cell: number,
  indexes: readonly number[],
): unknown {
  if (value instanceof Failure) throw value.error
  if (value instanceof Error) throw value
  if (value === null || value === undefined) {
    if (!shape.isNonNull) return null
    throw new Error(`Cannot return null for non-nullable field ${column.level.type}.${column.field.name}.`)
  }
  if (shape.kind === 'leaf') return shape.write(value)
  if (shape.kind === 'list') return completeList(column, shape.of, { value, cell, indexes })
  const { cells, blank } = column
  const answer: Answer = { ...blank }
  cells.values.push(value)
  cells.answers.push(answer)
  cells.parents.push(cell)
  cells.indexes.push(indexes)
  return answer
}

/** One value and its position. */
type Found = { readonly value: unknown; readonly cell: number; readonly indexes: readonly number[] }

function completeList(column: Column, shape: Shape, { value, cell, indexes }: Found): unknown[] {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) {
    const { level, field } = column
    throw new Error(`Expected Iterable, but did not find one for field "${level.type}.${field.name}".`)
  }
  // A hole in an array is an entry.
  const items: readonly unknown[] = Array.isArray(value) ? value : [...(value as Iterable<unknown>)]
  const completeItem = (item: unknown, index: number) => {
    const place = placeIn(indexes, index)
    const known = column.cells.values.length
    try {
      return completeValue(column, shape, item, cell, place)
    } catch (error) {
      cutCells(column.cells, known)
      const located = locatedError(error, column.nodes, [
        ...pathOf(column.level, cell),
        column.name,
        ...place,
      ])
      if (shape.isNonNull) throw located
      column.run.errors.push(located)
      return null
    }
  }
  const completed: unknown[] = []
  for (let index = 0; index < items.length; index += 1) completed.push(completeItem(items[index], index))
  return completed
}

/** Executes the objects that a field holds as the next level; those of an interface or a union as one level for each type. */
function runInside(column: Column): Eventually {
  const { run, level, name, selectionSets, field, shape, cells } = column
  const origin: Origin = { above: level, name, returnType: field.type, gone: new Set() }
  const { type } = shape
  if (isObjectType(type)) return runLevel(run, { type, cells, origin }, { selectionSets, isBlank: true })
  if (!isAbstractType(type)) throw new Error(`${type} has no fields`)
  const names = resolveTypes(column, type)
  const runEach = () =>
    together(
      partByType(column, { type, names, origin }).map((each) => runLevel(run, each, { selectionSets })),
    )
  return names.some(isPromise) ? after(run, settle(names), runEach) : runEach()
}
