/**
 * Writes the messages of the apps as modules: one for each part and locale, from the `.arb` files in the folder `messages` of
 * each app. `node compile.ts` writes; `node compile.ts --check` fails if a committed module is out of date.
 */
import { join } from 'node:path'
import { compileFolder, findCatalogueFolders, writeModules } from './src/catalogue-files.ts'

const root = join(import.meta.dirname, '..', '..')
const isCheck = process.argv.includes('--check')

const compiled = await Promise.all((await findCatalogueFolders(root)).map(compileFolder))
for (const { modules, faults } of compiled) {
  for (const fault of faults) console.error(fault)
  // With any fault no module is written or removed, so the apps keep all their messages.
  const stale = faults.length > 0 ? [] : await writeModules(modules, { root, isCheck })
  if (isCheck)
    for (const path of stale) console.error(`${path} is not what packages/messages/compile.ts writes`)
  if (faults.length > 0 || (isCheck && stale.length > 0)) process.exitCode = 1
}
