import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The digest of each file when a check last looked, by path from the root. */
type Digests = Readonly<Record<string, string>>

/** What was linted and found good. */
export const LINT_MEMORY = join(import.meta.dirname, '../..', '.cache', 'lint.json')

/** Returns the digest of each text. */
export function digestsOf(texts: ReadonlyMap<string, string>): Digests {
  const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
  return Object.fromEntries([...texts].map(([file, text]) => [file, digest(text)]))
}

/** Returns what was remembered in `file`; nothing if that cannot be read. */
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

/** Returns the paths whose digest is another than the one remembered, that were not there, or that are gone. */
export function findChanged(digests: Digests, remembered: Digests): readonly string[] {
  return Object.keys({ ...remembered, ...digests }).filter((file) => digests[file] !== remembered[file])
}

/**
 * Gives the present time to files that changed and are not newer than the last look at them: one that was moved or copied with
 * its old time. tsc and knip read only files that are newer than what they keep.
 *
 * @param memory Where the digests are kept.
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

/** What a source shows to those that import it is remembered under its path with this ending. */
const SHOWN = ' as declared'

/** Returns the declaration that tsc writes for a source, by path from the root. */
function declarationOf(source: string): string {
  return source.replace(/^((?:apps|packages)\/[^/]+|[^/]+)\/(.+)\.tsx?$/, '$1/.cache/types/$2.d.ts')
}

/** Returns the declaration of each source, or its text where `read` finds none, by a name that {@link chooseTyped} knows. */
export function readShown(
  sources: ReadonlyMap<string, string>,
  read: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    [...sources].map(([file, text]) => [`${file}${SHOWN}`, read(declarationOf(file)) ?? text] as const),
  )
}

/**
 * Chooses the sources that rules with types may judge otherwise than before: those that changed, and all that import one, directly
 * or through others, whose declaration changed. A changed line within a function changes none.
 *
 * @param changed Names of sources and of {@link readShown}.
 */
export function chooseTyped(
  changed: readonly string[],
  affected: (files: readonly string[]) => ReadonlySet<string>,
): ReadonlySet<string> {
  const shown = changed.filter((name) => name.endsWith(SHOWN)).map((name) => name.slice(0, -SHOWN.length))
  const own = changed.filter((name) => !name.endsWith(SHOWN))
  return new Set([...own, ...affected(shown)])
}
