/** A link in a document that leads nowhere, or elsewhere than it says, or a `ts` block that does not stand. */
type LinkFault = { readonly file: string; readonly line: number; readonly link: string }

const LINK =
  /!?\[([^\]]*)\]\(([^)\s]+)(?:\s"[^"]*")?\)|<img[^>]*\ssrc="([^"]+)"|<source[^>]*\ssrcset="([^"]+)"/g

/**
 * The anchor that a heading gets: lower case, spaces to hyphens, punctuation gone.
 */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** Anchors of every heading of a document. */
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

/** A label that is the name of a source file must be that of the file it leads to: files are renamed, links mended by path. */
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

/** A test that a document names as its proof and that is not in the file it leads to. */
type ProofFault = {
  readonly file: string
  readonly line: number
  readonly title: string
  readonly path: string
}

const PROOF =
  /\[["“]((?:[^\]]|\](?!\())+)["”]\]\(([^)\s]+(?:\.(?:test|spec)\.tsx?|\/testing\/[^)\s]+\.ts))\)/g

/** Quotation marks and how a source file may write them. */
function plain(text: string): string {
  return text
    .replaceAll(/\\u2019|[‘’]/g, "'")
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll(/\s+/g, ' ')
}

/** True if a source has the title of a test, however its quotation marks are written. */
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

/** Settings that a text names and the tables of the two services do not have. */
export function unknownSettings(text: string, tables: string): readonly string[] {
  const known = new Set(tables.match(SETTING))
  return [...new Set(text.match(SETTING))].filter((setting) => !known.has(setting))
}

/** A file or a folder that a text names and that does not exist. */
type NameFault = { readonly file: string; readonly line: number; readonly name: string }

const FILE = String.raw`(?:[\w.@-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|graphql|md|sql|ya?ml)`
const FOLDER = String.raw`(?:[\w.@-]+\/)+|(?:apps|packages|tools|docs|bench|deploy)(?:\/[\w.@-]+)+`
/** In a document a name is code: backticks around it. */
const NAME_IN_DOCUMENT = new RegExp(`\`(?:\\./)?(${FILE}|${FOLDER})\``, 'g')
/** In a comment a file needs no backticks, a folder does. */
const NAME_IN_COMMENT = new RegExp(`(?<![\\w/.@:*{}<>"'-])(${FILE})(?![\\w/-])|\`(${FOLDER})\``, 'g')
const COMMENT = /^\s*\/?\*+.*|(?:^|\s)\/\/.*/
/** `x.test.ts` represents any name; the folders are made by programs. */
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
    const told = isDocument ? line : (COMMENT.exec(line)?.[0] ?? '')
    const found = [...told.matchAll(isDocument ? NAME_IN_DOCUMENT : NAME_IN_COMMENT)]
    return found.flatMap(([, first, second]) => {
      const name = (first ?? second ?? '').replace(/\/$/, '')
      return STANDS_FOR_ANY.test(name) || exists(name) ? [] : [{ file, line: index + 1, name }]
    })
  })
}

/** Returns every end of every path and of every folder on the way to it. */
export function pathEnds(files: Iterable<string>): ReadonlySet<string> {
  const ends = new Set<string>()
  for (const file of files) {
    const parts = file.split('/')
    for (const [from] of parts.entries())
      for (const [to] of parts.entries()) if (to >= from) ends.add(parts.slice(from, to + 1).join('/'))
  }
  return ends
}
