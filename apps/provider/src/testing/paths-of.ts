import type { Express } from 'express'

type Layer = {
  readonly route?: { readonly path: string | readonly string[]; readonly methods: Record<string, boolean> }
  readonly handle: { readonly stack?: readonly Layer[] }
}

/** Returns the paths of an app and of its routers that accept this method. */
export function pathsOf(app: Express, method: 'get' | 'post'): readonly string[] {
  const within = (stack: readonly Layer[]): readonly string[] =>
    stack.flatMap(({ route, handle }) => {
      if (route === undefined) return within(handle.stack ?? [])
      return route.methods[method] === true || route.methods['_all'] === true ? [route.path].flat() : []
    })
  return [...new Set(within(app.router.stack as unknown as readonly Layer[]))]
}
