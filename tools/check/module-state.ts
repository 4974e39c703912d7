/** State in a module: two apps in one process would share it, and a test cannot begin without it. */
type StateFault = { readonly file: string; readonly line: number; readonly text: string }

/** The permitted state, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'packages/service/src/values/random.ts': 'random bytes have no owner; what was given out is wiped',
  'packages/bff/src/http/request-context-middleware.ts': 'each request sees its own context only',
  'apps/web/src/features/start/start-screen.tsx': 'of the one browser that the page is in',
}

const STATE = [
  /^(?:export )?(?:let|var) /,
  /^(?:export )?const \w+(?:: [^=]+)? = new (?:Map|Set|WeakMap|WeakSet|AsyncLocalStorage)(?:<.*>)?\(\)/,
  /^(?:export )?const \w+(?:: [^=]+)? = create(?:BoundedMap|WindowBudget|ConcurrencyLimit)\b/,
  /^(?:export )?const \w+: (?!readonly )[^=]+\[\] = \[\]/,
]

/**
 * Finds state that a module keeps between calls: a variable that may change, an empty collection, a cache. A collection that
 * is filled where it is declared is a constant.
 *
 * @param file Path from the root, with forward slashes.
 */
export function findModuleState(file: string, source: string): readonly StateFault[] {
  if (file in ALLOWED || /\.(test|spec)\.tsx?$|\/testing\/|^packages\/(testkit|e2e)\//.test(file)) return []
  return source
    .split('\n')
    .flatMap((text, index) =>
      STATE.some((state) => state.test(text)) ? [{ file, line: index + 1, text: text.trim() }] : [],
    )
}
