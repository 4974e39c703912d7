import type { Plugin } from 'vite'

/**
 * Replacements of unneeded library modules: codegen writes parsed documents, React has the hook itself, no list is infinite, no
 * query suspends, throws to a boundary or is restored (data/query-client.ts), no address has a pattern
 * (navigation/decide-screen.ts).
 */
const LEAN: Readonly<Record<string, (path: string) => string>> = {
  '@0no-co/graphql.web': (path) =>
    `export { GraphQLError, Kind, print } from ${JSON.stringify(path)}
     export const parse = () => { throw new Error('documents come parsed') }`,
  'use-sync-external-store/shim/index.js': () => `export { useSyncExternalStore } from 'react'`,
  './infiniteQueryBehavior.js': (path) =>
    `export { hasNextPage, hasPreviousPage } from ${JSON.stringify(path)}
     export const infiniteQueryBehavior = undefined`,
  './suspense.js': () =>
    `export const defaultThrowOnError = undefined, fetchOptimistic = undefined
     export const ensureSuspenseTimers = () => {}, shouldSuspend = () => false`,
  './errorBoundaryUtils.js': () =>
    `export const ensurePreventErrorBoundaryRetry = () => {}, useClearResetErrorBoundary = () => {}
     export const getHasError = () => false`,
  './QueryErrorResetBoundary.js': () =>
    `export const QueryErrorResetBoundary = undefined, useQueryErrorResetBoundary = () => {}`,
  './IsRestoringProvider.js': () =>
    `export const IsRestoringProvider = undefined, useIsRestoring = () => false`,
  regexparam: () => `export const parse = undefined`,
}
const LEAN_PREFIX = '\0lean:'
/** The Vite plugins that wrap each `import()` in a function that preloads other files. The HTML lists these files instead. */
const PRELOAD_PLUGINS = new Set(['vite:build-import-analysis', 'native:import-analysis-build'])

/** Removes code of libraries that the app never reaches from the build. */
export function leanPlugin(): Plugin {
  const paths = new Map<string, string>()
  return {
    name: 'lean',
    enforce: 'pre',
    configResolved({ plugins }) {
      const others = plugins.filter(({ name }) => !PRELOAD_PLUGINS.has(name))
      if (others.length !== plugins.length - PRELOAD_PLUGINS.size)
        throw new Error(`Vite has no ${[...PRELOAD_PLUGINS].join(' or ')} any more: lean.ts`)
      // Vite types the list as read-only, and reads it afterwards.
      ;(plugins as Plugin[]).splice(0, plugins.length, ...others)
    },
    async resolveId(source, importer) {
      if (!(source in LEAN) || importer?.startsWith(LEAN_PREFIX) === true) return null
      const real = await this.resolve(source, importer, { skipSelf: true })
      if (real === null) return null
      paths.set(source, real.id)
      return LEAN_PREFIX + source
    },
    load(id) {
      if (!id.startsWith(LEAN_PREFIX)) return null
      const source = id.slice(LEAN_PREFIX.length)
      return LEAN[source]?.(paths.get(source) ?? source) ?? null
    },
  }
}

const REACT_DOM = /\/react-dom\/cjs\/react-dom-client\.production\.js$/

/** The functions of React DOM that serve features this app does not use, by name. */
const UNUSED = {
  /** The functions that search for `<ViewTransition>` after every change and find none. */
  seeks: [
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'trackEnterViewTransitions',
    // Adds names of components to error stacks, which are one letter each in a build.
    'describeNativeComponentFrame',
  ],
  /** The functions that only run if an app uses their feature. */
  serves: [
    // <ViewTransition>
    'applyViewTransitionToHostInstances',
    'applyViewTransitionToHostInstancesRecursive',
    'applyViewTransitionName',
    'commitAfterMutationEffectsOnFiber',
    'createMeasurement',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'restoreViewTransitionName',
    'startViewTransition',
    // <Activity>, <SuspenseList>
    'updateActivityComponent',
    'updateSuspenseListComponent',
    // Custom elements
    'setPropOnCustomElement',
    // useActionState, and the memory cache of React Compiler
    'dispatchActionState',
    'mountActionState',
    'runActionStateAction',
    'updateActionStateImpl',
    'useMemoCache',
    // <link>, <style> and <script> in a component, preload() and its kin
    'acquireResource',
    'getResource',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'preconnectAs',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadStylesheet',
    'suspendResource',
    'getHydratableHoistableCache',
    // <html>, <head> and <body> in a component
    'resolveSingletonInstance',
    // A ref of a fragment
    'FragmentInstance',
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    'findFragmentInstanceOrTextInstanceSiblings',
    'schedulePendingIntersectionUnobserve',
    'validateDocumentPositionWithFiberTree',
  ],
} as const

/** The methods of a fragment ref, which the app never creates. */
const METHODS = 'FragmentInstance.prototype.'

/** The attributes of SVG fonts, which no browser draws any more. */
const GLYPHS =
  /\["(?:accentHeight|arabicForm|capHeight|glyph\w+|horiz\w+|(?:overline|strikethrough|underline)\w+|panose-1|unicodeRange|unitsPerEm|v[A-Z]\w+|vert\w+|xHeight)", "[\w-]+"\],?/g

/**
 * Empties functions of React DOM that the app never reaches; the bundler then drops code that only they call. Code that begins to
 * use such a feature gets an error: remove its functions from the list then.
 *
 * @throws Error when React DOM lacks one of the functions: the list then needs a review.
 */
export function leanReactPlugin(): Plugin {
  const bodies = new Map<string, string>([
    ...UNUSED.seeks.map((name) => [name, `{return ''}`] as const),
    ...UNUSED.serves.map((name) => [name, '{throw Error(LEFT_OUT)}'] as const),
  ])
  return {
    name: 'lean-react',
    transform: {
      filter: { id: REACT_DOM },
      handler(code) {
        const { body: nodes } = this.parse(code)
        const found = nodes.flatMap((node) =>
          node.type === 'FunctionDeclaration' &&
          node.id !== null &&
          node.body !== null &&
          bodies.has(node.id.name)
            ? [{ name: node.id.name, body: node.body }]
            : [],
        )
        const missing = [...bodies.keys()].filter((name) => !found.some((one) => one.name === name))
        if (missing.length > 0)
          this.error(`lean.ts names what React DOM does not have: ${missing.join(', ')}`)
        const cuts = [
          ...found.map(({ name, body: { start, end } }) => ({ start, end, left: bodies.get(name) ?? '{}' })),
          ...nodes
            .filter(({ start }) => code.startsWith(METHODS, start))
            .map(({ start, end }) => ({ start, end, left: '' })),
          ...[...code.matchAll(GLYPHS)].map(({ 0: text, index: start }) => ({
            ...{ start, end: start + text.length, left: '' },
          })),
        ]
        let lean = code
        for (const { start, end, left } of cuts.toSorted((one, other) => other.start - one.start)) {
          // Keeps the line breaks, so that positions in React's source map stay right without a map of our own.
          const lines = code.slice(start, end).replaceAll(/[^\n]/g, '')
          lean = lean.slice(0, start) + left + lines + lean.slice(end)
        }
        return {
          code: `${lean}\nvar LEFT_OUT = 'this part of React is not in the build: apps/web/lean.ts';`,
          map: null,
        }
      },
    },
  }
}
