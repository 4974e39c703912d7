import { isPersonalToken } from '#grants/grant.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import { formatDay } from '#pages/dates.ts'
import { clockTime } from '#pages/error-page.ts'
import { csrfField, emailField, formPage, passwordField, usernameOfPassword } from '#pages/partials.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import type { PasswordFault } from '#users/password-rule.ts'
import type { RemainingAccess } from './remaining-access.ts'

/** Asks for the e-mail address of the account; `isMissing` if the form was posted without one. */
export function forgotPasswordPage(
  view: { readonly csrf: string; readonly returnTo: string; readonly isMissing: boolean },
  context: PageContext,
): Page {
  const { signIn } = context.words
  const { forgot } = context.words.passwordReset
  const faults = view.isMissing ? [{ fieldId: 'email', message: signIn.enterEmail }] : []
  return formPage(
    {
      title: forgot.title,
      faults,
      body: html`<p>${forgot.body}</p>
        <form method="post" action="/forgot-password" novalidate class="block">
          ${csrfField(view.csrf)}
          <input type="hidden" name="return_to" value="${view.returnTo}" />
          ${emailField({ value: '', faults, isFirst: true }, context)}
          <button class="button primary full">${forgot.button}</button>
        </form>
        ${backLink(view.returnTo, context)}`,
    },
    context,
  )
}

/** Explains whom to ask for a new password, because there is no mail server. */
export function noMailPage(returnTo: string, context: PageContext): Page {
  const words = context.words.passwordReset.noMail
  return {
    title: words.title,
    status: 200,
    body: html`<h1>${words.title}</h1>
      <p>${words.body}</p>
      ${backLink(returnTo, context)}`,
  }
}

/** Confirms the request, with the same page whether or not the account exists. */
export function linkSentPage(
  view: { readonly email: string; readonly returnTo: string },
  context: PageContext,
): Page {
  const { sent, forgot } = context.words.passwordReset
  return {
    title: sent.title,
    status: 200,
    body: html`<h1>${sent.title}</h1>
      <p>${sent.body(view.email)}</p>
      <p>${sent.works}</p>
      <p>${sent.nothing}</p>
      <p class="block row">
        <a class="button" href="${view.returnTo}">${forgot.back}</a>
        <a class="tall" href="/forgot-password?return_to=${encodeURIComponent(view.returnTo)}"
          >${sent.again}</a
        >
      </p>`,
  }
}

export function tooManyLinksPage(
  view: { readonly untilMs: number; readonly returnTo: string },
  context: PageContext,
): Page {
  const words = context.words.passwordReset.tooMany
  return {
    title: words.title,
    status: 429,
    body: html`<h1>${words.title}</h1>
      <p>${words.body(clockTime(view.untilMs, context))}</p>
      <p>${words.newest}</p>
      ${backLink(view.returnTo, context)}`,
  }
}

/** Asks for the new password, through a valid link or for a signed-in person who has just confirmed the current one. */
export function setPasswordPage(
  view: {
    readonly action: '/reset-password' | '/security/password'
    readonly csrf: string
    readonly email: string
    readonly personalTokens: number
    readonly fault: PasswordFault | undefined
  },
  context: PageContext,
): Page {
  const { set } = context.words.passwordReset
  const faults = view.fault === undefined ? [] : [{ fieldId: 'password', message: set.fault[view.fault] }]
  return formPage(
    {
      title: set.title,
      faults,
      section: view.action === '/security/password' ? 'other' : undefined,
      body: html`<p>${set.forAccount(view.email)}</p>
        <form method="post" action="${view.action}" novalidate class="block">
          ${csrfField(view.csrf)} ${usernameOfPassword(view.email)}
          ${passwordField({ label: set.label, hint: set.hint, autocomplete: 'new-password', faults, isFirst: true }, context)}
          <p>${set.ends}</p>
          ${
            view.personalTokens > 0 &&
            html`<label class="keep" for="end_tokens">
              <input type="checkbox" id="end_tokens" name="end_tokens" value="1" />
              <span>${set.tokens(view.personalTokens)}</span>
            </label>`
          }
          <button class="button primary full">${set.button}</button>
        </form>
        ${
          view.action === '/security/password'
            ? html`<p class="block"><a class="tall" href="/security">${set.keep}</a></p>`
            : html`<p class="block">${set.known} <a href="/sign-in">${context.words.frame.signIn}</a></p>`
        }`,
    },
    context,
  )
}

/** Explains that the link was used, has expired, was superseded, or never was ours. */
export function deadLinkPage(context: PageContext): Page {
  const words = context.words.passwordReset.dead
  return {
    title: words.title,
    status: 400,
    body: html`<h1>${words.title}</h1>
      <p>${words.body}</p>
      <p class="block"><a class="button" href="/forgot-password">${words.again}</a></p>`,
  }
}

/** Confirms the new password and lists all access that works without it, with its date and the way to end it. */
export function passwordSetPage(
  { email, left }: { readonly email: string; readonly left: RemainingAccess },
  context: PageContext,
): Page {
  const words = context.words.passwordReset.done
  return {
    title: words.title,
    status: 200,
    body: html`<h1>${words.title}</h1>
      <p>${words.body(email)}</p>
      <p class="block"><a class="button primary" href="/sign-in">${context.words.frame.signIn}</a></p>
      ${remainingSection(left, context)}`,
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

function backLink(returnTo: string, { words }: PageContext): HtmlValue {
  return html`<p class="block"><a class="tall" href="${returnTo}">${words.passwordReset.forgot.back}</a></p>`
}
