import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** The files that a page loads first, besides the script of every page, as paths from the root of the app. */
interface PageFiles {
  /** The files of each part, by its name in `parts.ts`. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** The files of words by language and part; `page` names the words of every page. */
  readonly words: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

interface Entry {
  readonly file: string
  readonly imports?: readonly string[]
}

const PARTS = 'src/app/parts.ts'
/** The module of each language with the words of every page, which refers to the words of the parts. */
const LANGUAGES = { en: 'src/words/en.ts', fr: 'src/words/fr.ts', de: 'src/words/de.ts' }
/** Matches an entry such as `home: async () => (await import('./home-part.tsx')).HomePart`. */
const PART = /^ {2}(\w+): async \(\) =>\s*\(await import\('([^']+)'\)\)/gm

/**
 * Finds the files of every part and language in a build, so that the HTML can list them: the browser need not load one script to
 * discover the next.
 *
 * @param root The folder of the web app.
 * @param manifest Vite's manifest: the imports of each file.
 * @throws Error when a part has no file.
 */
export async function findPageFiles(
  root: string,
  manifest: Readonly<Record<string, Entry>>,
): Promise<PageFiles> {
  const entry = manifest['index.html']?.file
  const filesOf = (source: string): readonly string[] => {
    const files = new Set<string>()
    const visit = (key: string) => {
      const found = manifest[key]
      if (found === undefined) throw new Error(`the build has no file of ${key}`)
      if (files.has(found.file)) return
      files.add(found.file)
      found.imports?.forEach(visit)
    }
    visit('index.html')
    visit(source)
    return [...files].filter((file) => file !== entry).map((file) => `/${file}`)
  }
  /** Returns the files of each part that a module lists. */
  const partsIn = async (list: string): Promise<Readonly<Record<string, readonly string[]>>> => {
    const folder = posix.dirname(list)
    const pathOf = (source: string) =>
      source.startsWith('#') ? `src/${source.slice(1)}` : posix.join(folder, source)
    const found = (await readFile(join(root, list), 'utf8')).matchAll(PART)
    return Object.fromEntries([...found].map(([, name = '', source = '']) => [name, filesOf(pathOf(source))]))
  }
  const words = Object.entries(LANGUAGES).map(
    async ([locale, list]) => [locale, { page: filesOf(list), ...(await partsIn(list)) }] as const,
  )
  return { parts: await partsIn(PARTS), words: Object.fromEntries(await Promise.all(words)) }
}
