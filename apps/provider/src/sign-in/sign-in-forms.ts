import type { UserId } from '@counterfoil/oauth/ids'
import type { HtmlValue } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { Account } from '#users/user-store.ts'
import { secondStepPage, type CodeWay, type SecondStepView } from './second-step-page.ts'
import { signInPage, tooManyTriesPage, type SignInView } from './sign-in-page.ts'
import type { SignInService } from './sign-in-responder.ts'

/** The context of a sign-in: on the site, or inside an authorization request. */
export type SignInPlace = Pick<SignInView, 'app' | 'returnTo' | 'formRedirectOrigin' | 'recheckPath'> & {
  /** The path of the password page; the code page is below it. */
  readonly path: string
  /** The values that CSRF tokens are bound to, besides the form and the person. */
  readonly boundTo: readonly string[]
  /** The path to go on to after signing in. */
  readonly next: string
  /** The path at which to start again after too many attempts. */
  readonly beginning: string
  /** Renders until when the page at `path` works; undefined if that is unlimited. */
  readonly timeLeft: (path: string) => Promise<HtmlValue>
  readonly onSignedIn: (userId: UserId) => Promise<void>
}

export type SignInFormParts = {
  readonly signIns: Pick<SignInService, 'signIn' | 'finish' | 'goOn'>
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
}

/** Shows the form for address and password, or a passkey. */
export async function showSignIn(
  { passkeys }: Pick<SignInFormParts, 'passkeys'>,
  visit: Visit,
  place: SignInPlace,
  form: Pick<SignInView, 'email' | 'isSignedOutAccount' | 'fault'>,
): Promise<void> {
  visit.render(signInPage, {
    ...form,
    ...place,
    action: place.path,
    csrf: await visit.token('sign-in', ...place.boundTo),
    passkey: await passkeys.requestOptions(visit),
    timeLeft: await place.timeLeft(place.path),
    recheckPath: form.fault === 'none' ? place.recheckPath : undefined,
  })
}

/** Answers the form of {@link showSignIn} by its outcome. */
export async function answerSignIn(
  parts: SignInFormParts,
  visit: Visit,
  place: SignInPlace,
  outcome: Awaited<ReturnType<SignInService['signIn']>>,
): Promise<void> {
  const form = { email: visit.field('email') ?? '', isSignedOutAccount: false }
  switch (outcome.kind) {
    case 'signed_in':
      await place.onSignedIn(outcome.userId)
      return parts.signIns.goOn(visit, outcome.userId, place.next)
    case 'needs_code':
      return visit.seeOther(withReturn(`${place.path}/code`, place))
    case 'missing':
      return showSignIn(parts, visit, place, { ...form, fault: { missing: outcome.fields } })
    case 'no_match':
    case 'passkey_refused':
      return showSignIn(parts, visit, place, { ...form, fault: outcome.kind })
    case 'blocked':
      return visit.show(tooManyTriesPage(outcome.untilMs, place.beginning, visit.context()))
    case 'disabled':
      return visit.sendErrorPage({ kind: 'not_allowed' })
  }
}

/** Shows the form for the code after the password, or a passkey. */
export async function showCode(
  { passkeys }: Pick<SignInFormParts, 'passkeys'>,
  visit: Visit,
  place: SignInPlace,
  form: { readonly account: Account; readonly way: CodeWay; readonly fault: SecondStepView['fault'] },
): Promise<void> {
  const { account, way, fault } = form
  const action = `${place.path}/code`
  visit.render(secondStepPage, {
    ...place,
    way,
    fault,
    action,
    csrf: await visit.token('sign-in-code', ...place.boundTo, account.userId),
    email: account.email,
    passkey: await passkeys.requestOptions(visit, account.userId),
    signInPath: withReturn(place.path, place),
    timeLeft: await place.timeLeft(action),
  })
}

/** Answers the form of {@link showCode} by its outcome. */
export async function answerCode(
  parts: SignInFormParts,
  visit: Visit,
  place: SignInPlace,
  {
    account,
    outcome,
  }: {
    readonly account: Account
    readonly outcome: Awaited<ReturnType<SignInService['finish']>>
  },
): Promise<void> {
  switch (outcome.kind) {
    case 'right':
      await place.onSignedIn(account.userId)
      return parts.signIns.goOn(visit, account.userId, place.next)
    case 'missing':
    case 'wrong':
    case 'passkey_refused':
      return showCode(parts, visit, place, {
        account,
        way: codeWay(visit.field('way')),
        fault: outcome.kind,
      })
    case 'blocked':
      return visit.show(tooManyTriesPage(outcome.untilMs, `${place.path}/code`, visit.context()))
  }
}

/** Parses the kind of code; `app` by default. */
export function codeWay(given: string | undefined): CodeWay {
  return given === 'recovery' ? 'recovery' : 'app'
}

function withReturn(path: string, { returnTo }: Pick<SignInPlace, 'returnTo'>): string {
  return returnTo === undefined ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`
}
