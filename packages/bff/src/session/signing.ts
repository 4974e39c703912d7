import type { BrowserId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import { formatCookie } from '@counterfoil/service/http/cookies'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { formatSignedCookie, isSignedBy, sign } from '#crypto/signature.ts'
import type { CookieNames } from './cookie-names.ts'

/** All signatures by the session secrets except those of express-session. The first secret signs, all are accepted. */
export type Signing = ReturnType<typeof createSigning>

const FORMS = 'csrf'

export function createSigning(deps: {
  readonly secrets: Secrets
  readonly cookies: Pick<CookieNames, 'session' | 'isSecure'>
  readonly sessionAbsoluteMs: number
}) {
  const { secrets, cookies } = deps
  const [secret] = secrets
  return {
    /** Returns the token of every form of this browser. */
    csrfTokenOf: (browserId: BrowserId) => sign({ secret, purpose: FORMS, text: browserId }),
    isCsrfToken: (browserId: BrowserId, token: string) =>
      isSignedBy(secrets, { purpose: FORMS, text: browserId, signature: token }),
    /** Returns a signature that represents a person of an app with its own sign-in in a cookie. */
    personSignOf: (principalId: PrincipalId) => sign({ secret, purpose: 'person', text: principalId }),
    /** Returns the `Set-Cookie` header of an existing session. */
    sessionCookieOf: (sessionId: SessionId) =>
      formatCookie(
        { name: cookies.session, value: formatSignedCookie(sessionId, secret) },
        { isSecure: cookies.isSecure, maxAgeSeconds: deps.sessionAbsoluteMs / 1000 },
      ),
    /**
     * Returns the keys with which a person's pages seal unsaved input, each 32 bytes as base64url. They are not stored: each secret
     * yields one, so that a rotation of secrets loses no draft.
     */
    draftKeysOf: (principalId: PrincipalId) =>
      secrets.map((each) => sign({ secret: each, purpose: 'draft-key', text: principalId })),
  }
}
