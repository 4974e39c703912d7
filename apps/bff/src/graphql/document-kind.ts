export type OperationKind = 'query' | 'mutation' | 'subscription'

/** One operation of a document. */
export interface DocumentOperation {
  readonly kind: OperationKind
  readonly name: string | undefined
}

// Strings and comments first, so that a brace or a word inside them counts for nothing.
const TOKENS = /"""(?:\\"""|[^"]|"(?!""))*"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*|[{}()]|[_A-Za-z][_0-9A-Za-z]*/g
const KINDS: readonly string[] = ['query', 'mutation', 'subscription']

/**
 * Finds the operations of a GraphQL document without knowing its schema: enough to tell reading from writing.
 * The document may be malformed; then the answer may be too, and the provider refuses it.
 */
export function findOperations(document: string): readonly DocumentOperation[] {
  const operations: DocumentOperation[] = []
  let depth = 0
  /** What was seen at the top level since the last selection set ended. */
  let pending: string[] = []
  for (const [token] of document.matchAll(TOKENS)) {
    if (token === '{' || token === '(') {
      if (depth === 0 && token === '{') {
        const operation = readOperation(pending)
        if (operation !== undefined) operations.push(operation)
        pending = []
      }
      depth += 1
    } else if (token === '}' || token === ')') {
      depth -= 1
    } else if (depth === 0 && /^[_A-Za-z]/.test(token)) {
      pending.push(token)
    }
  }
  return operations
}

function readOperation([keyword, name]: readonly string[]): DocumentOperation | undefined {
  if (keyword === undefined) return { kind: 'query', name: undefined }
  if (!KINDS.includes(keyword)) return undefined
  return { kind: keyword as OperationKind, name }
}

/**
 * The operation that would run; undefined when it cannot be told: none, several without a name, or no such name.
 */
export function chooseOperation(
  operations: readonly DocumentOperation[],
  operationName: string | undefined,
): DocumentOperation | undefined {
  if (operationName === undefined) return operations.length === 1 ? operations[0] : undefined
  return operations.find(({ name }) => name === operationName)
}
