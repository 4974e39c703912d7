import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'

/** The folders that the copy links to: packages and downloaded programs. */
const LINKED = ['node_modules', '.cache']
/** The folders that are not copied: history, data, results. */
const LEFT_OUT = new Set([...LINKED, '.git', '.data', 'release', 'test-results'])

export type TreeCopy = { readonly path: string; remove(): Promise<void> }

/** Copies the working tree at `root` to a new folder, to be changed and run there. */
export async function copyTree(root: string): Promise<TreeCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-copy-'))
  const path = join(folder, 'tree')
  // Links between the packages are relative, so those of the copy lead to the copy.
  await cp(root, path, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !LEFT_OUT.has(relative(root, source).split(sep).join('/')),
  })
  for (const name of LINKED)
    if (existsSync(join(root, name))) await symlink(join(root, name), join(path, name))
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
