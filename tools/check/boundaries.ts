import { posix } from 'node:path'

/** The packages of the workspace by folder, each with its permitted imports. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'apps/web': ['oauth', 'bff-api', 'graphql-schema', 'money', 'design', 'react'],
  'apps/bff': ['bff', 'oauth', 'bff-api', 'service'],
  'packages/bff': ['oauth', 'bff-api', 'service', 'design'],
  'apps/provider': ['oauth', 'graphql-schema', 'money', 'service', 'design'],
  'packages/react': ['bff-api'],
  'packages/messages': ['design'],
  'packages/money': [],
  'packages/oauth': [],
  'packages/bff-api': ['design'],
  'packages/graphql-schema': [],
  'packages/design': [],
  'packages/service': [],
}

/** The public entries of packages that other teams install; all other modules of these packages are internal. */
export const PUBLIC_ENTRIES: Readonly<Record<string, readonly string[]>> = {
  bff: ['@counterfoil/bff', '@counterfoil/bff/server', '@counterfoil/bff/testing'],
  react: ['@counterfoil/react', '@counterfoil/react/urql'],
}
const TESTING_ENTRY = '@counterfoil/bff/testing'

/** Packages that pure packages may import. */
const PURE_PACKAGES = [
  'packages/money',
  'packages/oauth',
  'packages/bff-api',
  'packages/graphql-schema',
  'packages/design',
]
const PURE_MAY_USE = ['zod', 'graphql']
/** Files that may import everything of the workspace: tests, and the packages that exist for them. */
const TEST_FILE = /\.(test|spec)\.[jt]sx?$|\/testing\/|\/e2e\//

/** One forbidden import. */
type BoundaryFault = { readonly file: string; readonly specifier: string; readonly reason: string }

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Returns the specifiers that the text of a module imports or re-exports, static and dynamic. */
export function importedSpecifiers(source: string): readonly string[] {
  return [...source.matchAll(IMPORT)].map(([, fixed, dynamic]) => fixed ?? dynamic ?? '')
}

/**
 * Finds the imports of one file that its package or its feature must not have.
 *
 * @param file Path from the root of the repository, with forward slashes.
 */
export function findBoundaryFaults(file: string, source: string): readonly BoundaryFault[] {
  const folder = Object.keys(MAY_IMPORT).find((candidate) => file.startsWith(`${candidate}/src/`))
  const isTest = TEST_FILE.test(file)
  return importedSpecifiers(source).flatMap((specifier) => {
    const reason =
      entryFault(file, specifier, isTest) ??
      (folder === undefined || isTest
        ? undefined
        : faultOf(file, folder, MAY_IMPORT[folder] ?? [], specifier))
    return reason === undefined ? [] : [{ file, specifier, reason }]
  })
}

/** Checks imports of installable packages: an app may import public entries only, an example nothing else of this repository. */
function entryFault(file: string, specifier: string, isTest: boolean): string | undefined {
  const [scope, name = ''] = specifier.split('/')
  if (scope !== '@counterfoil' || file.startsWith(`packages/${name}/`)) return undefined
  const entries = PUBLIC_ENTRIES[name]
  if (entries === undefined)
    return file.startsWith('examples/') ? 'an example imports what other teams can install' : undefined
  if (!entries.includes(specifier)) return `other packages may import ${entries.join(', ')}`
  if (specifier === TESTING_ENTRY && !isTest) return 'it is for tests'
  return undefined
}

function faultOf(
  file: string,
  folder: string,
  allowed: readonly string[],
  specifier: string,
): string | undefined {
  if (specifier.startsWith('.')) return relativeFault(file, folder, specifier)
  if (specifier.startsWith('#')) return featureFault(file, `${folder}/src/${specifier.slice(1)}`)
  const [scope, name] = specifier.split('/')
  if (
    scope === '@counterfoil' &&
    name !== undefined &&
    !allowed.includes(name) &&
    !folder.endsWith(`/${name}`)
  ) {
    return `${folder} may import ${allowed.length === 0 ? 'no other package' : allowed.join(', ')}`
  }
  if (file.endsWith('/main.ts')) return undefined
  if (PURE_PACKAGES.includes(folder) && scope !== '@counterfoil' && !PURE_MAY_USE.includes(scope ?? '')) {
    return `${folder} may import ${PURE_MAY_USE.join(' and ')} only`
  }
  return undefined
}

function relativeFault(file: string, folder: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(file), specifier)
  if (!target.startsWith(`${folder}/`))
    return 'a package is entered through its exports, never by a relative path'
  return featureFault(file, target)
}

/** Checks that features of the web app do not import each other; `app/` composes them. */
function featureFault(file: string, target: string): string | undefined {
  const own = featureOf(file)
  const other = featureOf(target)
  if (own === undefined || other === undefined || own === other) return undefined
  return `feature "${own}" may not import feature "${other}"; app/ composes them`
}

function featureOf(path: string): string | undefined {
  return /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]
}
