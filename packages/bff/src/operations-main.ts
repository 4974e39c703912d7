#!/usr/bin/env node
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import { readOperation } from '#mount/document.ts'

/** `npx counterfoil operations src/`: writes the allowed operations of browsers into `operations.json`, from `.graphql` files. */

const USAGE = 'npx counterfoil operations <folder with .graphql files> [operations.json]'

try {
  const [command, folder, target = 'operations.json'] = process.argv.slice(2)
  if (command !== 'operations' || folder === undefined) throw new Error(USAGE)
  const operations = await readFolder(folder)
  await writeFile(target, `${JSON.stringify(operations, null, 2)}\n`)
  console.log(
    `${target}: ${Object.values(operations)
      .map(({ name }) => name)
      .join(', ')}`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @throws Error with the name of a file that has not exactly one named operation */
async function readFolder(folder: string): Promise<OperationManifest> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.graphql'))
  const operations: Record<string, OperationManifest[string]> = {}
  for (const file of files.toSorted()) {
    const document = await readFile(join(folder, file), 'utf8')
    try {
      const { kind, name } = readOperation(document)
      operations[createHash('sha256').update(document).digest('hex')] = { name, kind, scopes: [], document }
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  return operations
}
