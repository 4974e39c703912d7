/**
 * Joins the SDL of the nouns (`src/books/nouns.ts`) into the committed schema, writes beside each noun's SDL the types of its
 * resolvers, and writes the types of tables. `node codegen.ts` writes, `node codegen.ts --check` fails when a committed file is not what it
 * would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinSchema } from './codegen/join-schema.ts'
import { printNounTypes, type NounSdl } from './codegen/noun-types.ts'
import { printTableTypes } from './codegen/table-types.ts'
import { NOUNS } from './src/books/nouns.ts'

const SOURCE_ROOT = fileURLToPath(new URL('src', import.meta.url))
const SCHEMA_FILE = fileURLToPath(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql'))

/** `…/user/user.graphql` has its types in `#…/user/user-schema.ts`, which begin with `User`. */
async function readNounSdl(sdl: URL): Promise<NounSdl> {
  const file = fileURLToPath(sdl)
  const module = `#${relative(SOURCE_ROOT, file)
    .replaceAll('\\', '/')
    .replace(/\.graphql$/, '-schema.ts')}`
  const words = basename(file, '.graphql').split('-')
  const prefix = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return { text: await readFile(file, 'utf8'), module, prefix }
}

/** Text by path: the schema, and the types of each noun. */
export async function generate(sdls: readonly URL[]): Promise<ReadonlyMap<string, string>> {
  const nouns = await Promise.all(sdls.map(readNounSdl))
  return new Map([
    [SCHEMA_FILE, joinSchema(nouns.map(({ text }) => text))],
    ...[...printNounTypes(nouns)].map(
      ([module, text]) => [`${SOURCE_ROOT}/${module.slice(1)}`, text] as const,
    ),
  ])
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check')
  const nouns = await generate(NOUNS.map(({ sdl }) => sdl))
  const tables = [`${SOURCE_ROOT}/database/generated/tables.ts`, await printTableTypes()] as const
  for (const [path, text] of [...nouns, tables]) {
    const before = await readFile(path, 'utf8').catch(() => '')
    if (before === text) continue
    if (!isCheck) await writeFile(path, text)
    else {
      console.error(`${path} is not what apps/provider/codegen.ts writes`)
      process.exitCode = 1
    }
  }
}
