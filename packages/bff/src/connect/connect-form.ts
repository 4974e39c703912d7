import { CONNECT_FORM_FIELDS } from '@counterfoil/bff-api/connect-form'
import { type Intent, IntentSchema } from '@counterfoil/bff-api/connect-result'
import type { AttemptId, BusinessWireId, ConnectionId } from '@counterfoil/oauth/ids'
import { parseScope } from '@counterfoil/oauth/scope'
import { businessIdOf } from '#connections/business-key.ts'
import { BffError } from '#http/errors.ts'
import { parseAttemptId, parseConnectionId } from '#http/given-id.ts'
import type { Attempt } from './attempt.ts'
import { chooseReturnTo } from './return-to.ts'

/** The fields of a connect form. A missing text is empty; an id that is not in our format is undefined. */
export interface ConnectForm {
  readonly intent: Intent
  readonly connectionId: ConnectionId | undefined
  readonly attemptId: AttemptId | undefined
  /** The business in the link that was followed. */
  readonly businessId: BusinessWireId | undefined
  readonly returnTo: string
  readonly csrf: string
  readonly idempotencyKey: string
  readonly wanted: readonly string[]
}

const MAX_KEY_CHARACTERS = 128

/**
 * Parses a connect form.
 * @param known The scopes that this app may request.
 * @throws BffError `bad-request`
 */
export function readConnectForm(read: (field: string) => string, known: readonly string[]): ConnectForm {
  const intent = IntentSchema.safeParse(read(CONNECT_FORM_FIELDS.intent) || 'connect')
  const wanted = parseScope(read(CONNECT_FORM_FIELDS.want))
  if (!intent.success || wanted.some((scope) => !known.includes(scope))) throw new BffError('bad-request')
  return {
    intent: intent.data,
    connectionId: parseConnectionId(read(CONNECT_FORM_FIELDS.connectionId)),
    attemptId: parseAttemptId(read(CONNECT_FORM_FIELDS.attemptId)),
    businessId: businessIdOf(read(CONNECT_FORM_FIELDS.business)),
    returnTo: chooseReturnTo(read(CONNECT_FORM_FIELDS.returnTo)),
    csrf: read(CONNECT_FORM_FIELDS.csrf),
    idempotencyKey: read(CONNECT_FORM_FIELDS.idempotencyKey).slice(0, MAX_KEY_CHARACTERS),
    wanted,
  }
}

/** Returns the form that begins `attempt` again. */
export function againFor(attempt: Attempt, form: ConnectForm): ConnectForm {
  return {
    ...form,
    intent: attempt.intent,
    connectionId: attempt.connectionId ?? undefined,
    businessId: attempt.businessId ?? undefined,
    returnTo: attempt.returnTo,
    wanted: attempt.intent === 'allow_more' ? attempt.scopes : [],
  }
}
