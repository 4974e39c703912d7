import type { UserId } from '@counterfoil/oauth/ids'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { GrantStore } from '#grants/grant-store.ts'
import { isPersonalToken } from '#grants/grant.ts'
import { html, type Html } from '#html/html.ts'
import { formatDay } from '#pages/dates.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { csrfField, passwordField, usernameOfPassword } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import type { DocumentLinkStore } from '#shared-documents/document-link-store.ts'
import { confirmedOpener, signedInOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword, type PasswordFault } from '#users/password-rule.ts'
import type { PasswordResetStore } from './password-reset-store.ts'

const CHANGE = '/security/password'

/** Adds the change of the own password. */
export function addChangePasswordPage(
  pages: PageRouter,
  deps: RemainingAccessParts & { readonly passwordResets: Pick<PasswordResetStore, 'change'> },
): void {
  // Requires the current password: otherwise somebody who found the browser open could take over the account.
  const confirmed = pages.opening(confirmedOpener(signedInOpener('/security'), CHANGE))

  confirmed.get(CHANGE, (visit, account) => show(visit, account))

  confirmed.post(CHANGE, async (visit, account) => {
    const { userId, email } = account
    if (!(await visit.isOwnForm('change-password', userId))) return
    const password = visit.field('password') ?? ''
    const fault = await judgePassword({ password, email })
    if (fault !== undefined) return show(visit, account, fault)
    await deps.passwordResets.change(userId, await hashPassword(password))
    visit.note('password.changed', { userId })
    await showPasswordSet(deps, visit, account)
  })

  async function show(visit: Visit, { userId, email }: BrowserAccount, fault?: PasswordFault): Promise<void> {
    const csrf = await visit.token('change-password', userId)
    showSetPassword(visit, { action: CHANGE, csrf, email, personalTokens: 0, fault })
  }
}

/** Asks for the new password, through a valid link or for a signed-in person who has just confirmed the current one. */
export function showSetPassword(
  visit: Visit,
  form: {
    readonly action: '/reset-password' | typeof CHANGE
    readonly csrf: string
    readonly email: string
    readonly personalTokens: number
    readonly fault: PasswordFault | undefined
  },
): void {
  const context = visit.context()
  const { passwordReset, frame } = context.words
  const { set } = passwordReset
  const isChange = form.action === CHANGE
  const faults = form.fault === undefined ? [] : [{ fieldId: 'password', message: set.fault[form.fault] }]
  visit.show({
    title: set.title,
    faults,
    section: isChange ? 'other' : undefined,
    body: html`<p>${set.forAccount(form.email)}</p>
      <form method="post" action="${form.action}" novalidate class="block">
        ${csrfField(form.csrf)} ${usernameOfPassword(form.email)}
        ${passwordField({ label: set.label, hint: set.hint, autocomplete: 'new-password', faults, isFirst: true }, context)}
        <p>${set.ends}</p>
        ${
          form.personalTokens > 0 &&
          html`<label class="keep" for="end_tokens">
            <input type="checkbox" id="end_tokens" name="end_tokens" value="1" />
            <span>${set.tokens(form.personalTokens)}</span>
          </label>`
        }
        <button class="button primary full">${set.button}</button>
      </form>
      ${
        isChange
          ? html`<p class="block"><a class="tall" href="/security">${set.keep}</a></p>`
          : html`<p class="block">${set.known} <a href="/sign-in">${frame.signIn}</a></p>`
      }`,
  })
}

/** Confirms the new password and lists all access that works without it, with its date and the way to end it. */
export async function showPasswordSet(
  deps: RemainingAccessParts,
  visit: Visit,
  { userId, email }: Pick<BrowserAccount, 'userId' | 'email'>,
): Promise<void> {
  const left = await findRemainingAccess(deps, userId)
  const context = visit.context()
  const { done } = context.words.passwordReset
  visit.show({
    title: done.title,
    body: html`<p>${done.body(email)}</p>
      <p class="block"><a class="button primary" href="/sign-in">${context.words.frame.signIn}</a></p>
      ${remainingSection(left, context)}`,
  })
}

/** The stores that {@link findRemainingAccess} reads. */
export interface RemainingAccessParts {
  readonly grants: Pick<GrantStore, 'listFor'>
  readonly applications: Pick<ApplicationStore, 'list' | 'secretsOf'>
  readonly secondFactors: Pick<SecondFactorStore, 'find'>
  readonly passkeyStore: Pick<PasskeyStore, 'list'>
  readonly links: Pick<DocumentLinkStore, 'listMade'>
}

type RemainingAccess = Awaited<ReturnType<typeof findRemainingAccess>>

/**
 * Returns all access that remains after a password change. Somebody who knew the old password may have created it. Browser
 * sessions, pending sign-ins and password links are not listed, because the change ends them.
 */
async function findRemainingAccess(
  { grants, applications, secondFactors, passkeyStore, links }: RemainingAccessParts,
  userId: UserId,
) {
  const own = await applications.list({ ownerUserId: userId })
  return {
    grants: await grants.listFor(userId, 'without_use'),
    applications: await Promise.all(
      own.map(async (application) => ({
        application,
        secrets: await applications.secretsOf(application.id),
      })),
    ),
    passkeys: await passkeyStore.list(userId),
    links: await links.listMade(userId),
    codesOnSince: (await secondFactors.find(userId))?.onSince,
  }
}

type RemainingRow = {
  readonly name: string
  readonly hint: string | undefined
  readonly sinceMs: number
  readonly way: { readonly path: string; readonly label: string }
}

function remainingRows(
  { grants, applications, passkeys, links, codesOnSince }: RemainingAccess,
  { words: { apps, developers, passkeys: ofPasskeys, passwordReset, secondFactor } }: PageContext,
): readonly RemainingRow[] {
  const words = passwordReset.done
  return [
    ...grants.map((grant) => {
      const [app, business] = [shownName(grant.application.name), grant.businessName]
      return {
        name: business === null ? apps.detail.titleAll(app) : apps.detail.title(app, shownName(business)),
        hint: isPersonalToken(grant) ? apps.token : undefined,
        sinceMs: grant.grantedAtMs,
        way: { path: `/connected-apps/${grant.id}/remove`, label: apps.detail.remove },
      }
    }),
    ...applications.flatMap(({ application: { id, name, createdAtMs }, secrets }) => [
      {
        name: shownName(name),
        hint: words.application,
        sinceMs: createdAtMs,
        way: { path: `/developers/${id}/delete`, label: developers.show.remove },
      },
      ...secrets.map((secret) => ({
        name: words.secret(shownName(name), secret.hint),
        hint: undefined,
        sinceMs: secret.createdAtMs,
        way: { path: `/developers/${id}`, label: words.change },
      })),
    ]),
    ...passkeys.map(({ id, name, addedAtMs }) => ({
      name: shownName(name),
      hint: ofPasskeys.list.title,
      sinceMs: addedAtMs,
      way: { path: `/security/passkeys/${id}/remove`, label: ofPasskeys.list.remove },
    })),
    ...links.map(({ path, title, number, businessName, madeAtMs }) => ({
      name: shownName(`${title} ${number}`),
      hint: words.link(shownName(businessName)),
      sinceMs: madeAtMs,
      // The document's page needs no sign-in, but ending its link does.
      way: { path: `/sign-in?return_to=${encodeURIComponent(path)}`, label: words.change },
    })),
    ...(codesOnSince === undefined
      ? []
      : [
          {
            name: secondFactor.page.what,
            hint: secondFactor.ask.noWay,
            sinceMs: codesOnSince.getTime(),
            way: { path: '/security/turn-off', label: secondFactor.page.turnOff },
          },
        ]),
  ]
}

function remainingSection(left: RemainingAccess, context: PageContext): Html {
  const { apps, passwordReset } = context.words
  const words = passwordReset.done
  const rows = remainingRows(left, context)
  if (rows.length === 0) return html`<p class="block">${words.nothing}</p>`
  return html`<section>
    <h2>${words.left}</h2>
    <p>${words.leftBody}</p>
    <ul class="cards block">
      ${rows.map(
        ({ name, hint, sinceMs, way }) =>
          html`<li class="split">
            <div>
              <h3>${name}</h3>
              ${hint !== undefined && html`<p class="hint">${hint}</p>`}
              <p class="hint">${apps.since(formatDay(sinceMs, context.dates))}</p>
            </div>
            <a class="button" href="${way.path}">${way.label}<span class="unseen"> ${name}</span></a>
          </li>`,
      )}
    </ul>
  </section>`
}
