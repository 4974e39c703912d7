import type { Plugin, Rolldown } from 'vite'

/**
 * What some pages would get in vain, in bytes of source for an average page, before a module is worth a request of its
 * own: about 600 bytes on the wire.
 */
const MAX_VAIN_BYTES = 2_700
/** The same for two files that several parts share: one more file among many costs them less than a first page. */
const MAX_JOINED_VAIN_BYTES = 2_500

/** What people begin with: the start page, the home of a business, the words of a language. */
const FIRST_PAGES = /\/(start-screen\.tsx|home-screen\.tsx|home-part\.tsx|words\/(en|fr|de)\.ts)$/

/** Parts that are no screens, whatever they share with one. */
const WORDS = /\/src\/words\//

/** What joins modules of the older kind. */
const RUNTIME = '\0rolldown/runtime.js'

/** What the plan needs to know of a module. */
export interface GraphModule {
  readonly id: string
  readonly isEntry: boolean
  /** A part: fetched by `import()`, when a page needs it. */
  readonly isPart: boolean
  /** A part that somebody's first page shows: what none of these needs is not brought by every page. */
  readonly isFirstPage: boolean
  readonly bytes: number
  /** Static imports alone. */
  readonly imports: readonly string[]
}

/** Which entry and which parts bring each module. */
function findRoots(modules: ReadonlyMap<string, GraphModule>): ReadonlyMap<string, ReadonlySet<GraphModule>> {
  const roots = new Map([...modules.keys()].map((id) => [id, new Set<GraphModule>()]))
  for (const root of modules.values()) {
    if (!root.isEntry && !root.isPart) continue
    const visit = (id: string) => {
      const found = roots.get(id)
      if (found === undefined || found.has(root)) return
      found.add(root)
      modules.get(id)?.imports.forEach(visit)
    }
    visit(root.id)
  }
  return roots
}

/**
 * The bytes of each module with those of what it alone imports and the same roots need: a file that is divided counts as
 * the one it was.
 */
function findWholeBytes(
  graph: readonly GraphModule[],
  roots: ReadonlyMap<string, ReadonlySet<GraphModule>>,
): ReadonlyMap<string, number> {
  const importers = new Map<string, Set<string>>()
  for (const { id, imports } of graph)
    for (const imported of imports) importers.set(imported, (importers.get(imported) ?? new Set()).add(id))
  const rootIds = new Set(graph.filter(({ isEntry, isPart }) => isEntry || isPart).map(({ id }) => id))
  const wholeOf = (id: string): string => {
    const [only, ...others] = importers.get(id) ?? []
    const needed = roots.get(id)?.size ?? 0
    if (rootIds.has(id) || only === undefined || others.length > 0 || needed === 0) return id
    return roots.get(only)?.size === needed ? wholeOf(only) : id
  }
  const wholes = new Map(graph.map(({ id }) => [id, wholeOf(id)]))
  const bytes = new Map<string, number>()
  for (const module of graph) {
    const whole = wholes.get(module.id) ?? module.id
    bytes.set(whole, (bytes.get(whole) ?? 0) + module.bytes)
  }
  return new Map([...wholes].map(([id, whole]) => [id, bytes.get(whole) ?? 0]))
}

/** What several parts share, and which of them need it. */
interface SharedFile {
  readonly needed: Set<GraphModule>
  readonly ids: string[]
  bytes: number
}

/** Joins what is shared by nearly the same parts, while an average one of them gets less in vain than a request costs. */
function joinSharedFiles(files: readonly SharedFile[]): readonly SharedFile[] {
  const left = [...files]
  for (;;) {
    const pairs = left.flatMap((one, index) =>
      left.slice(index + 1).map((other) => ({ one, other, vain: vainBytes(one, other) })),
    )
    const best = pairs.toSorted((a, b) => a.vain - b.vain)[0]
    if (best === undefined || best.vain > MAX_JOINED_VAIN_BYTES) return left
    for (const root of best.other.needed) best.one.needed.add(root)
    best.one.ids.push(...best.other.ids)
    best.one.bytes += best.other.bytes
    left.splice(left.indexOf(best.other), 1)
  }
}

/** What an average part that needs one of two files would get of the other in vain, were they one. */
function vainBytes(one: SharedFile, other: SharedFile): number {
  const all = one.needed.union(other.needed).size
  return (one.bytes * (all - one.needed.size) + other.bytes * (all - other.needed.size)) / all
}

/**
 * Divides modules among files by who needs them, so that moving one changes nothing: `index` is what every page loads,
 * with the small things that most pages need; what several parts share beside that is in few `shared` files.
 *
 * @returns The file of each module; one that is not named goes with the only part that needs it.
 */
export function planChunks(graph: readonly GraphModule[]): ReadonlyMap<string, string> {
  const modules = new Map(graph.map((module) => [module.id, module]))
  const roots = findRoots(modules)
  const rootsOf = (id: string) => roots.get(id) ?? new Set<GraphModule>()
  // What shares nothing with the entry is no screen: the words of a language.
  const screens = new Set(
    [...roots.values()]
      .filter((needed) => [...needed].some(({ isEntry }) => isEntry))
      .flatMap((needed) => [...needed]),
  )
  const parts = [...screens].filter(({ isPart, id }) => isPart && !WORDS.test(id)).length

  const wholeBytes = findWholeBytes(graph, roots)
  const isWanted = ({ id }: GraphModule) => {
    const needed = rootsOf(id)
    if ([...needed].some(({ isEntry }) => isEntry)) return true
    if (![...needed].some(({ isFirstPage }) => isFirstPage)) return false
    return needed.size > 1 && (1 - needed.size / parts) * (wholeBytes.get(id) ?? 0) <= MAX_VAIN_BYTES
  }
  const first = new Set(graph.filter(isWanted).map(({ id }) => id))
  // A module of the first file must not bring another file with it.
  let size: number
  do {
    size = first.size
    for (const { id, imports } of graph)
      if (imports.some((imported) => modules.has(imported) && !first.has(imported))) first.delete(id)
  } while (first.size < size)

  const shared = graph.filter(({ id, isPart }) => !isPart && !first.has(id) && rootsOf(id).size > 1)
  // A file that some parts need holds what most of them need and the first pages among them, and what is so small that a
  // request would cost more.
  const isWorthIt = (head: ReadonlySet<GraphModule>, id: string) => {
    const needed = rootsOf(id)
    const vain = (1 - needed.size / head.size) * (wholeBytes.get(id) ?? 0)
    const isForFirst = [...head].every((root) => !root.isFirstPage || needed.has(root))
    return (
      needed.isSubsetOf(head) && ((isForFirst && needed.size * 2 > head.size) || vain <= MAX_VAIN_BYTES / 2)
    )
  }
  const heads: ReadonlySet<GraphModule>[] = []
  for (const { id } of shared.toSorted(
    (a, b) => rootsOf(b.id).size - rootsOf(a.id).size || b.bytes - a.bytes,
  ))
    if (!heads.some((head) => isWorthIt(head, id))) heads.push(rootsOf(id))

  const files = heads.map((): SharedFile => ({ needed: new Set(), ids: [], bytes: 0 }))
  for (const { id, bytes } of shared) {
    const [head] = heads
      .filter((candidate) => isWorthIt(candidate, id))
      .toSorted((one, other) => one.size - other.size)
    const file = head && files[heads.indexOf(head)]
    if (file === undefined) continue
    file.ids.push(id)
    file.bytes += bytes
    for (const root of rootsOf(id)) file.needed.add(root)
  }
  return new Map([
    ...[...first].map((id) => [id, 'index'] as const),
    ...joinSharedFiles(files).flatMap(({ ids }, index) =>
      ids.map((id) => [id, `shared-${index + 1}`] as const),
    ),
  ])
}

/** The plan of a build, made when all its modules are known. */
export function chunkPlan(): { readonly plugin: Plugin; readonly groups: Rolldown.CodeSplittingGroup[] } {
  let plan: ReadonlyMap<string, string> = new Map()
  const plugin: Plugin = {
    name: 'chunk-plan',
    buildEnd() {
      // In one order, however long each took to load: the same sources are divided the same way.
      const graph = [...this.getModuleIds()].toSorted().map((id): GraphModule => {
        const info = this.getModuleInfo(id)
        return {
          id,
          isEntry: info?.isEntry === true,
          isPart: (info?.dynamicImporters.length ?? 0) > 0,
          isFirstPage: FIRST_PAGES.test(id),
          bytes: Buffer.byteLength(info?.code ?? ''),
          imports: info?.importedIds ?? [],
        }
      })
      plan = planChunks(graph)
    },
  }
  return {
    plugin,
    groups: [{ name: (id) => (id === RUNTIME ? 'index' : (plan.get(id) ?? null)), debugName: 'plan' }],
  }
}
