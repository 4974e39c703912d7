import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree } from '@counterfoil/testkit/tree-copy'

/** A copy of the source tree as another release. */
export type OtherRelease = {
  /** The path of the main program of its provider. */
  readonly main: string
  remove(): Promise<void>
}

const MIGRATIONS = 'apps/provider/src/database/migrate.ts'
const ENTRY = /^ {2}'(\d{3}-[^']+)': \{.*\},\n/gm

/** Copies the tree as release `version`, with migrations up to the one named `last`, or also with those of a next release. */
export async function makeRelease(
  version: string,
  schema: { readonly last: string } | 'next',
): Promise<OtherRelease> {
  const { path, remove } = await copyTree(join(import.meta.dirname, '../../../../..'))
  const file = join(path, MIGRATIONS)
  const text = await readFile(file, 'utf8')
  const changed =
    schema === 'next'
      ? `import { NEXT_RELEASE } from './testing/next-release.ts'\n${text.replace('return Object.fromEntries(changes)', 'return { ...Object.fromEntries(changes), ...NEXT_RELEASE }')}`
      : text.replaceAll(ENTRY, (line, name: string) => (name <= schema.last ? line : ''))
  await writeFile(file, changed)
  await writeFile(join(path, 'RELEASE.json'), JSON.stringify({ version }))
  return { main: join(path, 'apps/provider/src/main.ts'), remove }
}
