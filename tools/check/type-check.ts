/** Checks the types of all packages, and that no declaration names a package that its own package does not depend on. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLooseImports } from './declarations.ts'
import { bin, program, ROOT } from '../step.ts'

// Several checkers would each compute the large types of the resolvers, which takes half as much time again, and gigabytes.
const { code, output } = await program(bin('tsc'), ['-b', '--checkers', '1'])
if (output !== '') console.log(output)
process.exitCode = code

for (const file of globSync(
  ['{apps,packages}/*', 'tools', 'bench'].map((at) => `${at}/.cache/types/**/*.d.ts`),
  { cwd: ROOT },
)) {
  const folder = file.slice(0, file.indexOf('/.cache/'))
  const hasPackage = (name: string): boolean =>
    [folder, '.'].some((at) =>
      [name, `@types/${name}`].some((one) => existsSync(join(ROOT, at, 'node_modules', one))),
    )
  for (const name of findLooseImports(readFileSync(join(ROOT, file), 'utf8'), hasPackage)) {
    console.log(
      `${file} names ${name}, which ${folder}/package.json does not: what it exports has no type elsewhere.`,
    )
    process.exitCode = 1
  }
}
