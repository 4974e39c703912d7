import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const KINDS = ['added', 'changed', 'fixed'] as const
const NAME = new RegExp(`^[\\w-]+\\.(${KINDS.join('|')})\\.md$`)

/** A file of `changes/`. The end of its name is the kind of change. */
type ChangeFile = { readonly name: string; readonly text: string }

/**
 * Returns the changelog with the changes by kind, under a new heading for the version, above the previous version.
 * @throws Error if a file name has no known kind
 */
export function joinChanges(changelog: string, version: string, changes: readonly ChangeFile[]): string {
  const unknown = changes.find(({ name }) => !NAME.test(name))
  if (unknown !== undefined)
    throw new Error(`changes/${unknown.name} must end in .${KINDS.join('.md, .')}.md`)
  const sections = KINDS.flatMap((kind) => {
    const lines = changes
      .filter(({ name }) => name.endsWith(`.${kind}.md`))
      .map(({ text }) => `- ${text.trim().replaceAll(/\s+/g, ' ').replaceAll('](../', '](')}\n`)
    return lines.length === 0 ? [] : [`### ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n${lines.join('')}`]
  })
  const [intro = '', ...versions] = changelog.split(/^(?=## )/m)
  return [intro, `## ${version}\n\n${sections.join('\n')}\n`, ...versions].join('')
}

/** Reads the change files of a folder, in the order of their names. */
export async function readChanges(folder: string): Promise<readonly ChangeFile[]> {
  const names = (await readdir(folder)).filter((name) => name !== 'README.md').toSorted()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

if (import.meta.main) {
  const version = process.argv[2]
  if (version === undefined) throw new Error('usage: node tools/documents/changelog.ts VERSION')
  const changes = await readChanges('changes')
  await writeFile('CHANGELOG.md', joinChanges(await readFile('CHANGELOG.md', 'utf8'), version, changes))
  await Promise.all(changes.map(({ name }) => rm(join('changes', name))))
}
