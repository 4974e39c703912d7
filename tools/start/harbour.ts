import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type ConfigFault } from '@counterfoil/service/settings/config-faults'
import { findSecrets } from './secrets-store.ts'
import { planStart, providerEnvironment } from './start-settings.ts'
import { ROOT } from '../step.ts'

/**
 * Runs the provider's command line with the settings of `npm start`, so that both use the same database. It creates
 * no data folder: a named folder that does not exist is a misspelling, which a new folder would hide.
 */
const { plan, faults } = planStart(process.env, ROOT)
const isNamed = (process.env['COUNTERFOIL_DATA_DIR']?.trim() ?? '') !== ''
if (faults.length > 0) refuse(faults)
const secretsFile = join(plan.dataDir, 'secrets.json')
const wantsHelp = process.argv.length === 2 || process.argv.includes('--help')
if (isNamed && !wantsHelp && !existsSync(secretsFile)) {
  const message = `nothing was started in ${plan.dataDir} yet; begin with npm start.`
  refuse([{ setting: 'COUNTERFOIL_DATA_DIR', message }])
}
const secrets = await findSecrets(secretsFile)
Object.assign(process.env, providerEnvironment(process.env, plan, secrets))
if (secrets !== undefined) process.chdir(plan.dataDir)

/** Refuses in the form of the command line: JSON for programs on standard output, text for people on standard error. */
function refuse(found: readonly ConfigFault[]): never {
  const { message } = new ConfigError(found)
  if (process.argv.includes('--json'))
    console.log(JSON.stringify({ error: { code: 'invalid_configuration', message } }, null, 2))
  console.error(message)
  process.exit(1)
}

await import('@counterfoil/provider/admin-main')
