import { glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { LANGUAGES } from '@counterfoil/design/languages'
import { z } from 'zod'
import { joinCatalogue, type CatalogueSettings } from './catalogue.ts'
import { findTemplateFaults, findTranslationFaults } from './catalogue-faults.ts'
import { printModule } from './print-module.ts'
import { readResourceBundle, type ResourceBundle } from './resource-bundle.ts'

const SETTINGS = z.strictObject({
  template: z.string(),
  locales: z.array(z.string()).default([...LANGUAGES]),
  writeTo: z.string(),
  tags: z.record(z.string(), z.tuple([z.string(), z.string()])),
  html: z.strictObject({ tag: z.string(), value: z.string(), module: z.string() }).optional(),
})

/** The result of compiling: module texts by path, or the faults to correct. */
export type Compiled = { readonly modules: ReadonlyMap<string, string>; readonly faults: readonly string[] }

/** Returns the folders with catalogues of all apps. */
export async function findCatalogueFolders(root: string): Promise<readonly string[]> {
  const folders: string[] = []
  for await (const file of glob('{apps,packages}/*/messages/catalogue.json', { cwd: root }))
    folders.push(join(root, dirname(file)))
  return folders.toSorted()
}

/** Compiles the messages of one app; files of locales that are not delivered are ignored. */
export async function compileFolder(folder: string): Promise<Compiled> {
  const settings = SETTINGS.parse(JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.arb'))
  const parts = files.filter((file) => file.endsWith(`.${settings.template}.arb`)).toSorted()
  const compiled = await Promise.all(
    parts.map((file) =>
      compilePart({ folder, part: file.slice(0, -`.${settings.template}.arb`.length) }, settings),
    ),
  )
  return {
    modules: new Map(compiled.flatMap(({ modules }) => [...modules])),
    faults: compiled.flatMap(({ faults }) => faults),
  }
}

async function compilePart(
  { folder, part }: { readonly folder: string; readonly part: string },
  settings: CatalogueSettings,
): Promise<Compiled> {
  const modules = new Map<string, string>()
  const faults: string[] = []
  const template = await readBundle({ folder, part, locale: settings.template }, faults)
  if (template === undefined) return { modules, faults }
  const own = findTemplateFaults(template, settings)
  faults.push(...own.map((fault) => `${part}.${settings.template}.arb: ${fault}`))
  for (const locale of settings.locales) {
    const isTemplate = locale === settings.template
    // oxlint-disable-next-line no-await-in-loop
    const translation = isTemplate ? template : await readBundle({ folder, part, locale }, faults)
    if (translation === undefined) continue
    const found = isTemplate ? own : findTranslationFaults({ template, translation }, settings)
    if (!isTemplate) faults.push(...found.map((fault) => `${part}.${locale}.arb: ${fault}`))
    if (found.length > 0 || own.length > 0) continue
    const text = printModule(joinCatalogue(part, { template, translation }, settings), settings)
    modules.set(join(folder, settings.writeTo, `${part}.${locale}.ts`), text)
  }
  return { modules, faults }
}

async function readBundle(
  { folder, part, locale }: { readonly folder: string; readonly part: string; readonly locale: string },
  faults: string[],
): Promise<ResourceBundle | undefined> {
  const name = `${part}.${locale}.arb`
  try {
    const bundle = readResourceBundle({ name, text: await readFile(join(folder, name), 'utf8') })
    if (bundle.locale !== locale) faults.push(`${name}: "@@locale" says ${bundle.locale}`)
    return bundle
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    faults.push(
      code === 'ENOENT' ? `${name} is missing` : message.startsWith(name) ? message : `${name}: ${message}`,
    )
    return undefined
  }
}

/**
 * Compares generated modules with the files in their folders, and writes the different ones unless it only checks.
 *
 * @returns Paths of files that were out of date, from `root`.
 */
export async function writeModules(
  modules: ReadonlyMap<string, string>,
  { root, isCheck }: { readonly root: string; readonly isCheck: boolean },
): Promise<readonly string[]> {
  const folders = new Set([...modules.keys()].map((path) => dirname(path)))
  const stale: string[] = []
  for (const [path, text] of modules) {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue
    stale.push(path)
    if (isCheck) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  for (const folder of folders) {
    for (const file of await readdir(folder).catch(() => [])) {
      const path = join(folder, file)
      if (modules.has(path)) continue
      stale.push(path)
      if (!isCheck) await rm(path)
    }
  }
  return stale.map((path) => relative(root, path))
}
