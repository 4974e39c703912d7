// npm run bench -- mutation: changes the rules one place at a time and sees whether a pure test notices.
// BENCH_ONLY=packages/oauth/src,apps/bff/src/limits does it for these folders; the others keep their last results.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listRuleFolders } from './mutation/folders.ts'
import { HELD_ELSEWHERE } from './mutation/held-elsewhere.ts'
import { mutateFolder } from './mutation/mutate-folder.ts'
import { formatMutationReport, type FolderResult } from './mutation/report.ts'

const RESULTS = join(import.meta.dirname, 'results')
const JSON_FILE = join(RESULTS, 'mutation.json')

const folders = listRuleFolders()
const wanted = process.env['BENCH_ONLY']?.split(',') ?? folders.map(({ folder }) => folder)
const unknown = wanted.filter((name) => !folders.some(({ folder }) => folder === name))
if (unknown.length > 0) throw new Error(`not among the folders that are mutated: ${unknown.join(', ')}`)

const gone = Object.values(HELD_ELSEWHERE)
  .flat()
  .filter((test) => !existsSync(join(import.meta.dirname, '..', test)))
if (gone.length > 0) throw new Error(`said to hold what is not mutated, and not there: ${gone.join(', ')}`)

const results = await readFile(JSON_FILE, 'utf8').then(
  (text) => new Map((JSON.parse(text) as FolderResult[]).map((result) => [result.folder, result])),
  () => new Map<string, FolderResult>(),
)
await mkdir(RESULTS, { recursive: true })
for (const ruleFolder of folders.filter(({ folder }) => wanted.includes(folder))) {
  const result = await mutateFolder(ruleFolder)
  console.log(`${result.folder}: ${result.killed} of ${result.mutants} mutants were noticed`)
  results.set(result.folder, result)
  const known = folders.map(({ folder }) => results.get(folder)).filter((found) => found !== undefined)
  const notRun = folders.map(({ folder }) => folder).filter((name) => !results.has(name))
  await writeFile(JSON_FILE, `${JSON.stringify(known, null, 2)}\n`)
  await writeFile(join(RESULTS, 'mutation.md'), formatMutationReport(known, notRun))
}
