import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { importedSpecifiers } from './boundaries.ts'

const IGNORED = /^(node_modules|dist|\.cache|\.data|release|test-results)$/

/** Returns the text of every source in `root`, by path from `root`. */
export function readSources(root: string): ReadonlyMap<string, string> {
  const inFolders = globSync('{apps,packages,tools,bench}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => IGNORED.test(path.slice(path.lastIndexOf('/') + 1)),
  })
  const files = [...inFolders, ...globSync('*.ts', { cwd: root })].toSorted()
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** The exports of a workspace package: its folder, and the file of each path or path pattern. */
type PackageExports = {
  readonly folder: string
  readonly exports: readonly (readonly [path: string, file: string])[]
}

/** Returns the packages of the workspace by name. */
export function readPackages(root: string): ReadonlyMap<string, PackageExports> {
  const files = globSync(['{apps,packages}/*/package.json', '{tools,bench}/package.json'], { cwd: root })
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> }
      return [name, { folder: dirname(file), exports: Object.entries(exports) }]
    }),
  )
}

/** Returns the path from the root to which `specifier` resolves; undefined for external packages. */
function targetOf(
  file: string,
  specifier: string,
  packages: ReadonlyMap<string, PackageExports>,
): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [top = '', name = ''] = file.split('/')
  if (specifier.startsWith('#')) return `${top}/${name}/src/${specifier.slice(1)}`
  const [, owner = '', path = ''] = /^(@counterfoil\/[^/]+)(\/.+)?$/.exec(specifier) ?? []
  const { folder = '', exports = [] } = packages.get(owner) ?? {}
  for (const [pattern, target] of exports) {
    const [before = '', after] = pattern.split('*')
    const asked = `.${path}`
    if (after === undefined ? asked !== pattern : !asked.startsWith(before)) continue
    return normalize(join(folder, target.replace('*', asked.slice(before.length))))
  }
  return undefined
}

/** Returns the importers of each source: files by the path of the imported one; imports of external packages under undefined. */
export function findImporters(
  sources: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, PackageExports>,
): ReadonlyMap<string | undefined, readonly { readonly file: string }[]> {
  return Map.groupBy(
    [...sources].flatMap(([file, text]) =>
      importedSpecifiers(text).map((specifier) => ({ file, target: targetOf(file, specifier, packages) })),
    ),
    ({ target }) => target,
  )
}

/** A global declaration, which other modules see without an import. Those of a test or a bench are used only there. */
const GLOBAL_DECLARATION = /^\s*declare (?:global|module)\b/m

/**
 * Returns `changed` and all sources that import one of them, directly or indirectly. Returns all sources if one of `changed`
 * has a global declaration.
 *
 * @param sources The texts by path from the root.
 */
export function findAffected(
  changed: Iterable<string>,
  sources: ReadonlyMap<string, string>,
  packages: ReadonlyMap<string, PackageExports>,
): ReadonlySet<string> {
  const importers = findImporters(sources, packages)
  const affected = new Set(changed)
  for (const file of affected) {
    if (/^(apps|packages)\/[^/]+\/src\//.test(file) && GLOBAL_DECLARATION.test(sources.get(file) ?? ''))
      return new Set(sources.keys())
    for (const importer of importers.get(file) ?? []) affected.add(importer.file)
  }
  return affected
}
