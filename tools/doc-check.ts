import { existsSync, globSync, readFileSync } from 'node:fs'
import { anchorsIn, findLinkFaults } from './doc-links.ts'

const IGNORED = /(^|\/)(node_modules|dist|\.cache|\.data|test-results)(\/|$)/

let faults = 0
for (const file of globSync('**/*.md', { exclude: (path) => IGNORED.test(path) })) {
  const markdown = readFileSync(file, 'utf8')
  const found = findLinkFaults(file, markdown, existsSync, (path) => anchorsIn(readFileSync(path, 'utf8')))
  for (const fault of found) {
    faults += 1
    console.log(`${fault.file}:${fault.line}: ${fault.link} leads nowhere.`)
  }
}
process.exitCode = faults === 0 ? 0 : 1
