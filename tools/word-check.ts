import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

/** Words that read like riddles, with what to write instead. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\btold\b/gi, 'sent, reported, given, notified'],
  [/\bstands\b/gi, 'is, follows'],
  [/\banew\b|\bonce more\b/gi, 'again'],
  [/\bwhoever\b/gi, 'the caller, the holder, anyone who'],
  [/\bdiary\b/gi, 'event log'],
  [/\blanes?\b/gi, 'bucket, row'],
  [/\bdoomed\b/gi, 'pending revocation'],
  [/\bthereof\b|\bput away\b|\btaken over\b/gi, 'repeat the noun; archived; hydrated'],
]

/** Names and phrases that keep such a word, each for a reason. */
const EXCEPTIONS: readonly RegExp[] = []

const TITLE = /\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** Returns the comments and test titles of a source, each with its line. */
function proseOf(file: string, source: string): readonly { readonly line: number; readonly text: string }[] {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  const { comments } = parseSync(file, source)
  const prose = comments.flatMap(({ value, start }) =>
    value.split('\n').map((text, index) => ({ line: lineAt(start) + index, text })),
  )
  if (!/\.(?:test|spec)\.tsx?$|\/testing\//.test(file)) return prose
  const titles = [...source.matchAll(TITLE)].map((match) => ({ line: lineAt(match.index), text: match[2] ?? '' }))
  return [...prose, ...titles]
}

const files = globSync('{apps,packages,tools,bench,docs}/**/*.{ts,tsx,md,txt}', {
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|\.cache|generated|results)(?:\/|$)|word-check\.ts$/.test(path),
})
for (const file of [...files, ...globSync('*.md')]) {
  const source = readFileSync(file, 'utf8')
  const lines = /\.tsx?$/.test(file)
    ? proseOf(file, source)
    : source.split('\n').map((text, index) => ({ line: index + 1, text }))
  for (const { line, text } of [{ line: 0, text: file }, ...lines]) {
    const plain = EXCEPTIONS.reduce((rest, exception) => rest.replace(exception, ''), text)
    for (const [word, instead] of WORDS)
      for (const [found] of plain.matchAll(word)) {
        console.log(`${file}:${line}: "${found}" – write: ${instead}.`)
        process.exitCode = 1
      }
  }
}
