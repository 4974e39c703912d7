import type { Plugin, Rolldown } from 'vite'

/**
 * What some pages would get in vain, in bytes of source for an average page, before a module is worth a request of its
 * own: about 500 bytes on the wire.
 */
const MAX_VAIN_BYTES = 2_200

/** What the plan needs to know of a module. */
export interface GraphModule {
  readonly id: string
  readonly isEntry: boolean
  /** A part: fetched by `import()`, when a page needs it. */
  readonly isPart: boolean
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
 * Divides modules among files by who needs them, so that moving one changes nothing: `index` is what every page loads,
 * with the small things that most pages need; what several parts share beside that is in few `shared` files.
 *
 * @returns The file of each module; one that is not named goes with the only part that needs it.
 */
export function planChunks(graph: readonly GraphModule[]): ReadonlyMap<string, string> {
  const modules = new Map(graph.map((module) => [module.id, module]))
  const roots = findRoots(modules)
  const parts = graph.filter(({ isPart, imports }) => isPart && imports.length > 0).length
  const rootsOf = (id: string) => roots.get(id) ?? new Set<GraphModule>()

  const isWanted = ({ id, bytes }: GraphModule) => {
    const needed = rootsOf(id)
    if ([...needed].some(({ isEntry }) => isEntry)) return true
    return needed.size > 1 && (1 - needed.size / parts) * bytes <= MAX_VAIN_BYTES
  }
  const first = new Set(graph.filter(isWanted).map(({ id }) => id))
  // A module of the first file must not bring another file with it.
  let size: number
  do {
    size = first.size
    for (const { id, imports } of graph)
      if (imports.some((imported) => modules.has(imported) && !first.has(imported))) first.delete(id)
  } while (first.size < size)

  const shared = graph.filter(({ id }) => !first.has(id) && rootsOf(id).size > 1)
  const heads: ReadonlySet<GraphModule>[] = []
  for (const { id } of shared.toSorted(
    (a, b) => rootsOf(b.id).size - rootsOf(a.id).size || b.bytes - a.bytes,
  ))
    if (!heads.some((head) => rootsOf(id).isSubsetOf(head))) heads.push(rootsOf(id))

  return new Map([
    ...[...first].map((id) => [id, 'index'] as const),
    ...shared.map(({ id }) => {
      const head = heads.findIndex((candidate) => rootsOf(id).isSubsetOf(candidate))
      return [id, `shared-${head + 1}`] as const
    }),
  ])
}

/** The plan of a build, made when all its modules are known. */
export function chunkPlan(): { readonly plugin: Plugin; readonly groups: Rolldown.CodeSplittingGroup[] } {
  let plan: ReadonlyMap<string, string> = new Map()
  const plugin: Plugin = {
    name: 'chunk-plan',
    buildEnd() {
      const graph = [...this.getModuleIds()].map((id): GraphModule => {
        const info = this.getModuleInfo(id)
        return {
          id,
          isEntry: info?.isEntry === true,
          isPart: (info?.dynamicImporters.length ?? 0) > 0,
          bytes: Buffer.byteLength(info?.code ?? ''),
          imports: info?.importedIds ?? [],
        }
      })
      plan = planChunks(graph)
    },
  }
  return { plugin, groups: [{ name: (id) => plan.get(id) ?? null, debugName: 'plan' }] }
}
