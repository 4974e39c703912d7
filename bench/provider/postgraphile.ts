import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Packages installed outside this repository: PostGraphile needs another version of graphql, which would affect the lock file. */
const PACKAGES = ['postgraphile@5.1.5', 'graphql@16.15.0', 'pg@8.23.1']

/** A server of the tables of a database, as in PostGraphile's documentation; ten connections, no log. */
const SERVER = `
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const served = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 10 } }),
  ],
  grafserv: { graphiql: false, watch: false },
}).createServ(grafserv)
const server = createServer()
await served.addTo(server)
server.listen(0, '127.0.0.1', () => process.stdout.write(\`port \${server.address().port}\\n\`))
process.once('SIGTERM', () => process.exit(0))
`

/** Installs PostGraphile into a folder of its own, once, and returns the path of its server. Takes about a minute. */
export function providePostgraphile(): string {
  const folder = join(tmpdir(), `counterfoil-${PACKAGES[0]?.replace('@', '-')}`)
  const script = join(folder, 'server.mjs')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules', 'postgraphile'))) {
    const { status } = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...PACKAGES],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    if (status !== 0) throw new Error('PostGraphile could not be installed')
  }
  writeFileSync(script, SERVER)
  return script
}
