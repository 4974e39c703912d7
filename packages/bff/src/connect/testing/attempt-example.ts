import type { AttemptCookie, BrowserId, CodeVerifier } from '@counterfoil/oauth/ids'
import { ATTEMPT_LIFE_MS, type Attempt, buildAttemptId } from '#connect/attempt.ts'

/** An attempt for examples and tests: a person connects a business for the first time. */
export function exampleAttempt(changes: Partial<Attempt> = {}): Attempt {
  const id = buildAttemptId(1_000_000, 'RANDOM_of-16-char')
  return {
    id,
    state: `${id}.RANDOM_of_24_characters_`,
    cookie: 'the-cookie-of-the-attempt' as AttemptCookie,
    browserId: 'browser-1' as BrowserId,
    codeVerifier: 'verifier' as CodeVerifier,
    intent: 'connect',
    connectionId: null,
    expected: null,
    approvalPrompt: 'auto',
    businessId: null,
    scopes: ['user:read', 'business:read'],
    returnTo: '/',
    startedAtMs: 1_000_000,
    expiresAtMs: 1_000_000 + ATTEMPT_LIFE_MS,
    ...changes,
  }
}
