import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { askRunningProvider } from '@counterfoil/provider/admin/ask-provider'
import { newClientSecret } from '@counterfoil/provider/crypto/secrets'
import { counterfoilApplication } from './counterfoil-application.ts'
import { saveSecrets } from './secrets-store.ts'
import {
  applicationKey,
  type Credentials,
  type Environment,
  type Secrets,
  type StartPlan,
} from './start-settings.ts'
import { program, ROOT } from '../step.ts'

/** Those of an earlier start from this folder, for the same addresses. */
export function findCredentials(plan: StartPlan, secrets: Secrets): Credentials | undefined {
  return secrets.applications[applicationKey(plan)]
}

/** New ones, which are kept before anybody uses them: a start that is cut off goes on with them. */
export async function keepNewCredentials(start: {
  readonly plan: StartPlan
  readonly secrets: Secrets
  readonly secretsFile: string
}): Promise<Credentials> {
  const { plan, secrets, secretsFile } = start
  const made = { clientId: randomBytes(20).toString('hex'), clientSecret: newClientSecret() }
  const applications = { ...secrets.applications, [applicationKey(plan)]: made }
  await saveSecrets(secretsFile, { ...secrets, applications })
  return made
}

/**
 * Registers the application as anyone would who brings its credentials; it may be registered already.
 * @param env settings of the provider, which runs
 * @returns `deleted` when somebody deleted it at the provider, where its id is never used again
 * @throws Error with what the provider says against it
 */
export async function registerApplication(
  plan: StartPlan,
  env: Environment,
  { clientId, clientSecret }: Credentials,
): Promise<'registered' | 'deleted'> {
  const argv = [...counterfoilApplication(plan.appUrl), '--client-id', clientId]
  const refusal = await findRefusal(plan, env, argv, clientSecret)
  if (refusal?.code === 'deleted') return 'deleted'
  // Where there is one, somebody made another secret for it, and gives that one to the app.
  const hasOtherSecret = refusal?.code === 'already_exists'
  if (hasOtherSecret && env['BFF_PROVIDER_CLIENT_SECRET'] === undefined) {
    throw new Error(
      `The provider has another secret for the app, ${clientId}. Set BFF_PROVIDER_CLIENT_SECRET to it, or make a new one: npm run harbour -- application rotate-secret`,
    )
  }
  if (refusal !== undefined && !hasOtherSecret)
    throw new Error(`The provider did not register the app: ${refusal.message}`)
  // One that is registered already is left as it is, and the app takes no answer without `iss`.
  await findRefusal(plan, env, ['application', 'update', '--client-id', clientId, '--iss'], clientSecret)
  return 'registered'
}

type Refusal = { readonly code: string; readonly message: string }

/** Over the provider's socket; where nobody listens there, by the program of the command line, which needs half a second. */
async function findRefusal(
  plan: StartPlan,
  env: Environment,
  argv: readonly string[],
  clientSecret: string,
): Promise<Refusal | undefined> {
  const socket = resolve(plan.dataDir, env['PROVIDER_ADMIN_SOCKET'] ?? '')
  const answer = await askRunningProvider(socket, argv, { clientSecret })
  if (answer !== undefined) return answer.kind === 'refused' ? answer : undefined
  const main = join(ROOT, 'apps', 'provider', 'src', 'admin-main.ts')
  const args = [main, ...argv, '--json']
  const input = `${clientSecret}\n`
  const { code, output } = await program(process.execPath, args, env, plan.dataDir, undefined, input)
  return code === 0 ? undefined : { code: readCode(output), message: output.trim() }
}

function readCode(output: string): string {
  return /"code": "(\w+)"/.exec(output)?.[1] ?? 'unknown'
}
