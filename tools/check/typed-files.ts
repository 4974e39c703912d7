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
