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

/** Returns the client credentials of an earlier start from this folder with the same addresses. */
export function findCredentials(plan: StartPlan, secrets: Secrets): Credentials | undefined {
  return secrets.applications[applicationKey(plan)]
}

/** Creates client credentials and stores them before they are used, so that the next start continues an interrupted one. */
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
 * Registers the application at the provider with these client credentials; it may already be registered.
 * @param env Settings of the running provider.
 * @returns `deleted` if it was deleted at the provider, which never uses an id again
 * @throws Error with the provider's refusal
 */
export async function registerApplication(
  plan: StartPlan,
  env: Environment,
  { clientId, clientSecret }: Credentials,
): Promise<'registered' | 'deleted'> {
  const argv = [...counterfoilApplication(plan.appUrl), '--client-id', clientId]
  const refusal = await findRefusal(plan, env, argv, clientSecret)
  if (refusal?.code === 'deleted') return 'deleted'
  // An application with another secret exists: somebody rotated the secret and has to set the new one for the app.
  const hasOtherSecret = refusal?.code === 'already_exists'
  if (hasOtherSecret && env['BFF_PROVIDER_CLIENT_SECRET'] === undefined) {
    throw new Error(
      `The provider has another secret for the app, ${clientId}. Set BFF_PROVIDER_CLIENT_SECRET to it, or make a new one: npm run harbour -- application rotate-secret`,
    )
  }
  if (refusal !== undefined && !hasOtherSecret)
    throw new Error(`The provider did not register the app: ${refusal.message}`)
  // An existing registration is not changed, except for `iss`, which the app requires in authorization responses.
  await findRefusal(plan, env, ['application', 'update', '--client-id', clientId, '--iss'], clientSecret)
  return 'registered'
}

type Refusal = { readonly code: string; readonly message: string }

/** Sends a command over the provider's socket. If nobody listens there, runs the command line, which takes half a second. */
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
