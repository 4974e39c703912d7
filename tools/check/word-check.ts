import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

/** Words that readers do not understand, with their replacements. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\btold\b/gi, 'sent, reported, given, notified'],
  [/\bstands\b/gi, 'is, follows'],
  [/\banew\b|\bonce more\b/gi, 'again'],
  [/\bwhoever\b/gi, 'the caller, the holder, anyone who'],
  [/\bdiary\b/gi, 'event log'],
  [/\blanes?\b/gi, 'bucket, row'],
  [/\bdoomed\b/gi, 'pending revocation'],
  [/\bstretch(?:es)?\b/gi, 'run, range, page index'],
  [/\bdeeds?\b/gi, 'action'],
  [/\bat its place\b/gi, 'in its position, with its path'],
  [
    /\bkeeps no number\b|\bdoes not travel\b|\bis held to\b|\bwhereof\b/gi,
    'has no total; is not sent; is checked against',
  ],
  [/\bthereof\b|\bput away\b|\btaken over\b/gi, 'the noun; archived; hydrated'],
]

/** Phrases that are being removed, with the most uses permitted. Lower the number after rewriting some. */
const RARER: readonly (readonly [phrase: RegExp, atMost: number])[] = [
  [/\bwhat (?:is|was|came|comes)\b(?!.*\?)/gi, 925],
  [/\b(?:of|for|by|from) what\b(?!.*\?)/gi, 206],
]

const IGNORED = /(?:^|\/)(?:node_modules|dist|\.cache|generated|results)(?:\/|$)|word-check\.ts$/
const TITLE = /\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

type Prose = { readonly file: string; readonly line: number; readonly text: string }

/** Returns the file name, comments and test titles of a source, or the lines of a document. */
function proseOf(file: string): readonly Prose[] {
  const source = readFileSync(file, 'utf8')
  const split = (text: string, first: number) =>
    text.split('\n').map((each, index) => ({ file, line: first + index, text: each }))
  const name = { file, line: 1, text: file }
  if (!/\.tsx?$/.test(file)) return [name, ...split(source, 1)]
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  const titles = /\.(?:test|spec)\.tsx?$|\/testing\//.test(file) ? source.matchAll(TITLE) : []
  return [
    name,
    ...parseSync(file, source).comments.flatMap(({ value, start }) => split(value, lineAt(start))),
    ...[...titles].map((match) => ({ file, line: lineAt(match.index), text: match[2] ?? '' })),
  ]
}

const files = globSync(['{apps,packages,tools,bench,docs,changes}/**/*.{ts,tsx,md,txt}', '*.md'], {
  exclude: (path) => IGNORED.test(path),
})
const prose = files.filter((file) => file !== 'CHANGELOG.md').flatMap(proseOf)
const faults = [
  ...prose.flatMap(({ file, line, text }) =>
    WORDS.flatMap(([word, instead]) =>
      [...text.matchAll(word)].map(([found]) => `${file}:${line}: "${found}" – write: ${instead}.`),
    ),
  ),
  ...RARER.flatMap(([phrase, atMost]) => {
    const count = prose.filter(({ text }) => text.match(phrase) !== null).length
    return count > atMost ? [`${String(phrase)}: ${count} lines, at most ${atMost}. Name the thing.`] : []
  }),
]
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
