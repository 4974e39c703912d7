import { existsSync, globSync, readFileSync } from 'node:fs'
import { findUnprovedRules, parseRules } from '@counterfoil/testkit/rule-catalogue'
import {
  anchorsIn,
  findLinkFaults,
  findNameFaults,
  findProofFaults,
  hasTitle,
  pathEnds,
  unknownSettings,
} from './doc-links.ts'
import { readIfThere } from '../step.ts'

const IGNORED = /^release(\/|$)|(^|\/)(node_modules|dist|\.cache|\.data|test-results)(\/|$)/

let faults = 0
function report(fault: string): void {
  faults += 1
  console.log(fault)
}
for (const file of globSync('**/*.md', { exclude: (path) => IGNORED.test(path) })) {
  const markdown = readFileSync(file, 'utf8')
  const found = findLinkFaults(file, markdown, existsSync, (path) => anchorsIn(readFileSync(path, 'utf8')))
  for (const { line, link } of found)
    report(`${file}:${line}: ${link} leads nowhere, or to another file than it names.`)
  for (const { line, title, path } of findProofFaults(file, markdown, readIfThere))
    report(`${file}:${line}: there is no test "${title}" in ${path}.`)
}
const RULES = 'docs/rules-to-tests.txt'
const rules = parseRules(readFileSync(RULES, 'utf8'))
const threats = readFileSync('docs/threats.md', 'utf8').matchAll(/^\| (\d+) \|/gm)
const numbers = [...threats].map(([, number = '']) => number)
const cited = rules.filter(({ section }) => section === 'Threats').map(({ rule }) => rule)
const ruleFaults = [
  ...findUnprovedRules(rules),
  ...numbers.filter((number) => !cited.includes(number)).map((number) => `threat ${number} has no entry`),
  ...cited.filter((number) => !numbers.includes(number)).map((number) => `there is no threat ${number}`),
  ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `two threats ${number}`),
  ...rules
    .flatMap(({ tests }) => tests)
    .filter(({ path, title }) => !hasTitle(readIfThere(path) ?? '', title))
    .map(({ path, title }) => `there is no test "${title}" in ${path}`),
]
for (const fault of ruleFaults) report(`${RULES}: ${fault}.`)
/** Names of files that do not exist in this repository, by the document that mentions them. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'docs/architecture.md': ['parcel-store.ts', 'parcel-noun.ts', 'parcel/parcel-schema.ts'], // created by the test of the example
  'docs/integrate.md': ['providers.yaml', 'first-steps.mjs'], // a file of Nango, and one that the reader creates
  'docs/recipes.md': [
    'packages/bff/src/session/two-processes.http.test.ts',
    'apps/provider/src/prompts/consent/budget-scope.http.test.ts',
    'apps/web/src/figures/largest-open.ts',
    'apps/web/src/figures/largest-open.test.ts',
    'apps/web/src/pictures/largest-open.tsx',
  ], // files that readers create by following the document
  'docs/style.md': ['invoice-list.tsx', 'index.ts', 'types.ts', 'x.ts'], // examples, and file names to avoid
  'tools/documents/doc-links.test.ts': ['gone'], // a test case
  'tools/documents/doc-links.ts': ['path/to/file.test.ts'], // an example
}
const tree = globSync(['**/*', '.{github,vscode,devcontainer}/**/*'], {
  exclude: (path) => IGNORED.test(path),
})
const ends = pathEnds(tree)
for (const file of tree.filter((path) => /\.(?:md|tsx?|mjs)$/.test(path))) {
  // Records of the past mention files that existed then.
  if (/^CHANGELOG\.md$|^docs\/decisions\/|^bench\/results\//.test(file)) continue
  const isThere = (name: string): boolean => ends.has(name) || OTHERS[file]?.includes(name) === true
  for (const { line, name } of findNameFaults(file, readFileSync(file, 'utf8'), isThere))
    report(`${file}:${line}: there is no ${name}.`)
}
// A setting whose name is not in the table of its service is silently ignored.
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
// A recipe may mention a setting that does not exist yet.
for (const file of sources.filter((path) => !path.endsWith('.test.ts') && path !== 'docs/recipes.md')) {
  for (const setting of unknownSettings(readFileSync(file, 'utf8'), tables))
    report(`${file}: there is no setting ${setting} in the tables of the services.`)
}
process.exitCode = faults === 0 ? 0 : 1
