/**
 * `node tools/machine/provide.ts [--deep]`: finds the programs that the tests start, or fetches them for this checkout, and adds
 * them to the limited path. Prints the other settings of the run as JSON. Runs sequentially: all fetches share package lists.
 */
import { basename } from 'node:path'
import { PROGRAM_NAMES, provideGoLibrary, provideProgram } from './debian-programs.ts'
import { provideFirefox, provideWebKit } from './engine-programs.ts'
import { addToLimitedPath } from './limited-path.ts'
import {
  providePostgres,
  provideRedis,
  provideWholeChromium,
  provideWholePostgres,
  provideWindowlessChromium,
} from './provision.ts'

/** Provides what deep tests need: other browsers, other languages, and the programs of an operator. */
async function provideForDeep(): Promise<void> {
  const webKit = await provideWebKit()
  const browsers = [await provideWholeChromium(), await provideFirefox(), webKit?.driver, webKit?.screen]
  for (const path of browsers) if (path !== undefined) await addToLimitedPath(basename(path), path)
  for (const name of PROGRAM_NAMES) await add(name)
  await provideGoLibrary()
  await provideWholePostgres()
}

async function add(name: Parameters<typeof provideProgram>[0]): Promise<void> {
  const path = await provideProgram(name)
  if (path !== undefined) await addToLimitedPath(name, path)
}

try {
  const redis = await provideRedis()
  const chromium = await provideWindowlessChromium()
  const postgres = await providePostgres()
  await add('openssl')
  if (process.argv.includes('--deep')) await provideForDeep()
  // A PostgreSQL with settings of its own was fetched, and is found there again.
  const isFetched = Object.keys(postgres.env).length > 0
  console.log(
    JSON.stringify({
      REDIS_SERVER_PATH: redis,
      CHROMIUM_PATH: chromium,
      ...(isFetched ? {} : { POSTGRES_BIN: postgres.binDir }),
    }),
  )
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
