import { CONNECT_FORM_FIELDS, IntentSchema, type Intent } from '@counterfoil/bff-api/connect-result'
import type { AttemptId, ConnectionId } from '@counterfoil/oauth/ids'
import { parseScope } from '@counterfoil/oauth/scope'
import { BffError } from '#http/errors.ts'
import type { Attempt } from './attempt.ts'
import { chooseReturnTo } from './return-to.ts'

/** What a connect form says; a field that is left out is empty. */
export interface ConnectForm {
  readonly intent: Intent
  readonly connectionId: ConnectionId
  readonly attemptId: AttemptId
  readonly returnTo: string
  readonly csrf: string
  readonly idempotencyKey: string
  readonly wanted: readonly string[]
}

const MAX_KEY_CHARACTERS = 128

/**
 * @param known Scope values this app may ask for.
 * @throws BffError `bad-request`
 */
export function readConnectForm(read: (field: string) => string, known: readonly string[]): ConnectForm {
  const intent = IntentSchema.safeParse(read(CONNECT_FORM_FIELDS.intent) || 'connect')
  const wanted = parseScope(read(CONNECT_FORM_FIELDS.want))
  if (!intent.success || wanted.some((scope) => !known.includes(scope))) throw new BffError('bad-request')
  return {
    intent: intent.data,
    connectionId: read(CONNECT_FORM_FIELDS.connectionId) as ConnectionId,
    attemptId: read(CONNECT_FORM_FIELDS.attemptId) as AttemptId,
    returnTo: chooseReturnTo(read(CONNECT_FORM_FIELDS.returnTo)),
    csrf: read(CONNECT_FORM_FIELDS.csrf),
    idempotencyKey: read(CONNECT_FORM_FIELDS.idempotencyKey).slice(0, MAX_KEY_CHARACTERS),
    wanted,
  }
}

/** What `attempt` wanted, to be begun once more. */
export function againFor(attempt: Attempt, form: ConnectForm): ConnectForm {
  return {
    ...form,
    intent: attempt.intent,
    connectionId: attempt.connectionId ?? ('' as ConnectionId),
    returnTo: attempt.returnTo,
    wanted: attempt.intent === 'allow_more' ? attempt.scopes : [],
  }
}
