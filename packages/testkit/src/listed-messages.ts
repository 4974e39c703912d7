/** What a section of a document says of the messages of a catalogue. */
export type ListedMessages = {
  /** Messages that claim something, from the rows of its tables that name a test: keys, or `group.*`. */
  readonly claims: readonly string[]
  /** Rows of its tables without a test. */
  readonly unproved: readonly string[]
  /** Messages that claim nothing, from its lists. */
  readonly others: readonly string[]
}

/**
 * Reads the section under a heading of the second degree.
 * @param heading Its text, without the signs before it.
 */
export function readListedMessages(markdown: string, heading: string): ListedMessages {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`)
  const lines = section.split(/\n## /)[0]?.split('\n') ?? []
  const rows = lines
    .filter((line) => line.startsWith('| ') && !line.startsWith('| claim'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return {
    claims: rows.flatMap((cells) => codesIn(cells[2])),
    unproved: rows
      .filter((cells) => !/\.(test|spec)\.tsx?\)/.test(cells[3] ?? ''))
      .map((cells) => cells[1] ?? ''),
    others: lines.filter((line) => line.startsWith('- ')).flatMap(codesIn),
  }
}

function codesIn(text: string | undefined): readonly string[] {
  return [...(text ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/**
 * What does not fit between a catalogue and its list: messages that are listed nowhere or as both, and lines of the list
 * that stand for no message.
 * @param keys Of every message, like `start.half.body`.
 */
export function findListFaults(
  keys: readonly string[],
  { claims, others, unproved }: ListedMessages,
): readonly string[] {
  const covers = (pattern: string, key: string) =>
    pattern.endsWith('.*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key
  const isIn = (patterns: readonly string[], key: string) => patterns.some((pattern) => covers(pattern, key))
  return [
    ...keys
      .filter((key) => !isIn(claims, key) && !isIn(others, key))
      .map((key) => `${key} is neither a claim with a test nor said to be none`),
    ...keys.filter((key) => isIn(claims, key) && isIn(others, key)).map((key) => `${key} is listed as both`),
    ...[...claims, ...others]
      .filter((pattern) => !keys.some((key) => covers(pattern, key)))
      .map((pattern) => `there is no message ${pattern}`),
    ...unproved.map((claim) => `no test is named for: ${claim}`),
  ]
}
