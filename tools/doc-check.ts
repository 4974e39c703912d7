import { existsSync, globSync, readFileSync } from 'node:fs'
import { anchorsIn, findLinkFaults, findProofFaults, unknownSettings } from './doc-links.ts'

const IGNORED = /^release(\/|$)|(^|\/)(node_modules|dist|\.cache|\.data|test-results)(\/|$)/

let faults = 0
for (const file of globSync('**/*.md', { exclude: (path) => IGNORED.test(path) })) {
  const markdown = readFileSync(file, 'utf8')
  const found = findLinkFaults(file, markdown, existsSync, (path) => anchorsIn(readFileSync(path, 'utf8')))
  for (const fault of found) {
    faults += 1
    console.log(`${fault.file}:${fault.line}: ${fault.link} leads nowhere, or to another file than it names.`)
  }
  const read = (path: string): string | undefined =>
    existsSync(path) ? readFileSync(path, 'utf8') : undefined
  for (const fault of findProofFaults(file, markdown, read)) {
    faults += 1
    console.log(`${fault.file}:${fault.line}: there is no test "${fault.title}" in ${fault.path}.`)
  }
}
// A setting that is called otherwise than in the table of its service does nothing, silently.
const tables = ['apps/bff/README.md', 'apps/provider/README.md']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const named = [
  '{docs,docs/decisions}/*.md',
  '*.md',
  'tools/*.ts',
  'packages/{testkit,e2e}/**/*.ts',
  '.github/**/*.yml',
]
const sources = globSync(named, { exclude: (path) => IGNORED.test(path) })
for (const file of sources.filter((path) => !path.endsWith('.test.ts'))) {
  for (const setting of unknownSettings(readFileSync(file, 'utf8'), tables)) {
    faults += 1
    console.log(`${file}: there is no setting ${setting} in the tables of the services.`)
  }
}
process.exitCode = faults === 0 ? 0 : 1
