import { readFile, glob } from 'node:fs/promises'
import { findBoundaryFaults } from './boundaries.ts'

let faults = 0
for await (const file of glob('{apps,packages}/*/src/**/*.{ts,tsx}')) {
  for (const fault of findBoundaryFaults(file.replaceAll('\\', '/'), await readFile(file, 'utf8'))) {
    faults += 1
    console.log(`${fault.file}: imports '${fault.specifier}', but ${fault.reason}.`)
  }
}
process.exitCode = faults === 0 ? 0 : 1
