import { readFile, glob } from 'node:fs/promises'
import { findBoundaryFaults } from './boundaries.ts'
import { findSuffixFault } from './file-suffixes.ts'
import { findModuleState } from './module-state.ts'
import { describeNeighbours, findAdjacentParameters } from './adjacent-parameters.ts'
import { describeImportCycle, findImportCycles } from './folder-layers.ts'

const faults: string[] = []
const reportImports = (path: string, source: string): void => {
  for (const { file, specifier, reason } of findBoundaryFaults(path, source))
    faults.push(`${file}: imports '${specifier}', but ${reason}.`)
}
const sources = new Map<string, string>()
for await (const file of glob('{apps,packages}/*/src/**/*.{ts,tsx}')) {
  const path = file.replaceAll('\\', '/')
  const source = await readFile(file, 'utf8')
  sources.set(path, source)
  reportImports(path, source)
  for (const { line, text } of findModuleState(path, source))
    faults.push(`${path}:${line}: '${text}' is state of a module; give it an owner that is created.`)
  faults.push(...findAdjacentParameters(path, source).map(describeNeighbours))
  const suffix = findSuffixFault(path, source)
  if (suffix !== undefined) faults.push(`${suffix.file}: ${suffix.reason}.`)
}
const examples = glob('examples/*/**/*.{js,jsx,ts,tsx}', { exclude: (path) => path.includes('node_modules') })
for await (const file of examples) reportImports(file.replaceAll('\\', '/'), await readFile(file, 'utf8'))
for (const folder of ['apps/bff', 'apps/provider', 'apps/web', 'packages/bff'])
  faults.push(...findImportCycles(`${folder}/src`, sources).map(describeImportCycle))
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
