import { readFileSync, writeFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema } from 'graphql'
import { findBrokenPromises, printPromise } from './breaking-changes.ts'

const SCHEMA_FILE = new URL('../schema.graphql', import.meta.url)
const PROMISE_FILE = new URL('../promise.graphql', import.meta.url)

/** Returns the present schema. */
export function readSchema(): GraphQLSchema {
  return buildSchema(readFileSync(SCHEMA_FILE, 'utf8'))
}

/** Returns the promised schema: the print of the schema when it was last accepted. */
export function readPromise(): string {
  return readFileSync(PROMISE_FILE, 'utf8')
}

// `node packages/graphql-schema/src/main.ts` accepts the present schema as the promise, unless it breaks the last one.
if (import.meta.main) {
  const schema = readSchema()
  const broken = findBrokenPromises(buildSchema(readPromise()), schema)
  if (broken.length > 0 && !process.argv.includes('--break')) {
    process.stderr.write(`Clients would miss:\n${broken.join('\n')}\nAdd --break when that is meant.\n`)
    process.exitCode = 1
  } else {
    writeFileSync(PROMISE_FILE, printPromise(schema))
  }
}
