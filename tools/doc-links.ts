/** A link in a document that leads nowhere, or a `ts` block that does not stand. */
export type LinkFault = { readonly file: string; readonly line: number; readonly link: string }

const LINK =
  /!?\[[^\]]*\]\(([^)\s]+)(?:\s"[^"]*")?\)|<img[^>]*\ssrc="([^"]+)"|<source[^>]*\ssrcset="([^"]+)"/g

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
      [...text.matchAll(LINK)].flatMap(([, link, image, source]) => {
        const target = link ?? image ?? source ?? ''
        return leadsSomewhere(file, target, exists, anchors) ? [] : [{ file, line: index + 1, link: target }]
      }),
    )
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
