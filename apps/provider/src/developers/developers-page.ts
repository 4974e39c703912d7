import { shownName } from '#pages/shown-name.ts'
import { judgeRedirectUri, type RedirectVerdict } from '@counterfoil/oauth/redirect-uri'
import type { Application } from '#applications/application.ts'
import { formatDay, formatMoment } from '#pages/dates.ts'
import { html, plainText, type Html, type HtmlValue } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { appLogo, copyButton, csrfField, factList } from '#pages/partials.ts'

/** A live secret, without its value. */
type SecretView = {
  readonly hint: string
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
}

/** Shows a developer's own applications. */
export function developersPage(
  view: {
    readonly applications: readonly Application[]
    readonly deletedName: string | undefined
  },
  context: PageContext,
): Page {
  const words = context.words.developers
  const deleted = view.deletedName === undefined ? undefined : words.remove.done(shownName(view.deletedName))
  return {
    title: words.title,
    status: 200,
    section: 'developers',
    news: deleted && plainText(deleted),
    body: html`${
        deleted !== undefined &&
        html`<div class="notice good" role="status">
          <p>${deleted}</p>
        </div>`
      }
      <h1>${words.title}</h1>
      <p class="lede">${words.lede}</p>
      ${
        view.applications.length === 0
          ? html`<p class="block">${words.none}</p>`
          : html`<ul class="cards block">
              ${view.applications.map((application) => applicationRow(application, context))}
            </ul>`
      }
      <p class="block"><a class="button primary" href="/developers/new">${words.create}</a></p>
      ${personalTokensSection(context)}`,
  }
}

/** Shows how to create a personal token, and where the live ones are. */
function personalTokensSection({ words }: PageContext): Html {
  const { tokens } = words.developers
  return html`<section>
    <h2>${tokens.title}</h2>
    <p class="hint">${tokens.lede}</p>
    <p class="block row">
      <a class="button" href="/developers/tokens/new">${tokens.create}</a>
      <a class="tall" href="/connected-apps">${tokens.listed}</a>
    </p>
  </section>`
}

function applicationRow(application: Application, context: PageContext): Html {
  const words = context.words.developers
  return html`<li class="split">
    <div class="app-row">
      ${appLogo(application)}
      <div>
        <h2>${shownName(application.name)}</h2>
        <p class="hint mono">${application.clientId}</p>
        <p class="hint">
          ${words.restriction[application.restriction]} · ${words.count(application.redirectEntries.length)} ·
          ${application.isChecked ? words.checked : words.unchecked}
        </p>
      </div>
    </div>
    <a class="button" href="/developers/${application.id}"
      >${words.open}<span class="unseen"> ${shownName(application.name)}</span></a
    >
  </li>`
}

type ApplicationView = {
  readonly application: Application
  readonly secrets: readonly SecretView[]
  /** True if its authorization responses contain `iss`. */
  readonly sendsIssuer: boolean
  /** The address of the provider. */
  readonly baseUrl: string
  /** The address typed into the tester; undefined if none. */
  readonly tried: string | undefined
  readonly csrf: string
}

/** Shows one application: the endpoints it calls, its settings, its secrets, and the tester of redirect addresses. */
export function applicationPage(view: ApplicationView, context: PageContext): Page {
  const { application } = view
  const words = context.words.developers.show
  const path = `/developers/${application.id}`
  const mono = (values: readonly string[]) =>
    values.map((value) => html`<span class="mono">${value}</span><br />`)
  const verdict =
    view.tried === undefined ? undefined : judgeRedirectUri(view.tried, application.redirectEntries)
  return {
    title: shownName(application.name),
    status: 200,
    section: 'developers',
    news: verdict && words[verdict.kind],
    isWide: true,
    body: html`<p><a class="tall" href="/developers">${words.list}</a></p>
      <h1>${shownName(application.name)}</h1>
      <p class="row">
        <a class="button primary" href="${path}/log">${words.log}</a>
        <a class="button" href="${path}/edit">${words.edit}</a>
      </p>
      <section>
        <h2>${words.facts}</h2>
        ${factList([
          [
            context.words.developers.made.clientId,
            html`<span class="mono" id="client">${application.clientId}</span>
              ${copyButton('client', context)}`,
          ],
          [words.reaches, context.words.developers.restriction[application.restriction]],
          [words.redirects, mono(application.redirectEntries)],
          [words.scopes, mono(application.allowedScopes)],
          ...(application.optionalScopes.length > 0
            ? [[words.optional, mono(application.optionalScopes)] as const]
            : []),
          [words.seconds, words.secondsValue(application.accessTokenSeconds)],
          [words.rotates, application.rotateRefreshTokens ? words.rotatesYes : words.rotatesNo],
          [words.strict, application.isStrict ? words.strictYes : words.strictNo],
          [words.iss, view.sendsIssuer ? words.issYes : words.issNo],
        ])}
      </section>
      ${tester(view, verdict, context)} ${secretsSection(view, path, context)}
      <section>
        <h2>${words.endpoints}</h2>
        ${factList([
          [words.authorize, mono([`${view.baseUrl}/oauth2/authorize/`])],
          [words.token, mono([`${view.baseUrl}/oauth2/token/`])],
          [words.revoke, mono([`${view.baseUrl}/oauth2/token-revoke/`])],
          [words.graphql, mono([`${view.baseUrl}/graphql/public`])],
        ])}
      </section>
      <p class="total"><a class="button danger" href="${path}/delete">${words.remove}</a></p>`,
  }
}

function secretsSection({ secrets, csrf }: ApplicationView, path: string, context: PageContext): Html {
  const words = context.words.developers.show
  return html`<section>
    <h2>${words.secrets}</h2>
    <p class="hint">${words.secretsHint}</p>
    <ul class="cards">
      ${secrets.map((secret) => html`<li><p>${secretLine(secret, context)}</p></li>`)}
    </ul>
    <div class="row block">
      <form method="post" action="${path}/rotate">
        ${csrfField(csrf)}<button class="button">${words.rotate}</button>
      </form>
      ${
        secrets.some((secret) => secret.expiresAtMs !== null) &&
        html`<form method="post" action="${path}/end-overlap">
          ${csrfField(csrf)}<button class="button danger">${words.endOverlap}</button>
        </form>`
      }
    </div>
  </section>`
}

function secretLine(secret: SecretView, context: PageContext): Html {
  const words = context.words.developers.show
  const made = words.secretMade(formatDay(secret.createdAtMs, context.dates))
  const until = secret.expiresAtMs
  return html`${words.secretEnding(secret.hint)} · ${made}
  ${until !== null && html`· <b>${words.secretUntil(formatMoment(until, context.dates))}</b>`}`
}

/** Shows the tester of redirect addresses, which uses the module that the authorization endpoint uses. */
function tester(
  { application, tried }: ApplicationView,
  verdict: RedirectVerdict | undefined,
  context: PageContext,
): Html {
  const words = context.words.developers.show
  return html`<section id="tester">
    <h2>${words.tester}</h2>
    <p class="hint" id="tester-hint">${words.testerHint}</p>
    <form method="get" action="/developers/${application.id}#tester">
      <label for="uri">${words.testerLabel}</label>
      <div class="with-button">
        <input
          class="input mono"
          id="uri"
          name="uri"
          inputmode="url"
          autocapitalize="none"
          spellcheck="false"
          autocomplete="off"
          aria-describedby="tester-hint"
          value="${tried ?? ''}"
        />
        <button class="button">${words.testerButton}</button>
      </div>
    </form>
    ${verdict !== undefined && verdictNotice(verdict, context)}
  </section>`
}

function verdictNotice(verdict: RedirectVerdict, context: PageContext): Html {
  const { show, redirectReason } = context.words.developers
  if (verdict.kind === 'accepted') {
    return html`<div class="notice good block" role="status">
      <h3>${show.accepted}</h3>
      <p>${show.acceptedBy(verdict.entry)}</p>
    </div>`
  }
  return html`<div class="notice warn block" role="status">
    <h3>${show.refused}: ${redirectReason[verdict.reason]}</h3>
    <p>${show.exact} <span lang="en">${verdict.detail}.</span></p>
  </div>`
}

/** Shows a secret, after registering or rotating: the only time it is on a page. */
export function secretPage(
  view: {
    readonly title: string
    readonly lines: readonly HtmlValue[]
    readonly application: Pick<Application, 'id' | 'clientId'>
    readonly secret: string
  },
  context: PageContext,
): Page {
  const words = context.words.developers.made
  const { id, clientId } = view.application
  const path = `/developers/${id}`
  return {
    title: view.title,
    status: 200,
    section: 'developers',
    // A reload shows the application's page instead.
    isShownOnce: true,
    address: path,
    body: html`<h1>${view.title}</h1>
      ${view.lines.map((line) => html`<p>${line}</p>`)}
      <div class="notice warn"><p>${words.once}</p></div>
      <section>
        <h2>${words.clientId}</h2>
        <p><span class="mono" id="client">${clientId}</span> ${copyButton('client', context)}</p>
      </section>
      <section>
        <h2>${words.secret}</h2>
        <p><code class="secret" id="secret">${view.secret}</code> ${copyButton('secret', context)}</p>
      </section>
      <p class="block">
        <a class="button primary" href="${path}">${words.on}</a>
      </p>`,
  }
}

/** Asks for confirmation before an application is deleted. */
export function deleteApplicationPage(
  view: { readonly application: Application; readonly csrf: string },
  context: PageContext,
): Page {
  const words = context.words.developers.remove
  const title = words.title(shownName(view.application.name))
  const path = `/developers/${view.application.id}`
  return {
    title,
    status: 200,
    section: 'developers',
    body: html`<h1>${title}</h1>
      <p>${words.body}</p>
      <form method="post" action="${path}/delete" class="total actions">
        ${csrfField(view.csrf)}
        <a class="button" href="${path}">${words.keep}</a>
        <button class="button primary danger">${words.button}</button>
      </form>`,
  }
}
