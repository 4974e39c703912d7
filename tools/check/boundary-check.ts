import { readFile, glob } from 'node:fs/promises'
import { findBoundaryFaults } from './boundaries.ts'
import { findSuffixFault } from './file-suffixes.ts'
import { findModuleState } from './module-state.ts'
import { describeNeighbours, findAdjacentParameters } from './adjacent-parameters.ts'
import { describeImportCycle, findImportCycles } from './folder-layers.ts'

let faults = 0
const sources = new Map<string, string>()
for await (const file of glob('{apps,packages}/*/src/**/*.{ts,tsx}')) {
  const path = file.replaceAll('\\', '/')
  const source = await readFile(file, 'utf8')
  sources.set(path, source)
  for (const fault of findBoundaryFaults(path, source)) {
    faults += 1
    console.log(`${fault.file}: imports '${fault.specifier}', but ${fault.reason}.`)
  }
  for (const { line, text } of findModuleState(path, source)) {
    faults += 1
    console.log(`${path}:${line}: '${text}' is state of a module; give it an owner that is created.`)
  }
  for (const pair of findAdjacentParameters(path, source)) {
    faults += 1
    console.log(describeNeighbours(pair))
  }
}
for await (const file of glob('examples/*/**/*.{js,jsx,ts,tsx}', {
  exclude: (path) => path.includes('node_modules'),
})) {
  for (const fault of findBoundaryFaults(file.replaceAll('\\', '/'), await readFile(file, 'utf8'))) {
    faults += 1
    console.log(`${fault.file}: imports '${fault.specifier}', but ${fault.reason}.`)
  }
}
for (const [path, source] of sources) {
  const fault = findSuffixFault(path, source)
  if (fault === undefined) continue
  faults += 1
  console.log(`${fault.file}: ${fault.reason}.`)
}
for (const folder of ['apps/bff', 'apps/provider', 'apps/web', 'packages/bff']) {
  for (const cycle of findImportCycles(`${folder}/src`, sources)) {
    faults += 1
    console.log(describeImportCycle(cycle))
  }
}
process.exitCode = faults === 0 ? 0 : 1
