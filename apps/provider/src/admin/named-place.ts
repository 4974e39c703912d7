import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ProviderConfig } from '../config.ts'
import type { NamedPlace } from './ask-provider.ts'

type Places = Pick<ProviderConfig, 'database' | 'dataDir'>

/** Returns the database or folder that a command's settings name; undefined if none, so that the socket decides. */
export async function findNamedPlace(
  env: Readonly<Record<string, string | undefined>>,
  config: Places,
): Promise<NamedPlace | undefined> {
  if (config.database.kind === 'postgres') return { setting: 'DATABASE_URL', place: await databaseOf(config) }
  if ((env['PROVIDER_DATA_DIR']?.trim() ?? '') === '') return undefined
  return { setting: 'PROVIDER_DATA_DIR', place: folderOf(config.dataDir) }
}

/** Returns one sentence if the provider with `config` does not serve the named place; undefined if it does. */
export async function findPlaceFault(named: NamedPlace, config: Places): Promise<string | undefined> {
  const own = named.setting === 'DATABASE_URL' ? await databaseOf(config) : folderOf(config.dataDir)
  return own === named.place
    ? undefined
    : `Nothing was done: ${named.setting} names ${named.place}, and the provider that answers works with ${own}.`
}

/** Returns host, port and name of a PostgreSQL database, as the driver parses its address; else the folder. */
export async function databaseOf({ database, dataDir }: Places): Promise<string> {
  if (database.kind !== 'postgres') return folderOf(dataDir)
  // A command without PostgreSQL does not load the driver.
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: database.url })
  return `${client.host.toLowerCase()}:${client.port}/${client.database ?? ''}`
}

/** Returns the folder with symbolic links resolved, so that two spellings of it are equal. */
function folderOf(dataDir: string): string {
  const path = resolve(dataDir)
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
