/** A link in a document that leads nowhere, or elsewhere than it says, or a `ts` block that does not stand. */
export type LinkFault = { readonly file: string; readonly line: number; readonly link: string }

const LINK =
  /!?\[([^\]]*)\]\(([^)\s]+)(?:\s"[^"]*")?\)|<img[^>]*\ssrc="([^"]+)"|<source[^>]*\ssrcset="([^"]+)"/g

/**
 * The anchor that a heading gets: lower case, spaces to hyphens, punctuation gone.
 */
export function anchorOf(heading: string): string {
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
 * Links of a document to files and headings of this repository that do not exist. Links to other places are not followed.
 *
 * @param file Path from the root, with forward slashes.
 * @param exists Tells whether a path from the root is a file or a folder.
 * @param anchors Anchors of a document, by its path from the root.
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
export type ProofFault = {
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

/**
 * Finds links of the form `["title of a test"](path/to/file.test.ts)` whose title does not stand in that file.
 *
 * @param read Answers the text of a file by its path from the root, or undefined.
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
      const isThere = source !== undefined && plain(source).includes(plain(title))
      return isThere ? [] : [{ file, line: index + 1, title, path }]
    }),
  )
}

const SETTING = /\b(?:BFF|PROVIDER)_[A-Z][A-Z_]*[A-Z]\b/g

/** Settings that a text names and the tables of the two services do not have. */
export function unknownSettings(text: string, tables: string): readonly string[] {
  const known = new Set(tables.match(SETTING))
  return [...new Set(text.match(SETTING))].filter((setting) => !known.has(setting))
}
