// Runs the GraphQL endpoint in its own process, on an existing database. After SIGUSR2 it counts its statements to PostgreSQL, or
// the writes of the embedded database to the disk, and kills itself at the one that KILL_AT names.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import pg from 'pg'
import { startEndpoint } from '#testing/graphql-endpoint.ts'
import { deadlyQuery, type KillMoment } from './deadly-query.ts'
import { deadlyWrite, type WriteMoment } from './deadly-write.ts'

const env = process.env
const killAt = env['KILL_AT'] === undefined ? undefined : Number(env['KILL_AT'])
const moment = env['KILL_MOMENT'] ?? 'before'
const die = () => void process.kill(process.pid, 'SIGKILL')

function dieAtStatement(url: string) {
  const { query } = pg.Client.prototype
  const deadly = deadlyQuery({ query: query as never, killAt, moment: moment as KillMoment, die })
  pg.Client.prototype.query = deadly.query as never
  return { deadly, database: { kind: 'postgres', url, maxConnections: 4 } as const }
}

function dieAtWrite(dataDir: string) {
  const deadly = deadlyWrite({ write: fs.writeSync as never, killAt, moment: moment as WriteMoment, die })
  fs.writeSync = deadly.write as never
  syncBuiltinESMExports()
  return { deadly, database: { kind: 'embedded', dataDir } as const }
}

const url = env['DATABASE_URL']
const dataDir = env['DATA_DIR']
if (url === undefined && dataDir === undefined) throw new Error('DATABASE_URL or DATA_DIR is missing')
const { deadly, database } = url === undefined ? dieAtWrite(dataDir ?? '') : dieAtStatement(url)

const endpoint = await startEndpoint({ database })
process.on('SIGUSR2', () => {
  deadly.count()
  process.stdout.write('counting\n')
})
process.on('SIGTERM', () => void endpoint.close().then(() => process.exit(0)))
process.on('SIGUSR1', () => process.stdout.write(`counted ${deadly.counted()}\n`))
process.stdout.write(`listening on ${endpoint.url}\n`)
