/** A broken link in a document, a link whose label names another file, or a `ts` block that does not compile. */
type LinkFault = { readonly file: string; readonly line: number; readonly link: string }

const LINK =
  /!?\[([^\]]*)\]\(([^)\s]+)(?:\s"[^"]*")?\)|<img[^>]*\ssrc="([^"]+)"|<source[^>]*\ssrcset="([^"]+)"/g

/**
 * Returns the anchor of a heading: lower case, hyphens for spaces, no punctuation.
 */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** Returns the anchors of all headings of a document. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  return new Set(
    [...withoutCode(markdown).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, text]) => anchorOf(text ?? '')),
  )
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replaceAll(/[^\n]/g, ''))
}

/**
 * Returns links of a document to files and headings of this repository that do not exist. External links are not followed.
 *
 * @param file Path from the root, with forward slashes.
 * @param exists Returns whether a path from the root is a file or a folder.
 * @param anchors Returns the anchors of a document, by its path from the root.
 */
export function findLinkFaults(
  file: string,
  markdown: string,
  exists: (path: string) => boolean,
  anchors: (path: string) => ReadonlySet<string>,
): readonly LinkFault[] {
  return withoutCode(markdown)
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(LINK)].flatMap(([, label = '', link, image, source]) => {
        const target = link ?? image ?? source ?? ''
        const isGood = namesItsTarget(label, target) && leadsSomewhere(file, target, exists, anchors)
        return isGood ? [] : [{ file, line: index + 1, link: target }]
      }),
    )
}

/** Checks a label that is the name of a source file: it must be the name of the linked file, also after a rename. */
function namesItsTarget(label: string, target: string): boolean {
  const [, named] = /^`?(?:[\w.-]+\/)*([\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|graphql))`?$/.exec(label) ?? []
  return named === undefined || target.replace(/#.*/, '').endsWith(`/${named}`) || target === named
}

function leadsSomewhere(
  file: string,
  target: string,
  exists: (path: string) => boolean,
  anchors: (path: string) => ReadonlySet<string>,
): boolean {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return true
  const [path = '', anchor] = target.split('#')
  const base = new URL(`file:///${file}`)
  const resolved =
    path === '' ? file : decodeURIComponent(new URL(path, base).pathname.slice(1)).replace(/\/$/, '')
  if (!exists(resolved)) return false
  return anchor === undefined || !resolved.endsWith('.md') || anchors(resolved).has(anchor)
}

/** A test that a document names as proof but that the linked file does not contain. */
type ProofFault = {
  readonly file: string
  readonly line: number
  readonly title: string
  readonly path: string
}

const PROOF =
  /\[["“]((?:[^\]]|\](?!\())+)["”]\]\(([^)\s]+(?:\.(?:test|spec)\.tsx?|\/testing\/[^)\s]+\.ts))\)/g

/** Normalizes quotation marks, their escapes and white space. */
function plain(text: string): string {
  return text
    .replaceAll(/\\u2019|[‘’]/g, "'")
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll(/\s+/g, ' ')
}

/** Returns true if a source contains the title of a test, with any kind of quotation marks. */
export function hasTitle(source: string, title: string): boolean {
  return plain(source).includes(plain(title))
}

/**
 * Finds links of the form `["title of a test"](path/to/file.test.ts)` whose title is not in that file.
 *
 * @param read Returns the text of a file by its path from the root, or undefined.
 */
export function findProofFaults(
  file: string,
  markdown: string,
  read: (path: string) => string | undefined,
): readonly ProofFault[] {
  return markdown.split('\n').flatMap((text, index) =>
    [...text.matchAll(PROOF)].flatMap(([, title = '', link = '']) => {
      const path = new URL(link, new URL(`file:///${file}`)).pathname.slice(1)
      const source = read(path)
      return source !== undefined && hasTitle(source, title) ? [] : [{ file, line: index + 1, title, path }]
    }),
  )
}

const SETTING = /\b(?:BFF|PROVIDER)_[A-Z][A-Z_]*[A-Z]\b/g

/** Returns the settings that a text names but the tables of the two services do not have. */
export function unknownSettings(text: string, tables: string): readonly string[] {
  const known = new Set(tables.match(SETTING))
  return [...new Set(text.match(SETTING))].filter((setting) => !known.has(setting))
}

/** The name of a file or folder that a text mentions but that does not exist. */
type NameFault = { readonly file: string; readonly line: number; readonly name: string }

const FILE = String.raw`(?:[\w.@-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|graphql|md|sql|ya?ml)`
const FOLDER = String.raw`(?:[\w.@-]+\/)+|(?:apps|packages|tools|docs|bench|deploy)(?:\/[\w.@-]+)+`
/** The names in documents, which are in backticks. */
const NAME_IN_DOCUMENT = new RegExp(`\`(?:\\./)?(${FILE}|${FOLDER})\``, 'g')
/** The names in comments: file names with or without backticks, folder names with them. */
const NAME_IN_COMMENT = new RegExp(`(?<![\\w/.@:*{}<>"'-])(${FILE})(?![\\w/-])|\`(${FOLDER})\``, 'g')
const COMMENT = /^\s*\/?\*+.*|(?:^|\s)\/\/.*/
/** Names that need not exist: `x.test.ts` represents any name; the folders are created by programs. */
const STANDS_FOR_ANY = /^x\.|(?:^|\/)(?:node_modules|dist|\.cache|\.data)(?:\/|$)/

/**
 * Finds names of files and folders, in backticks of a document or in comments of a source, that do not exist. A name may be the
 * end of a path: `tools/step.ts` is also `step.ts`.
 *
 * @param exists Returns whether the repository has a file or a folder whose path ends so.
 */
export function findNameFaults(
  file: string,
  text: string,
  exists: (name: string) => boolean,
): readonly NameFault[] {
  const isDocument = file.endsWith('.md')
  const lines = isDocument ? withoutCode(text).split('\n') : text.split('\n')
  return lines.flatMap((line, index) => {
    const prose = isDocument ? line : (COMMENT.exec(line)?.[0] ?? '')
    const found = [...prose.matchAll(isDocument ? NAME_IN_DOCUMENT : NAME_IN_COMMENT)]
    return found.flatMap(([, first, second]) => {
      const name = (first ?? second ?? '').replace(/\/$/, '')
      return STANDS_FOR_ANY.test(name) || exists(name) ? [] : [{ file, line: index + 1, name }]
    })
  })
}

/** Returns every suffix of every path and of its folders. */
export function pathEnds(files: Iterable<string>): ReadonlySet<string> {
  const ends = new Set<string>()
  for (const file of files) {
    const parts = file.split('/')
    for (const [from] of parts.entries())
      for (const [to] of parts.entries()) if (to >= from) ends.add(parts.slice(from, to + 1).join('/'))
  }
  return ends
}
