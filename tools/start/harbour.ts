import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type ConfigFault } from '@counterfoil/service/settings/config-faults'
import { findSecrets } from './secrets-store.ts'
import { planStart, providerEnvironment } from './start-settings.ts'
import { ROOT } from '../step.ts'

/**
 * The provider's command line with the settings that `npm start` uses, so that both mean the same database. It makes
 * no data folder: one that was named and is not there is a slip of the pen, which a new one would hide.
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

/** As the command line itself refuses: JSON for programs on standard output, words for people on standard error. */
function refuse(found: readonly ConfigFault[]): never {
  const { message } = new ConfigError(found)
  if (process.argv.includes('--json'))
    console.log(JSON.stringify({ error: { code: 'invalid_configuration', message } }, null, 2))
  console.error(message)
  process.exit(1)
}

await import('@counterfoil/provider/admin-main')
