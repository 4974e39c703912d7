import { GraphQLError, parse, type DocumentNode } from 'graphql'

/** The maximum depth of nested brackets. A recursive parser fails at some thousands; nobody writes fifty. */
export const MAX_NESTING = 200

/** The maximum length of an operation, comments and spaces included, which are no tokens: long texts go into variables. */
const MAX_CHARACTERS = 100_000

/** Returns the depth of nested brackets in `text`, outside of strings and comments. Reads each character once. */
export function measureNesting(text: string): number {
  let depth = 0
  let deepest = 0
  let index = 0
  while (index < text.length) {
    const character = text[index]
    if (character === '#') {
      while (index < text.length && text[index] !== '\n' && text[index] !== '\r') index += 1
    } else if (text.startsWith('"""', index)) {
      index = skipBlockString(text, index + 3)
    } else if (character === '"') {
      index = skipString(text, index + 1)
    } else {
      if (character === '{' || character === '[' || character === '(') depth += 1
      if (character === '}' || character === ']' || character === ')') depth -= 1
      deepest = Math.max(deepest, depth)
      index += 1
    }
  }
  return deepest
}

/** Returns the index after the closing quote, or after the line, because a string ends with it, in GraphQL as in JSON. */
export function skipString(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    const character = text[index]
    if (character === '\\') index += 1
    else if (character === '"' || character === '\n' || character === '\r') return index + 1
  }
  return text.length
}

function skipBlockString(text: string, from: number): number {
  let end = text.indexOf('"""', from)
  while (end > 0 && text[end - 1] === '\\') end = text.indexOf('"""', end + 1)
  return end < 0 ? text.length : end + 3
}

/**
 * Parses an operation within bounds.
 *
 * @throws GraphQLError for invalid GraphQL, and for more characters, tokens or nesting than allowed
 */
export function parseOperation(text: string, maxTokens: number): DocumentNode {
  if (text.length > MAX_CHARACTERS)
    throw new GraphQLError(`The operation has more than ${MAX_CHARACTERS} characters.`)
  const nesting = measureNesting(text)
  if (nesting > MAX_NESTING) {
    throw new GraphQLError(`The operation nests ${nesting} brackets; at most ${MAX_NESTING} are allowed.`)
  }
  return parse(text, { maxTokens })
}
