import type { BrowserId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import { formatCookie } from '@counterfoil/service/http/cookies'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { formatSignedCookie, isSignedBy, sign } from '#crypto/signature.ts'
import type { CookieNames } from './cookie-names.ts'

/** Everything that the secrets of sessions sign, beside what express-session does. The first signs, all are accepted. */
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
    /** The token of every form of this browser. */
    csrfTokenOf: (browserId: BrowserId) => sign({ secret, purpose: FORMS, text: browserId }),
    isCsrfToken: (browserId: BrowserId, token: string) =>
      isSignedBy(secrets, { purpose: FORMS, text: browserId, signature: token }),
    /** Represents a person of an app with its own sign-in in a cookie. */
    personSignOf: (principalId: PrincipalId) => sign({ secret, purpose: 'person', text: principalId }),
    /** The `Set-Cookie` header of a session that exists. */
    sessionCookieOf: (sessionId: SessionId) =>
      formatCookie(
        { name: cookies.session, value: formatSignedCookie(sessionId, secret) },
        { isSecure: cookies.isSecure, maxAgeSeconds: deps.sessionAbsoluteMs / 1000 },
      ),
    /**
     * The keys with which a person's pages seal what was typed and not saved, of 32 bytes as base64url. They are kept nowhere:
     * each secret makes one, so that a rotation of secrets loses no draft.
     */
    draftKeysOf: (principalId: PrincipalId) =>
      secrets.map((each) => sign({ secret: each, purpose: 'draft-key', text: principalId })),
  }
}
