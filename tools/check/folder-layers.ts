import { posix } from 'node:path'
import { importedSpecifiers } from './boundaries.ts'

/** One import between two entries (files or folders) of the same folder. */
type FolderImport = { readonly file: string; readonly specifier: string; readonly target: string }

/** Entries that import each other in a cycle, and the imports to reverse. */
type ImportCycle = {
  /** The folder that contains the entries. */
  readonly inside: string
  /** The names of the entries, in the order of the cycle. */
  readonly entries: readonly string[]
  /** The smallest set of imports between two neighbours of the cycle: the ones to reverse. */
  readonly reverse: readonly FolderImport[]
}

const LEFT_OUT = /\.(test|spec)\.tsx?$|\/testing\/|\.d\.ts$/

/**
 * Finds folders and files that import each other in a cycle, at every depth below a source folder. Values and types
 * both count. A file directly in the source folder connects the entries and is left out, and so are tests.
 *
 * @param root For example `apps/bff/src`.
 * @param sources Text by path from the root of the repository, forward slashes.
 */
export function findImportCycles(root: string, sources: ReadonlyMap<string, string>): readonly ImportCycle[] {
  const imports = importsBelow(root, sources)
  const folders = new Set(imports.map(({ file, target }) => commonFolder(file, target)))
  return [...folders].toSorted().flatMap((folder) => cyclesInside(folder, folder === root, imports))
}

/** Formats a cycle for the terminal. */
export function describeImportCycle({ inside, entries, reverse }: ImportCycle): string {
  const way = [...entries, entries[0]].join(' → ')
  const lines = reverse.map(({ file, specifier }) => `  ${file}: reverse the import of '${specifier}'`)
  return [`${inside}: ${way} is a cycle; imports between folders go one way.`, ...lines].join('\n')
}

function importsBelow(root: string, sources: ReadonlyMap<string, string>): readonly FolderImport[] {
  const imports: FolderImport[] = []
  for (const [file, source] of sources) {
    if (!file.startsWith(`${root}/`) || LEFT_OUT.test(file)) continue
    for (const specifier of importedSpecifiers(source)) {
      const target = resolveTarget(root, file, specifier)
      if (target !== undefined && sources.has(target) && !LEFT_OUT.test(target))
        imports.push({ file, specifier, target })
    }
  }
  return imports
}

function resolveTarget(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `${root}/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined
}

/** Returns the deepest folder that contains both files. */
function commonFolder(file: string, target: string): string {
  const one = posix.dirname(file).split('/')
  const other = posix.dirname(target).split('/')
  const shared = one.findIndex((segment, index) => segment !== other[index])
  return (shared === -1 ? one : one.slice(0, shared)).join('/')
}

type Arrows = ReadonlyMap<string, ReadonlyMap<string, readonly FolderImport[]>>

function cyclesInside(
  folder: string,
  isRoot: boolean,
  imports: readonly FolderImport[],
): readonly ImportCycle[] {
  const arrows = new Map<string, Map<string, FolderImport[]>>()
  const entryOf = (path: string): string | undefined => {
    if (!path.startsWith(`${folder}/`)) return undefined
    const [entry = '', ...inner] = path.slice(folder.length + 1).split('/')
    return isRoot && inner.length === 0 ? undefined : entry
  }
  for (const found of imports) {
    const from = entryOf(found.file)
    const to = entryOf(found.target)
    if (from === undefined || to === undefined || from === to) continue
    const row = arrows.get(from) ?? new Map<string, FolderImport[]>()
    arrows.set(from, row.set(to, [...(row.get(to) ?? []), found]))
  }
  const cycles: ImportCycle[] = []
  const seen = new Set<string>()
  for (const entry of [...arrows.keys()].toSorted()) {
    const way = seen.has(entry) ? undefined : shortestWayBack(entry, arrows)
    if (way === undefined) continue
    for (const each of way) seen.add(each)
    cycles.push({ inside: folder, entries: way, reverse: fewestImports(way, arrows) })
  }
  return cycles
}

/** Returns the shortest cycle through `start`. */
function shortestWayBack(start: string, arrows: Arrows): readonly string[] | undefined {
  const seen = new Set<string>()
  const ways: (readonly string[])[] = [[start]]
  for (const way of ways) {
    for (const next of arrows.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

function fewestImports(way: readonly string[], arrows: Arrows): readonly FolderImport[] {
  return way
    .map((entry, index) => arrows.get(entry)?.get(way[(index + 1) % way.length] ?? '') ?? [])
    .reduce((thinnest, arrow) => (arrow.length < thinnest.length ? arrow : thinnest))
}
