import { existsSync, globSync, readFileSync } from 'node:fs'
import { anchorsIn, findLinkFaults, findProofFaults } from './doc-links.ts'

const IGNORED = /(^|\/)(node_modules|dist|\.cache|\.data|test-results)(\/|$)/

let faults = 0
for (const file of globSync('**/*.md', { exclude: (path) => IGNORED.test(path) })) {
  const markdown = readFileSync(file, 'utf8')
  const found = findLinkFaults(file, markdown, existsSync, (path) => anchorsIn(readFileSync(path, 'utf8')))
  for (const fault of found) {
    faults += 1
    console.log(`${fault.file}:${fault.line}: ${fault.link} leads nowhere.`)
  }
  const read = (path: string): string | undefined =>
    existsSync(path) ? readFileSync(path, 'utf8') : undefined
  for (const fault of findProofFaults(file, markdown, read)) {
    faults += 1
    console.log(`${fault.file}:${fault.line}: there is no test "${fault.title}" in ${fault.path}.`)
  }
}
process.exitCode = faults === 0 ? 0 : 1
