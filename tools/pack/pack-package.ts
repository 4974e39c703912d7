import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runChild } from '@counterfoil/testkit/child'
import { rolldown } from 'rolldown'
import { parse } from 'yaml'
import { ROOT } from '../step.ts'

interface Manifest {
  readonly name: string
  readonly description: string
  /** The package's commands, by source file. */
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: object
}

const readJson = async <Json>(...path: readonly string[]) =>
  JSON.parse(await readFile(join(...path), 'utf8')) as Json
const isOwn = (id: string) => /^(?:[./#]|@counterfoil\/)/.test(id)
const packageOf = (id: string) => id.split('/', id.startsWith('@') ? 2 : 1).join('/')

/**
 * Writes the installable form of a workspace package: its JavaScript with the code of other workspace packages inside, its types,
 * and a manifest with its dependencies. The types must have been built.
 *
 * @param folder For example `packages/react`.
 * @param out An empty folder.
 */
export async function packPackage(folder: string, out: string): Promise<void> {
  const manifest = await readJson<Manifest>(ROOT, folder, 'package.json')
  const entries = Object.entries(manifest.exports)
  const commands = Object.values(manifest.bin ?? {}).map((source) => [builtName(source), source] as const)
  const used = new Set<string>()
  await bundle(folder, [...entries, ...commands], { out, used })
  const types = await copyTypes(
    entries.map(([, source]) => join(folder, source)),
    { out, used },
  )
  await writeManifest(manifest, { out, used, types, entries })
  await copyFile(join(ROOT, 'LICENSE'), join(out, 'LICENSE'))
}

/**
 * Packs a package like {@link packPackage}, into a tarball that npm, pnpm and yarn install.
 * It is compressed by Node, because not every system has gzip.
 */
export async function packTarball(folder: string, tarball: string): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'pack-'))
  try {
    await mkdir(join(stage, 'package'))
    await packPackage(folder, join(stage, 'package'))
    await runChild('tar', ['-cf', join(stage, 'package.tar'), '-C', stage, 'package'])
    await writeFile(tarball, gzipSync(await readFile(join(stage, 'package.tar'))))
  } finally {
    await rm(stage, { recursive: true })
  }
}

type Entries = readonly (readonly [path: string, source: string])[]
const entryName = (path: string) => (path === '.' ? 'index' : path.replace('./', ''))

async function bundle(
  folder: string,
  entries: Entries,
  { out, used }: { readonly out: string; readonly used: Set<string> },
): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(entries.map(([path, source]) => [entryName(path), join(ROOT, folder, source)])),
    platform: 'node',
    external: (id, importer) => importer !== undefined && !isOwn(id),
  })
  const { output } = await build.write({ dir: join(out, 'dist'), format: 'esm' })
  await build.close()
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    for (const id of [...chunk.imports, ...chunk.dynamicImports])
      if (!id.endsWith('.js') || id.startsWith('@')) used.add(packageOf(id))
  }
}

/** The specifier of a module in a declaration: in `import`, `export … from` and `import('…')`. */
const SPECIFIER = /(\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\2/g

/**
 * Copies the declarations of `sources` and those they import, also from other workspace packages.
 * @returns The paths of the declarations of each source, from `out`.
 */
async function copyTypes(
  sources: readonly string[],
  { out, used }: { readonly out: string; readonly used: Set<string> },
): Promise<ReadonlyMap<string, string>> {
  const placeOf = (source: string) => join('dist', 'types', source.replace(/\.tsx?$/, '.d.ts'))
  const done = new Set<string>()
  const waiting = [...sources]
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (done.has(source)) continue
    done.add(source)
    const [top = '', name = ''] = source.split('/')
    const inside = source.slice(`${top}/${name}/`.length).replace(/\.tsx?$/, '.d.ts')
    const text = await readFile(join(ROOT, top, name, '.cache', 'types', inside), 'utf8')
    const place = placeOf(source)
    const found: string[] = []
    const here = source
    const written = text.replaceAll(SPECIFIER, (all, before: string, quote: string, id: string) => {
      const target = sourceOf(id, here)
      if (target === undefined) {
        used.add(packageOf(id))
        return all
      }
      found.push(target)
      const path = relative(dirname(place), placeOf(target)).replace(/\.d\.ts$/, '.js')
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
    })
    waiting.push(...found)
    await mkdir(dirname(join(out, place)), { recursive: true })
    await writeFile(join(out, place), written)
  }
  return new Map(sources.map((source) => [source, placeOf(source)]))
}

/** Returns the source to which `id` in the source `importer` resolves; undefined for external packages. */
function sourceOf(id: string, importer: string): string | undefined {
  const [top = '', name = ''] = importer.split('/')
  if (id.startsWith('.')) return join(dirname(importer), id)
  if (id.startsWith('#')) return join(top, name, 'src', id.slice(1))
  const [scope, other = '', ...path] = id.split('/')
  return scope === '@counterfoil' ? join('packages', other, 'src', `${path.join('/')}.ts`) : undefined
}

async function writeManifest(
  manifest: Manifest,
  about: {
    readonly out: string
    readonly used: ReadonlySet<string>
    readonly types: ReadonlyMap<string, string>
    readonly entries: Entries
  },
): Promise<void> {
  const { catalog } = parse(await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) as {
    readonly catalog: Readonly<Record<string, string>>
  }
  const { version, license } = await readJson<{ version: string; license: string }>(ROOT, 'package.json')
  const { name, description, bin = {}, peerDependencies = {}, peerDependenciesMeta } = manifest
  const needed = [...about.used].filter(
    (id) => !id.startsWith('node:') && !builtinModules.includes(id) && !(id in peerDependencies),
  )
  // Adds type packages for dependencies that have no declarations of their own.
  const withTypes = needed.flatMap((id) => (`@types/${id}` in catalog ? [id, `@types/${id}`] : [id]))
  const dependencies = Object.fromEntries(withTypes.toSorted().map((id) => [id, `^${catalog[id] ?? ''}`]))
  const places = [...about.types.values()]
  const exported = about.entries.map(([path], index) => [
    path,
    { types: `./${places[index]}`, default: `./dist/${entryName(path)}.js` },
  ])
  const written = {
    ...{ name, version, description, license, type: 'module', sideEffects: false },
    engines: { node: '>=22' },
    files: ['dist'],
    ...(Object.keys(bin).length === 0 ? {} : { bin: builtCommands(bin) }),
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    ...(withTypes.length === 0 ? {} : { dependencies }),
    ...(Object.keys(peerDependencies).length === 0 ? {} : { peerDependencies, peerDependenciesMeta }),
  }
  await writeFile(join(about.out, 'package.json'), `${JSON.stringify(written, null, 2)}\n`)
}

const builtName = (source: string) => source.replace(/^\.\/src\/(.*)\.ts$/, '$1')
const builtCommands = (bin: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(bin).map(([name, source]) => [name, `./dist/${builtName(source)}.js`]))
