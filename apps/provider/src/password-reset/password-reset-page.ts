import type { PasswordResetToken } from '@counterfoil/oauth/ids'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import type { AccountMailStore } from '#account-mail/account-mail-store.ts'
import { isResetToken } from '#crypto/secrets.ts'
import { html, type Html } from '#html/html.ts'
import { cookieName } from '#http/cookies.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { clockTime, csrfField, emailField, hiddenField } from '#pages/partials.ts'
import type { Tries } from '#sign-in/tries-responder.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword, type PasswordFault } from '#users/password-rule.ts'
import { RESET_LIMITS } from '#users/sign-in-throttle.ts'
import { MAX_EMAIL_CHARACTERS } from '#users/sign-in.ts'
import { type RemainingAccessParts, showPasswordSet, showSetPassword } from './new-password-page.ts'
import { type PasswordResetStore, RESET_LINK_MS, type ResetOwner } from './password-reset-store.ts'

/** Cookie with the token of the opened link, so that no page has the token in its address. */
const RESET_COOKIE = 'harbour_reset'

/** Adds the pages that request a password-reset link. They answer the same whether or not the account exists. */
export function addForgotPasswordPage(
  pages: PageRouter,
  {
    tries,
    accountMails,
  }: { readonly tries: Tries; readonly accountMails: Pick<AccountMailStore, 'askForReset'> },
): void {
  pages.get('/forgot-password', (visit) => showForgot(visit, backTo(visit.query('return_to'))))

  // The request is counted and stored before the address is looked up, so that answer and duration are the same for all addresses.
  pages.post('/forgot-password', async (visit) => {
    const returnTo = backTo(visit.field('return_to'))
    if (!visit.context().sendsMail) return showNoMail(visit, returnTo)
    if (!(await visit.isOwnForm('forgot-password'))) return
    const email = (visit.field('email') ?? '').trim()
    // PostgreSQL stores no text with a NUL character, and no account has a longer address.
    const isReadable = email !== '' && email.length <= MAX_EMAIL_CHARACTERS && !email.includes('\u0000')
    if (!isReadable) return showForgot(visit, returnTo, 'missing')
    const tried = await tries.count(visit.req, { tried: 'reset', email }, RESET_LIMITS)
    if (tried.kind === 'blocked') return showTooManyLinks(visit, tried.untilMs, returnTo)
    await accountMails.askForReset(email)
    visit.note('password_reset.asked')
    showLinkSent(visit, { email, returnTo })
  })
}

/** Returns the sign-in page that the person came from, for the link "back". */
function backTo(given: string | undefined): string {
  return parseLocalPath(given) ?? '/sign-in'
}

function backLink(visit: Visit, returnTo: string): Html {
  const { back } = visit.context().words.passwordReset.forgot
  return html`<p class="block"><a class="tall" href="${returnTo}">${back}</a></p>`
}

/** Asks for the e-mail address of the account. */
async function showForgot(visit: Visit, returnTo: string, fault?: 'missing'): Promise<void> {
  const context = visit.context()
  if (!context.sendsMail) return showNoMail(visit, returnTo)
  const csrf = await visit.token('forgot-password')
  const { signIn, passwordReset } = context.words
  const { forgot } = passwordReset
  const faults = fault === undefined ? [] : [{ fieldId: 'email', message: signIn.enterEmail }]
  visit.show({
    title: forgot.title,
    faults,
    body: html`<p>${forgot.body}</p>
      <form method="post" action="/forgot-password" novalidate class="block">
        ${csrfField(csrf)} ${hiddenField('return_to', returnTo)}
        ${emailField({ value: '', faults, isFirst: true }, context)}
        <button class="button primary full">${forgot.button}</button>
      </form>
      ${backLink(visit, returnTo)}`,
  })
}

/** Explains whom to ask for a new password, because there is no mail server. */
function showNoMail(visit: Visit, returnTo: string): void {
  const { title, body } = visit.context().words.passwordReset.noMail
  visit.show({
    title,
    body: html`<p>${body}</p>
      ${backLink(visit, returnTo)}`,
  })
}

/** Confirms the request, with the same page whether or not the account exists. */
function showLinkSent(
  visit: Visit,
  { email, returnTo }: Readonly<Record<'email' | 'returnTo', string>>,
): void {
  const { sent, forgot } = visit.context().words.passwordReset
  const again = `/forgot-password?return_to=${encodeURIComponent(returnTo)}`
  visit.show({
    title: sent.title,
    body: html`<p>${sent.body(email)}</p>
      <p>${sent.works}</p>
      <p>${sent.nothing}</p>
      <p class="block row">
        <a class="button" href="${returnTo}">${forgot.back}</a>
        <a class="tall" href="${again}">${sent.again}</a>
      </p>`,
  })
}

function showTooManyLinks(visit: Visit, untilMs: number, returnTo: string): void {
  const context = visit.context()
  const { title, body, newest } = context.words.passwordReset.tooMany
  visit.show({
    title,
    status: 429,
    body: html`<p>${body(clockTime(untilMs, context))}</p>
      <p>${newest}</p>
      ${backLink(visit, returnTo)}`,
  })
}

/** Adds the pages that open a link and set a password with it. */
export function addResetLinkPage(
  pages: PageRouter,
  deps: RemainingAccessParts & {
    readonly responder: Pick<PageResponder, 'isSecure'>
    readonly tries: Tries
    readonly passwordResets: Pick<PasswordResetStore, 'find' | 'spend'>
  },
): void {
  const { tries, passwordResets } = deps
  const { isSecure } = deps.responder
  const cookie = cookieName(RESET_COOKIE, isSecure)

  // The address of a link contains its token: it redirects to one that does not, and is sent as Referer to nobody. Opening does not
  // consume the link, because mail programs open links too.
  pages.get('/reset-password', async (visit) => {
    const given: unknown = visit.req.query['token']
    if (given !== undefined) {
      visit.res.set('Referrer-Policy', 'no-referrer')
      keepToken(visit, typeof given === 'string' && isResetToken(given) ? given : undefined)
      return visit.seeOther('/reset-password')
    }
    const owner = await ownerOf(tokenIn(visit))
    if (owner === undefined) return showDeadLink(visit)
    // A reader of the mailbox is the owner. As a known device this browser is not blocked by the attempts of strangers.
    await tries.keepDevice(visit, owner.email)
    await showForm(visit, owner)
  })

  pages.post('/reset-password', async (visit) => {
    const token = tokenIn(visit)
    if (token === undefined && visit.browserKey() === undefined) return visit.sendFormTooOld('reset-password')
    const owner = await ownerOf(token)
    if (token === undefined || owner === undefined) return showDeadLink(visit)
    if (!(await visit.isOwnForm('reset-password', owner.userId))) return
    const password = visit.field('password') ?? ''
    const fault = await judgePassword({ password, email: owner.email })
    if (fault !== undefined) return showForm(visit, owner, fault)
    const endsTokens = visit.field('end_tokens') === '1'
    const passwordHash = await hashPassword(password)
    const done = await passwordResets.spend(token, { passwordHash, endsTokens })
    if (done === undefined) return showDeadLink(visit)
    // A reader of the mailbox is no stranger: their failed attempts with the forgotten password no longer count.
    await tries.forgive(visit.req, { tried: 'sign-in', email: done.email })
    keepToken(visit, undefined)
    visit.note('password_reset.done', { userId: done.userId })
    await showPasswordSet(deps, visit, done)
  })

  async function ownerOf(token: PasswordResetToken | undefined): Promise<ResetOwner | undefined> {
    return token === undefined ? undefined : passwordResets.find(token)
  }

  function tokenIn({ req }: Visit): PasswordResetToken | undefined {
    const value = readCookie(req.headers, cookie)
    return value !== undefined && isResetToken(value) ? value : undefined
  }

  function keepToken({ res }: Visit, token: PasswordResetToken | undefined): void {
    const maxAgeSeconds = token === undefined ? 0 : RESET_LINK_MS / 1_000
    res.append('Set-Cookie', formatCookie({ name: cookie, value: token ?? '' }, { isSecure, maxAgeSeconds }))
  }
}

async function showForm(visit: Visit, owner: ResetOwner, fault?: PasswordFault): Promise<void> {
  const csrf = await visit.token('reset-password', owner.userId)
  showSetPassword(visit, { ...owner, action: '/reset-password', csrf, fault })
}

/** Explains that the link was used, has expired, was superseded, or never was ours. */
function showDeadLink(visit: Visit): void {
  const { title, body, again } = visit.context().words.passwordReset.dead
  visit.show({
    title,
    status: 400,
    body: html`<p>${body}</p>
      <p class="block"><a class="button" href="/forgot-password">${again}</a></p>`,
  })
}
