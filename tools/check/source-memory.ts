import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The digest of each file at the last check, by path from the root. */
type Digests = Readonly<Record<string, string>>

/** The file with the digests of the sources that were linted without faults. */
export const LINT_MEMORY = join(import.meta.dirname, '../..', '.cache', 'lint.json')

/** Returns the digest of each text. */
export function digestsOf(texts: ReadonlyMap<string, string>): Digests {
  const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
  return Object.fromEntries([...texts].map(([file, text]) => [file, digest(text)]))
}

/** Returns the digests stored in `file`; an empty object if it cannot be read. */
export function recall(file: string): Digests {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Digests
  } catch {
    return {}
  }
}

export function remember(file: string, digests: Digests): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(digests))
}

/** Returns the paths that were added, changed or deleted since the digests were stored. */
export function findChanged(digests: Digests, remembered: Digests): readonly string[] {
  return Object.keys({ ...remembered, ...digests }).filter((file) => digests[file] !== remembered[file])
}

/**
 * Sets the modification time of changed files to now if it is older than the last check, as after a move or copy that keeps
 * the old time. tsc and knip read only files that are newer than their caches.
 *
 * @param memory The file in which the digests are stored.
 */
export function renewTimes(root: string, texts: ReadonlyMap<string, string>, memory: string): void {
  const digests = digestsOf(texts)
  const lookedAtMs = statSync(memory, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  for (const file of findChanged(digests, recall(memory))) {
    if (digests[file] === undefined) continue
    const path = join(root, file)
    if (statSync(path).mtimeMs <= lookedAtMs) utimesSync(path, new Date(), new Date())
  }
  remember(memory, digests)
}

/** The ending of the names under which the declarations of sources are stored. */
const SHOWN = ' as declared'

/** Returns the path of the declaration that tsc writes for a source, from the root. */
function declarationOf(source: string): string {
  return source.replace(/^((?:apps|packages)\/[^/]+|[^/]+)\/(.+)\.tsx?$/, '$1/.cache/types/$2.d.ts')
}

/** Returns the declaration of each source, or its text if `read` finds none, under the name that {@link chooseTyped} expects. */
export function readShown(
  sources: ReadonlyMap<string, string>,
  read: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    [...sources].map(([file, text]) => [`${file}${SHOWN}`, read(declarationOf(file)) ?? text] as const),
  )
}

/**
 * Chooses the sources for which rules with types may give a new result: changed sources, and all that import, directly or
 * indirectly, a source whose declaration changed. A change within a function does not change its declaration.
 *
 * @param changed Names of sources and of entries of {@link readShown}.
 */
export function chooseTyped(
  changed: readonly string[],
  affected: (files: readonly string[]) => ReadonlySet<string>,
): ReadonlySet<string> {
  const shown = changed.filter((name) => name.endsWith(SHOWN)).map((name) => name.slice(0, -SHOWN.length))
  const own = changed.filter((name) => !name.endsWith(SHOWN))
  return new Set([...own, ...affected(shown)])
}
