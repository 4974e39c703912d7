/** The loaders of things that are files of their own. */
export type Loaders<Things> = { readonly [Name in keyof Things]: () => Promise<Things[Name]> }

export interface LoadStore<Things> {
  /** Returns a component's promise: the same one at every rendering, even a failed one. {@link settled} once loaded. */
  readonly await: <Name extends keyof Things>(name: Name) => Promise<Things[Name]>
  /** Loads a thing once for all callers; one that failed is loaded again. */
  readonly load: <Name extends keyof Things>(name: Name) => Promise<Things[Name]>
  /** Loads all remaining things, each in a small task so as not to block a slow phone. Failed ones are loaded when needed. */
  readonly loadAll: (whenFree?: (task: () => void) => void) => void
  /** Returns the names of the things that components have waited for or used. */
  readonly used: () => readonly (keyof Things)[]
  /** Forgets failures: the next component that waits tries again. */
  readonly forgetFailures: () => void
}

/** Returns a promise whose value `use` returns without suspending. */
function settled<Thing>(
  thing: Thing,
  promise: Promise<Thing> = new Promise((resolve) => resolve(thing)),
): Promise<Thing> {
  return Object.assign(promise, { status: 'fulfilled', value: thing })
}

export function createLoadStore<Things>(loaders: Loaders<Things>): LoadStore<Things> {
  const coming = new Map<keyof Things, Promise<unknown>>()
  const failed = new Set<keyof Things>()
  const used = new Set<keyof Things>()

  const load = <Name extends keyof Things>(name: Name) => {
    const known = failed.has(name) ? undefined : coming.get(name)
    if (known !== undefined) return known as Promise<Things[Name]>
    failed.delete(name)
    const loading: Promise<Things[Name]> = loaders[name]().then(
      (thing) => {
        void settled(thing, loading)
        return thing
      },
      (thrown: unknown) => {
        failed.add(name)
        throw thrown
      },
    )
    coming.set(name, loading)
    return loading
  }
  const loadAll: LoadStore<Things>['loadAll'] = (whenFree = (task) => task()) => {
    for (const name of Object.keys(loaders) as (keyof Things)[])
      whenFree(() => void load(name).catch(() => undefined))
  }
  const wait = <Name extends keyof Things>(name: Name) => {
    used.add(name)
    return (coming.get(name) as Promise<Things[Name]> | undefined) ?? load(name)
  }
  const forgetFailures = () => {
    for (const name of failed) coming.delete(name)
    failed.clear()
  }
  return { await: wait, load, loadAll, used: () => [...used], forgetFailures }
}

/** Creates a store of loaded things: for tests and for the server, which never waits. */
export function createSettledStore<Things extends object>(things: Things): LoadStore<Things> {
  const store = createLoadStore(
    Object.fromEntries(
      Object.entries(things).map(([name, thing]) => [name, () => settled<unknown>(thing)]),
    ) as unknown as Loaders<Things>,
  )
  for (const name of Object.keys(things) as (keyof Things)[]) void settled(things[name], store.load(name))
  return store
}

/** Loads all things, and waits for them. */
export async function loadEvery<Things extends object>(loaders: Loaders<Things>): Promise<Things> {
  const names = Object.keys(loaders) as (keyof Things)[]
  const loaded = await Promise.all(names.map(async (name) => [name, await loaders[name]()] as const))
  return Object.fromEntries(loaded) as unknown as Things
}
