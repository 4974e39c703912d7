/** A rule of `docs/rules-to-tests.txt` and the tests that prove it. */
export type Rule = {
  /** The heading of its section. */
  readonly section: string
  readonly rule: string
  /** The keys of its messages, or `group.*`. */
  readonly messages: readonly string[]
  /** A title is empty where a whole file is the proof. */
  readonly tests: readonly { readonly path: string; readonly title: string }[]
}

const NO_CLAIM = 'no claim: '
const MESSAGES = '  messages: '

/** Parses the catalogue: `## ` begins a section, indentation distinguishes rules, test files and titles. */
export function parseRules(text: string): readonly Rule[] {
  const [, ...sections] = `\n${text}`.split('\n## ')
  return sections.flatMap((sectionText) => {
    const [section = '', ...lines] = sectionText.split('\n')
    const rules: { rule: string; messages: string[]; tests: { path: string; title: string }[] }[] = []
    for (const line of lines) {
      const rule = rules.at(-1)
      if (/^\S/.test(line)) rules.push({ rule: line, messages: [], tests: [] })
      else if (line.startsWith(MESSAGES)) rule?.messages.push(...line.slice(MESSAGES.length).split(', '))
      else if (line.startsWith('    ')) addTitle(rule?.tests ?? [], line.slice(4))
      else if (line !== '') rule?.tests.push({ path: line.trim(), title: '' })
    }
    return rules.map((rule) => ({ section, ...rule }))
  })
}

function addTitle(tests: { path: string; title: string }[], title: string): void {
  const last = tests.at(-1)
  if (last?.title === '') last.title = title
  else if (last !== undefined) tests.push({ path: last.path, title })
}

/** Parses one section of the catalogue. */
export function parseSection(text: string, name: string): readonly Rule[] {
  return parseRules(text).filter(({ section }) => section === name)
}

/** Returns the rules that name no test, as sentences. A list of messages that claim nothing needs none. */
export function findUnprovedRules(rules: readonly Rule[]): readonly string[] {
  return rules
    .filter(({ rule, tests }) => tests.length === 0 && !rule.startsWith(NO_CLAIM))
    .map(({ section, rule }) => `${section}: no test is named for: ${rule}`)
}

/**
 * Compares the messages of a catalogue with those that the rules of a section name.
 *
 * @param keys Of every message, like `start.half.body`.
 * @returns messages that are listed nowhere or as claim and as no claim, and listed keys without a message
 */
export function findMessageFaults(keys: readonly string[], rules: readonly Rule[]): readonly string[] {
  const keysOf = (isClaim: boolean) =>
    rules.filter(({ rule }) => rule.startsWith(NO_CLAIM) !== isClaim).flatMap(({ messages }) => messages)
  const [claims, others] = [keysOf(true), keysOf(false)]
  const covers = (pattern: string, key: string) =>
    pattern.endsWith('.*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key
  const isIn = (patterns: readonly string[], key: string) => patterns.some((pattern) => covers(pattern, key))
  return [
    ...keys
      .filter((key) => !isIn(claims, key) && !isIn(others, key))
      .map((key) => `${key} is neither a claim with a test nor listed as no claim`),
    ...keys.filter((key) => isIn(claims, key) && isIn(others, key)).map((key) => `${key} is listed as both`),
    ...[...claims, ...others]
      .filter((pattern) => !keys.some((key) => covers(pattern, key)))
      .map((pattern) => `there is no message ${pattern}`),
  ]
}
