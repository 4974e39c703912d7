import { Router } from 'express'
import { html } from '#html/html.ts'
import { ARROW_ICON } from '#html/icons.ts'
import { formText } from '#http/form-fields.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { createRequestOpener, handleOf } from '#prompts/open-request-responder.ts'
import type { PromptDependencies } from '#prompts/prompt-dependencies.ts'
import { appOf, redirectOriginFor } from '#prompts/request-view.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import { sessionFor } from '#users/account-for-request.ts'
import { type BrowserAccount, signedInAccounts } from '#users/browser-session.ts'

/** Choosing an account inside a request: A2. */
export function createAccountPromptRoutes(
  deps: Pick<
    PromptDependencies,
    'responder' | 'clock' | 'sessions' | 'pendingAuthorizations' | 'countBusinesses' | 'issuerFor'
  >,
): Router {
  const { responder, sessions, pendingAuthorizations: pending } = deps
  const sessionOf = createSessionReader(responder, sessions)
  const requests = createRequestOpener(deps)
  const router = Router()

  router.get('/authorize/:handle/accounts', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const session = sessionFor(request, await sessionOf(req))
    if (session.accounts.length === 0) return responder.seeOther(res, `/authorize/${handleOf(req)}/sign-in`)
    const accounts = await Promise.all(
      session.accounts.map(async (account) => ({
        ...account,
        businessCount: await deps.countBusinesses(account.userId),
      })),
    )
    const path = `/authorize/${handleOf(req)}`
    const view = {
      action: `${path}/accounts`,
      csrf: await responder.csrfToken(req, res, 'accounts', handleOf(req)),
      accounts,
      app: appOf(request),
      formRedirectOrigin: redirectOriginFor(request),
    }
    responder.send(req, res, accountChoicePage(view, responder.context(req, res)))
  })

  router.post('/authorize/:handle/accounts', ...responder.ownForm, async (req, res) => {
    const handle = handleOf(req)
    if (!(await responder.hasCsrfToken(req, 'accounts', handle)))
      return responder.sendFormTooOld(req, res, 'accounts', handle)
    const request = await requests.open(req, res)
    if (request === undefined) return
    const session = sessionFor(request, await sessionOf(req))
    const signInAs = session.accounts.findIndex(
      (account) => account.userId === formText(req.body, 'sign_in_as'),
    )
    const chosen = signedInAccounts(session).find(
      (account) => account.userId === formText(req.body, 'account'),
    )
    if (chosen === undefined || session.id === undefined) {
      return responder.seeOther(res, `/authorize/${handle}/sign-in?as=${signInAs < 0 ? 'other' : signInAs}`)
    }
    await pending.chooseAccount(request.id, chosen.userId)
    await sessions.makeCurrent(session.id, chosen.userId)
    responder.seeOther(res, `/authorize/${handle}/continue`)
  })

  return router
}

type AccountChoiceView = {
  readonly action: string
  readonly csrf: string
  readonly accounts: readonly (BrowserAccount & { readonly businessCount: number })[]
  readonly app: { readonly name: string; readonly host: string } | undefined
  readonly formRedirectOrigin: string | undefined
}

/** A2. A list of buttons: one press chooses. */
function accountChoicePage(view: AccountChoiceView, context: PageContext): Page {
  const words = context.words.signIn
  const choices = view.accounts.map((account) =>
    account.isSignedIn
      ? html`<button class="choice go" name="account" value="${account.userId}">
          <span class="stack">
            <b>${shownName(account.name)}</b>
            ${account.name !== account.email && html`<span class="hint">${account.email}</span>`}
            <span class="hint">${words.businesses(account.businessCount)}</span>
          </span>
          ${ARROW_ICON}
        </button>`
      : html`<button class="choice go" name="sign_in_as" value="${account.userId}">
          <span class="stack">
            <b>${shownName(account.name)}</b>
            <span class="hint">${account.email}</span>
            <span class="hint">${words.signedOutAccount}</span>
          </span>
          ${ARROW_ICON}
        </button>`,
  )
  return {
    title: words.which,
    status: 200,
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`<h1>${words.which}</h1>
      ${view.app !== undefined && html`<p class="lede">${words.toContinue(shownName(view.app.name), view.app.host)}</p>`}
      <form method="post" action="${view.action}" class="block">
        ${csrfField(view.csrf)}
        <div class="choices">${choices}</div>
        <p class="block"><button class="button full" name="another" value="1">${words.another}</button></p>
      </form>`,
  }
}
