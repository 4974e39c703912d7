import { posix } from 'node:path'
import { importedSpecifiers } from './boundaries.ts'

/** One import between two rooms of the same folder. */
export type FolderImport = { readonly file: string; readonly specifier: string; readonly target: string }

/** Rooms that import each other, and the imports to turn so that they no longer do. */
export type FolderCircle = {
  /** The folder whose rooms these are. */
  readonly inside: string
  /** Names of the rooms, in the order of one way around. */
  readonly rooms: readonly string[]
  /** The imports of the thinnest arrow of that way: the ones to turn. */
  readonly turn: readonly FolderImport[]
}

const LEFT_OUT = /\.(test|spec)\.tsx?$|\/testing\/|\.d\.ts$/

/**
 * Finds folders and files that import each other in a circle, at every depth below a source folder. Values and types
 * both count. A file that is in the source folder itself wires the rooms and is left out, and so are tests.
 *
 * @param root For example `apps/bff/src`.
 * @param sources Text by path from the root of the repository, forward slashes.
 */
export function findRoomCircles(root: string, sources: ReadonlyMap<string, string>): readonly FolderCircle[] {
  const imports = importsBelow(root, sources)
  const folders = new Set(imports.flatMap(({ file, target }) => commonFolder(file, target)))
  return [...folders].toSorted().flatMap((folder) => circlesInside(folder, folder === root, imports))
}

/** The sentence that is printed for a circle. */
export function describeRoomCircle({ inside, rooms, turn }: FolderCircle): string {
  const way = [...rooms, rooms[0]].join(' → ')
  const lines = turn.map(({ file, specifier }) => `  ${file}: turn the import of '${specifier}'`)
  return [`${inside}: ${way} is a circle; rooms form a ladder.`, ...lines].join('\n')
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

/** The deepest folder that holds both, in an array; a file and its neighbour meet in their own folder. */
function commonFolder(file: string, target: string): readonly string[] {
  const one = posix.dirname(file).split('/')
  const other = posix.dirname(target).split('/')
  const shared = one.findIndex((segment, index) => segment !== other[index])
  return [(shared === -1 ? one : one.slice(0, shared)).join('/')]
}

type Arrows = ReadonlyMap<string, ReadonlyMap<string, readonly FolderImport[]>>

function circlesInside(
  folder: string,
  isRoot: boolean,
  imports: readonly FolderImport[],
): readonly FolderCircle[] {
  const arrows = new Map<string, Map<string, FolderImport[]>>()
  const roomOf = (path: string): string | undefined => {
    if (!path.startsWith(`${folder}/`)) return undefined
    const [room = '', ...inner] = path.slice(folder.length + 1).split('/')
    return isRoot && inner.length === 0 ? undefined : room
  }
  for (const found of imports) {
    const from = roomOf(found.file)
    const to = roomOf(found.target)
    if (from === undefined || to === undefined || from === to) continue
    const row = arrows.get(from) ?? new Map<string, FolderImport[]>()
    arrows.set(from, row.set(to, [...(row.get(to) ?? []), found]))
  }
  const circles: FolderCircle[] = []
  const seen = new Set<string>()
  for (const room of [...arrows.keys()].toSorted()) {
    const way = seen.has(room) ? undefined : shortestWayBack(room, arrows)
    if (way === undefined) continue
    for (const each of way) seen.add(each)
    circles.push({ inside: folder, rooms: way, turn: thinnestArrow(way, arrows) })
  }
  return circles
}

/** The rooms of the shortest way from a room back to itself. */
function shortestWayBack(start: string, arrows: Arrows): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let room = queue.shift(); room !== undefined; room = queue.shift()) {
    for (const next of arrows.get(room)?.keys() ?? []) {
      if (next === start) return wayTo(room, start, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, room)
      queue.push(next)
    }
  }
  return undefined
}

function wayTo(last: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [last]
  for (let room = last; room !== start;) {
    room = cameFrom.get(room) ?? start
    way.unshift(room)
  }
  return way
}

function thinnestArrow(way: readonly string[], arrows: Arrows): readonly FolderImport[] {
  return way
    .map((room, index) => arrows.get(room)?.get(way[(index + 1) % way.length] ?? '') ?? [])
    .reduce((thinnest, arrow) => (arrow.length < thinnest.length ? arrow : thinnest))
}
