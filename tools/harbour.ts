import { join } from 'node:path'
import { findSecrets } from './secrets-store.ts'
import { planStart, providerEnvironment } from './start-settings.ts'
import { ROOT } from './step.ts'

/** The provider's command line with the settings that `npm start` uses, so that both mean the same database. */
const plan = planStart(process.env, ROOT)
const secrets = await findSecrets(join(plan.dataDir, 'secrets.json'))
if (secrets !== undefined) {
  Object.assign(process.env, providerEnvironment(process.env, plan, secrets))
  process.chdir(plan.dataDir)
}
await import('@counterfoil/provider/admin/main')
