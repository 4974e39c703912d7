// The GraphQL endpoint as a program of its own, on a database that is there. After SIGUSR2 it counts the statements it
// sends, and dies at the one that KILL_AT names.
import process from 'node:process'
import pg from 'pg'
import { startEndpoint } from '#testing/graphql-endpoint.ts'
import { deadlyQuery, type KillMoment } from './deadly-query.ts'

const env = process.env
const url = env['DATABASE_URL']
if (url === undefined) throw new Error('DATABASE_URL is missing')

const deadly = deadlyQuery({
  query: pg.Client.prototype.query as never,
  killAt: env['KILL_AT'] === undefined ? undefined : Number(env['KILL_AT']),
  moment: (env['KILL_MOMENT'] ?? 'before') as KillMoment,
  die: () => process.kill(process.pid, 'SIGKILL'),
})
pg.Client.prototype.query = deadly.query as never

const endpoint = await startEndpoint({ database: { kind: 'postgres', url, maxConnections: 4 } })
process.on('SIGUSR2', () => {
  deadly.count()
  process.stdout.write('counting\n')
})
process.on('SIGTERM', () => void endpoint.close().then(() => process.exit(0)))
process.on('SIGUSR1', () => process.stdout.write(`counted ${deadly.counted()}\n`))
process.stdout.write(`listening on ${endpoint.url}\n`)
