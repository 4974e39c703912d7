import type { Plugin, Rolldown } from 'vite'

/**
 * The bytes of source that an average page may load without need before a module gets a file of its own: about 600 bytes on the
 * wire.
 */
const MAX_VAIN_BYTES = 2_700
/** The same limit for joining two shared files: one more file among many costs their pages less than it costs a first page. */
const MAX_JOINED_VAIN_BYTES = 2_600

/** The modules of the first pages that people open: the start page, the home of a business, the words of a language. */
const FIRST_PAGES = /\/(start-screen\.tsx|home-screen\.tsx|home-part\.tsx|words\/(en|fr|de)\.ts)$/

/** The modules of words. They are no screens, even if they share modules with one. */
const WORDS = /\/src\/words\//

/** The id of the bundler's runtime, which connects CommonJS modules. */
const RUNTIME = '\0rolldown/runtime.js'

/** A module as the chunk plan sees it. */
export interface GraphModule {
  readonly id: string
  readonly isEntry: boolean
  /** True if the module is loaded by `import()`, when a page needs it. */
  readonly isPart: boolean
  /** True if it belongs to a first page. A module that no first page needs is not loaded by every page. */
  readonly isFirstPage: boolean
  readonly bytes: number
  /** The ids of statically imported modules; dynamic imports are not included. */
  readonly imports: readonly string[]
}

/** Finds the entries and parts that load each module. */
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
 * Computes the bytes of each module together with those modules that only it imports and the same roots need, so that splitting a
 * file does not change its weight.
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

/** Modules that several parts share, and the parts that need them. */
interface SharedFile {
  readonly needed: Set<GraphModule>
  readonly ids: string[]
  bytes: number
}

/** Joins shared files with nearly the same parts while an average part loads fewer unneeded bytes than a request costs. */
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

/** Computes the bytes that an average part would load without need if two shared files were one. */
function vainBytes(one: SharedFile, other: SharedFile): number {
  const all = one.needed.union(other.needed).size
  return (one.bytes * (all - one.needed.size) + other.bytes * (all - other.needed.size)) / all
}

/**
 * Assigns modules to files by the parts that need them, so that moving a module changes nothing: `index` holds everything that
 * every page loads and small modules that most pages need; other modules that several parts share are in a few `shared` files.
 *
 * @returns The file of each module. A module without an entry goes with the only part that needs it.
 */
export function planChunks(graph: readonly GraphModule[]): ReadonlyMap<string, string> {
  const modules = new Map(graph.map((module) => [module.id, module]))
  const roots = findRoots(modules)
  const rootsOf = (id: string) => roots.get(id) ?? new Set<GraphModule>()
  // A root that shares nothing with the entry is no screen but the words of a language.
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
  // A module of the first file must not load another file.
  let size: number
  do {
    size = first.size
    for (const { id, imports } of graph)
      if (imports.some((imported) => modules.has(imported) && !first.has(imported))) first.delete(id)
  } while (first.size < size)

  const shared = graph.filter(({ id, isPart }) => !isPart && !first.has(id) && rootsOf(id).size > 1)
  // A file that some parts share holds modules that most of these parts and their first pages need, and modules so small that a
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

/** Creates the chunk plan of a build once all its modules are known. */
export function chunkPlan(): { readonly plugin: Plugin; readonly groups: Rolldown.CodeSplittingGroup[] } {
  let plan: ReadonlyMap<string, string> = new Map()
  const plugin: Plugin = {
    name: 'chunk-plan',
    buildEnd() {
      // Sorted by id, since loading times vary: the same sources are always divided the same way.
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
