import { judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import type { Application } from '#applications/application.ts'
import { DRAFT_OPTIONS, readChanges, refuseFaults } from './application-draft-options.ts'
import { addressesAt, instant, viewOf } from './application-view.ts'
import {
  integerOf,
  requiredText,
  wordOf,
  type Command,
  type CommandDependencies,
  type Options,
} from './command.ts'
import { CREATE_APPLICATION } from './create-application-command.ts'
import { applicationNotFound, findApplication } from './find-records.ts'

const MAX_LOG_LINES = 1_000

const WHICH = {
  'client-id': { kind: 'text', help: 'client id or id of the application', required: true },
} as const

export const APPLICATION_COMMANDS: readonly Command[] = [
  CREATE_APPLICATION,
  {
    name: 'application update',
    summary: 'Changes what is given and leaves the rest. --redirect replaces all entries.',
    options: { ...WHICH, ...DRAFT_OPTIONS },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const changes = await readChanges(deps, options)
      refuseFaults({ ...application, ...changes }, deps, application)
      const updated = await deps.applications.update(application.id, changes)
      return viewOf(updated ?? application)
    },
  },
  {
    name: 'application list',
    summary: 'Every registered application, newest first.',
    options: {},
    run: async (deps) => ({ applications: (await deps.applications.list()).map(viewOf) }),
  },
  {
    name: 'application show',
    summary: 'One application with its live secrets, without the secrets.',
    options: WHICH,
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const secrets = await deps.applications.secretsOf(application.id)
      return {
        ...viewOf(application),
        secrets: secrets.map((secret) => ({
          hint: `…${secret.hint}`,
          createdAt: instant(secret.createdAtMs),
          expiresAt: secret.expiresAtMs === null ? null : instant(secret.expiresAtMs),
        })),
        ...addressesAt(deps.publicUrl()),
      }
    },
  },
  {
    name: 'application rotate-secret',
    summary: 'Makes a new secret and shows it, once; the one before lives on for a while.',
    options: {
      ...WHICH,
      'overlap-seconds': { kind: 'text', help: 'how long the secret before it lives on; 0: not at all' },
    },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const overlap =
        integerOf(options, 'overlap-seconds', { min: 0, max: 31_536_000 }) ?? deps.config.secretOverlapSeconds
      const rotated = await deps.applications.rotateSecret(application.id, overlap)
      if (rotated === undefined) throw applicationNotFound(application.clientId)
      const until = rotated.previousExpiresAtMs
      return {
        clientId: application.clientId,
        clientSecret: rotated.secret,
        previousSecretExpiresAt: until === null ? null : instant(until),
      }
    },
  },
  {
    name: 'application delete',
    summary: 'Ends the application: its secrets, codes and tokens are dead at once.',
    options: WHICH,
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      return {
        clientId: application.clientId,
        deleted: await deps.accessRevocations.deleteApplication(application.id),
      }
    },
  },
  {
    name: 'application redirect-test',
    summary: 'Would authorize accept this redirect URI, and why?',
    options: { ...WHICH, uri: { kind: 'text', help: 'the address to try', required: true } },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const verdict = judgeRedirectUri(requiredText(options, 'uri'), application.redirectEntries)
      return verdict.kind === 'accepted'
        ? { accepted: true, entry: verdict.entry }
        : { accepted: false, reason: verdict.reason, detail: verdict.detail }
    },
  },
  {
    name: 'application log',
    summary: 'The last calls of an application, newest first, with the reason of each refusal.',
    options: {
      ...WHICH,
      limit: { kind: 'text', help: `how many; at most ${MAX_LOG_LINES}` },
      endpoint: { kind: 'text', help: 'authorize, token, revoke or graphql' },
      outcome: { kind: 'text', help: 'ok, refused or failed' },
    },
    async run(deps, options) {
      const application = await namedApplication(deps, options)
      const calls = await deps.applicationLog.list(application.id, {
        limit: integerOf(options, 'limit', { min: 1, max: MAX_LOG_LINES }) ?? 20,
        endpoint: wordOf(options, 'endpoint', ['authorize', 'token', 'revoke', 'graphql']),
        outcome: wordOf(options, 'outcome', ['ok', 'refused', 'failed']),
      })
      return {
        calls: calls.map((call) => ({
          at: instant(call.atMs),
          endpoint: call.endpoint,
          outcome: call.outcome,
          status: call.status,
          error: call.error ?? null,
          reason: call.reason ?? null,
          detail: call.detail ?? null,
          operation: call.operationName ?? null,
          tookMs: call.tookMs ?? null,
          requestId: call.requestId ?? null,
        })),
      }
    },
  },
]

async function namedApplication(deps: CommandDependencies, options: Options): Promise<Application> {
  return await findApplication(deps.applications, requiredText(options, 'client-id'))
}
