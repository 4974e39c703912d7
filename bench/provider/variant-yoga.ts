// Bare graphql-yoga on Node's own server: the same schema and documents, answered from memory. It does the minimum
// of a service: it looks each token up in the database, with our statement; with CHECKS_TOKEN=false not even that.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { readBearerHeader } from '@counterfoil/provider/graphql/authentication/bearer-header'
import { buildSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { openProvider } from './open-provider.ts'
import { TASK } from './variant.ts'

const { parts } = await openProvider({ DATABASE_URL: TASK.databaseUrl })
const checksToken = process.env['CHECKS_TOKEN'] !== 'false'
/** The answers of our provider, by root field. */
const answers: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(TASK.preparedFile, 'utf8'))

const schema = buildSchema(
  readFileSync(fileURLToPath(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql')), 'utf8'),
)
for (const type of [schema.getQueryType(), schema.getMutationType()]) {
  for (const [name, answer] of Object.entries(answers)) {
    const field = type?.getFields()[name]
    if (field !== undefined) field.resolve = () => answer
  }
}
const yoga = createYoga({
  schema,
  graphqlEndpoint: '/graphql/public',
  context: async ({ request }) => {
    if (!checksToken) return {}
    const header = readBearerHeader(request.headers.get('authorization') ?? undefined)
    const bearer = header.kind === 'token' ? await parts.bearers.lookUp(header.token) : undefined
    if (bearer?.kind !== 'active') throw new Error('no good token')
    return { userId: bearer.userId }
  },
  graphiql: false,
  landingPage: false,
  logging: false,
})
const server = createServer((req, res) => void yoga(req, res)).listen(0, '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
