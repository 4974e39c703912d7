// npm run bench -- mutation: changes the rules one place at a time and reports which change no pure test notices.
// BENCH_ONLY=packages/oauth/src,packages/bff/src/limits mutates these folders; the others keep their last results.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listRuleFolders } from './mutation/folders.ts'
import { mutateFolder } from './mutation/mutate-folder.ts'
import { formatMutationReport, parseMutationReport } from './mutation/report.ts'

const PAGE = join(import.meta.dirname, 'results', 'mutation.txt')

const folders = listRuleFolders()
const wanted = process.env['BENCH_ONLY']?.split(',') ?? folders.map(({ folder }) => folder)
const unknown = wanted.filter((name) => !folders.some(({ folder }) => folder === name))
if (unknown.length > 0) throw new Error(`not among the folders that are mutated: ${unknown.join(', ')}`)

const previous = parseMutationReport(await readFile(PAGE, 'utf8'))
const results = new Map(previous.map((result) => [result.folder, result]))
for (const ruleFolder of folders.filter(({ folder }) => wanted.includes(folder))) {
  const result = await mutateFolder(ruleFolder, results.get(ruleFolder.folder)?.survivors ?? [])
  console.log(`${result.folder}: ${result.killed} of ${result.mutants} mutants were killed`)
  results.set(result.folder, result)
  const known = folders.flatMap(({ folder }) => results.get(folder) ?? [])
  await writeFile(PAGE, formatMutationReport(known))
}
