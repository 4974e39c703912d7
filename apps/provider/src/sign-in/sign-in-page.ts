import type { UserId } from '@counterfoil/oauth/ids'
import { html, type HtmlValue } from '#html/html.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { Fault, PageContext } from '#pages/page.ts'
import {
  clockTime,
  CAN_PASSKEY_FIELD,
  csrfField,
  emailField,
  hiddenField,
  passkeyButton,
  passwordField,
} from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import { type BrowserSession, currentAccount, signedInAccounts } from '#users/browser-session.ts'
import type { SecondStep } from './second-step-responder.ts'
import type { SignInService } from './sign-in-responder.ts'

/** One sign-in: on the site, or inside an authorization request. */
export type SignInPlace = {
  /** The path of the password page; the code page is below it. */
  readonly path: string
  /** The values that CSRF tokens are bound to, besides the form and the person. */
  readonly boundTo: readonly string[]
  /** The path to go on to after signing in. */
  readonly next: string
  /** The path at which to start again after too many attempts. */
  readonly beginning: string
  /** The path to go on to as a field of the forms; undefined inside an authorization request, which knows it. */
  readonly returnTo: string | undefined
  /** Opens a page of the sign-in; undefined if that is impossible and the browser has been answered. */
  readonly open: () => Promise<SignInFrame | undefined>
  /** As `open`, for the answer to a form. */
  readonly find: () => Promise<SignInFrame | undefined>
  /** Redirects a browser in which no password was entered recently from the code page. */
  readonly leaveCode: () => void | Promise<void>
}

/** The parts of the sign-in pages that depend on the authorization request. */
export type SignInFrame = {
  /** The application that sent the person here; undefined if none did. */
  readonly app: { readonly name: string; readonly host: string } | undefined
  readonly formRedirectOrigin: string | undefined
  /** The path that is reloaded when somebody comes back to this page, because they may have signed in in another tab. */
  readonly recheckPath: string | undefined
  /** Returns the e-mail of the account to sign in to again. */
  readonly signedOutEmail: (session: BrowserSession) => string | undefined
  /** Renders until when the page at `path` works; undefined if that is unlimited. */
  readonly timeLeft: (path: string) => Promise<HtmlValue>
  readonly onSignedIn: (userId: UserId) => Promise<void>
}

export type SignInParts = {
  readonly signIns: Pick<SignInService, 'signIn' | 'finish' | 'goOn'>
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
  readonly secondStep: Pick<SecondStep, 'pendingAccount'>
}

/** The path pattern of the sign-in pages, and the function that returns the place of a visit. */
export type SignInPlaces = { readonly path: string; readonly placeOf: (visit: Visit) => SignInPlace }

/** Adds the page of signing in with a password or a passkey. */
export function addSignInPages(pages: PageRouter, deps: SignInParts, { path, placeOf }: SignInPlaces): void {
  pages.get(path, async (visit) => {
    const place = placeOf(visit)
    const frame = await place.open()
    if (frame === undefined) return
    const signedOut = frame.signedOutEmail(await visit.session())
    const form = {
      email: signedOut ?? '',
      isSignedOutAccount: signedOut !== undefined,
      fault: 'none',
    } as const
    await showSignIn(deps, visit, { place, frame, form })
  })

  pages.post(path, async (visit) => {
    const place = placeOf(visit)
    if (!(await visit.hasToken('sign-in', ...place.boundTo))) {
      // Somebody signed in in another tab meanwhile, which renewed the cookie: continue with the current session.
      if (signedInAccounts(await visit.session()).length > 0) return visit.seeOther(place.next)
      return visit.sendFormTooOld('sign-in', ...place.boundTo)
    }
    const outcome = await deps.signIns.signIn(visit)
    const frame = await place.find()
    if (frame !== undefined) await answerSignIn(deps, visit, { place, frame, outcome })
  })
}

/** Signing in outside an authorization request. */
export const SIGN_IN_ON_SITE: SignInPlaces = { path: '/sign-in', placeOf: placeOnSite }

function placeOnSite(visit: Visit): SignInPlace {
  const next =
    parseLocalPath(visit.req.method === 'POST' ? visit.field('return_to') : visit.query('return_to')) ?? '/'
  const open = () => Promise.resolve(SITE_FRAME)
  return {
    path: '/sign-in',
    boundTo: [],
    next,
    beginning: '/sign-in',
    returnTo: next,
    open,
    find: open,
    async leaveCode() {
      const isSignedIn = currentAccount(await visit.session()) !== undefined
      visit.seeOther(isSignedIn ? next : `/sign-in?return_to=${encodeURIComponent(next)}`)
    },
  }
}

const SITE_FRAME: SignInFrame = {
  app: undefined,
  formRedirectOrigin: undefined,
  recheckPath: undefined,
  signedOutEmail: onlySignedOut,
  timeLeft: async () => undefined,
  onSignedIn: async () => undefined,
}

/** Returns the e-mail of the only account ever used in this browser, if it is signed out. */
export function onlySignedOut({ accounts: [only, ...others] }: BrowserSession): string | undefined {
  return only !== undefined && others.length === 0 && !only.isSignedIn ? only.email : undefined
}

type SignInForm = {
  readonly email: string
  /** True if `email` is an account whose session ended; the address can be changed. */
  readonly isSignedOutAccount: boolean
  readonly fault:
    'none' | 'no_match' | 'passkey_refused' | { readonly missing: readonly ('email' | 'password')[] }
}

async function answerSignIn(
  deps: SignInParts,
  visit: Visit,
  {
    place,
    frame,
    outcome,
  }: {
    readonly place: SignInPlace
    readonly frame: SignInFrame
    readonly outcome: Awaited<ReturnType<SignInService['signIn']>>
  },
): Promise<void> {
  const showFault = (fault: SignInForm['fault']) => {
    const form = { email: visit.field('email') ?? '', isSignedOutAccount: false, fault }
    return showSignIn(deps, visit, { place, frame, form })
  }
  switch (outcome.kind) {
    case 'signed_in':
      await frame.onSignedIn(outcome.userId)
      return deps.signIns.goOn(visit, outcome.userId, place.next)
    case 'needs_code':
      return visit.seeOther(withReturn(`${place.path}/code`, place))
    case 'missing':
      return showFault({ missing: outcome.fields })
    case 'no_match':
    case 'passkey_refused':
      return showFault(outcome.kind)
    case 'blocked':
      return showTooManyTries(visit, outcome.untilMs, place.beginning)
    case 'disabled':
      return visit.sendErrorPage({ kind: 'not_allowed' })
  }
}

/** Shows the form for address and password, or a passkey (A1). */
async function showSignIn(
  { passkeys }: SignInParts,
  visit: Visit,
  {
    place,
    frame,
    form,
  }: { readonly place: SignInPlace; readonly frame: SignInFrame; readonly form: SignInForm },
): Promise<void> {
  const csrf = await visit.token('sign-in', ...place.boundTo)
  const passkey = await passkeys.requestOptions(visit)
  const timeLeft = await frame.timeLeft(place.path)
  const context = visit.context()
  const { signIn: words } = context.words
  const faults = faultsOf(form.fault, context)
  const isFirst = form.email === ''
  const recheckPath = form.fault === 'none' ? frame.recheckPath : undefined
  visit.show({
    title: words.title,
    faults,
    formRedirectOrigin: frame.formRedirectOrigin,
    usesPasskeys: passkey !== undefined,
    body: html`${frame.app !== undefined && html`<p class="lede">${words.toContinue(shownName(frame.app.name), frame.app.host)}</p>`}
      ${form.isSignedOutAccount && html`<p>${words.passwordAgain(form.email)}</p>`}
      <form
        method="post"
        action="${place.path}"
        novalidate
        class="block"
        ${recheckPath !== undefined && html`data-recheck="${recheckPath}"`}
      >
        ${csrfField(csrf)}
        <input type="hidden" name="zone" />
        ${hiddenField('return_to', place.returnTo)} ${passkey !== undefined && CAN_PASSKEY_FIELD}
        ${emailField({ value: form.email, faults, isFirst, takesPasskey: passkey !== undefined }, context)}
        ${passwordField({ label: words.password, autocomplete: 'current-password', faults, isFirst: !isFirst }, context)}
        <button class="button primary full">${words.button}</button>
        ${passkeyButton(passkey, { label: context.words.passkeys.signIn }, context)}
      </form>
      ${forgotLink(withReturn(place.path, place), context)} ${timeLeft}`,
  })
}

/** Adds the path to return to as a parameter, if there is one. */
export function withReturn(path: string, { returnTo }: { readonly returnTo: string | undefined }): string {
  return returnTo === undefined ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`
}

/** Renders the link to reset a password; nothing if mail cannot be sent. The reset page links back to `path`. */
function forgotLink(path: string, context: PageContext): HtmlValue {
  if (!context.sendsMail) return undefined
  return html`<p class="block">
    <a class="tall" href="${withReturn('/forgot-password', { returnTo: path })}"
      >${context.words.passwordReset.forgot.link}</a
    >
  </p>`
}

function faultsOf(fault: SignInForm['fault'], { words }: PageContext): readonly Fault[] {
  if (fault === 'none') return []
  if (fault === 'passkey_refused') return [{ fieldId: 'email', message: words.passkeys.refused }]
  if (fault === 'no_match') return [{ fieldId: 'email', message: words.signIn.noMatch }]
  const messages = { email: words.signIn.enterEmail, password: words.signIn.enterPassword }
  return fault.missing.map((field) => ({ fieldId: field, message: messages[field] }))
}

/** Shows the page after too many attempts (A1). */
export function showTooManyTries(visit: Visit, untilMs: number, backPath: string): void {
  const context = visit.context()
  const { tooMany } = context.words.signIn
  visit.show({
    title: tooMany.title,
    status: 429,
    body: html`<p>${tooMany.body(clockTime(untilMs, context))}</p>
      <p>${tooMany.safe}</p>
      <p class="block"><a class="button" href="${backPath}">${tooMany.again}</a></p>
      ${context.sendsMail && html`<p class="block">${tooMany.mailed}</p>`} ${forgotLink(backPath, context)}`,
  })
}
