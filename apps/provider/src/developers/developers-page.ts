import type { UserId } from '@counterfoil/oauth/ids'
import { judgeRedirectUri, type RedirectVerdict } from '@counterfoil/oauth/redirect-uri'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { Application } from '#applications/application.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import { html, plainText, type Html } from '#html/html.ts'
import { formatDay, formatMoment } from '#pages/dates.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { appLogo, copyButton, csrfField, factList, removalForm } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { showSecret } from './application-form-page.ts'
import {
  applicationOpener,
  noteChange,
  openDeveloper,
  openSender,
  type OwnApplication,
  tokenFor,
} from './own-application-responder.ts'

const MAX_TRIED_CHARACTERS = 2_100

interface DevelopersParts {
  readonly config: { readonly secretOverlapSeconds: number; readonly sendsIssuer: boolean }
  readonly applications: ApplicationStore
  readonly accessRevocations: Pick<AccessRevocationStore, 'deleteApplication'>
}

/** Adds the pages of a developer's own applications: the list, one application with its secrets, and its deletion. */
export function addDevelopersPages(pages: PageRouter, deps: DevelopersParts): void {
  const { applications } = deps
  pages.opening(openDeveloper).get('/developers', (visit, { userId }) => showList(deps, visit, userId))

  const own = pages.opening(applicationOpener(applications, openDeveloper))
  own.get('/developers/:id', (visit, opened) => showApplication(deps, visit, opened))
  own.get('/developers/:id/delete', async (visit, { account, application }) => {
    const words = visit.context().words.developers.remove
    const path = `/developers/${application.id}`
    const csrf = await tokenFor(visit, account)
    const leave = { path, label: words.keep }
    visit.show({
      title: words.title(shownName(application.name)),
      section: 'developers',
      body: html`<p>${words.body}</p>
        ${removalForm({ action: `${path}/delete`, csrf, leave, button: words.button })}`,
    })
  })

  const ownForms = pages.opening(applicationOpener(applications, openSender))
  ownForms.post('/developers/:id/rotate', (visit, opened) => rotateSecret(deps, visit, opened))
  ownForms.post('/developers/:id/end-overlap', async (visit, opened) => {
    await applications.endOverlap(opened.application.id)
    noteChange(visit, 'application.secret_ended', opened)
    visit.seeOther(`/developers/${opened.application.id}`)
  })
  ownForms.post('/developers/:id/delete', async (visit, opened) => {
    await deps.accessRevocations.deleteApplication(opened.application.id)
    noteChange(visit, 'application.deleted', opened)
    await showList(deps, visit, opened.account.userId, opened.application.name)
  })
}

async function rotateSecret(deps: DevelopersParts, visit: Visit, opened: OwnApplication): Promise<void> {
  const { application } = opened
  const rotated = await deps.applications.rotateSecret(application.id, deps.config.secretOverlapSeconds)
  if (rotated === undefined) return visit.sendErrorPage({ kind: 'not_found' })
  noteChange(visit, 'application.secret_rotated', opened)
  const { words, dates } = visit.context()
  const { title, noOverlap, overlap } = words.developers.rotated
  const until = rotated.previousExpiresAtMs
  const line = until === null ? noOverlap : overlap(formatMoment(until, dates))
  showSecret(visit, { title, line, application, secret: rotated.secret })
}

/** Shows a developer's own applications. */
async function showList(
  { applications }: DevelopersParts,
  visit: Visit,
  userId: UserId,
  deletedName?: string,
): Promise<void> {
  const own = await applications.list({ ownerUserId: userId })
  const context = visit.context()
  const words = context.words.developers
  const deleted = deletedName === undefined ? undefined : words.remove.done(shownName(deletedName))
  visit.show({
    title: words.title,
    section: 'developers',
    address: '/developers',
    news: deleted && plainText(deleted),
    above: deleted !== undefined && html`<div class="notice good" role="status"><p>${deleted}</p></div>`,
    body: html`<p class="lede">${words.lede}</p>
      ${
        own.length === 0
          ? html`<p class="block">${words.none}</p>`
          : html`<ul class="cards block">
              ${own.map((application) => applicationRow(application, context))}
            </ul>`
      }
      <p class="block"><a class="button primary" href="/developers/new">${words.create}</a></p>
      ${personalTokensSection(context)}`,
  })
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
  /** The live secrets, without their values. */
  readonly secrets: Awaited<ReturnType<ApplicationStore['secretsOf']>>
  /** The address typed into the tester; undefined if none. */
  readonly tried: string | undefined
  readonly csrf: string
}

/** Shows one application: the endpoints it calls, its settings, its secrets, and the tester of redirect addresses. */
async function showApplication(
  deps: DevelopersParts,
  visit: Visit,
  { account, application }: OwnApplication,
): Promise<void> {
  const view = {
    application,
    secrets: await deps.applications.secretsOf(application.id),
    tried: visit.query('uri')?.slice(0, MAX_TRIED_CHARACTERS),
    csrf: await tokenFor(visit, account),
  }
  const context = visit.context()
  const words = context.words.developers.show
  const path = `/developers/${application.id}`
  const address = visit.ownOrigin()
  const verdict =
    view.tried === undefined ? undefined : judgeRedirectUri(view.tried, application.redirectEntries)
  visit.show({
    title: shownName(application.name),
    section: 'developers',
    news: verdict && words[verdict.kind],
    isWide: true,
    above: html`<p><a class="tall" href="/developers">${words.list}</a></p>`,
    body: html`<p class="row">
        <a class="button primary" href="${path}/log">${words.log}</a>
        <a class="button" href="${path}/edit">${words.edit}</a>
      </p>
      <section>
        <h2>${words.facts}</h2>
        ${settingsList(application, application.sendsIssuer ?? deps.config.sendsIssuer, context)}
      </section>
      ${tester(view, verdict, context)} ${secretsSection(view, path, context)}
      <section>
        <h2>${words.endpoints}</h2>
        ${factList([
          [words.authorize, mono([`${address}/oauth2/authorize/`])],
          [words.token, mono([`${address}/oauth2/token/`])],
          [words.revoke, mono([`${address}/oauth2/token-revoke/`])],
          [words.graphql, mono([`${address}/graphql/public`])],
        ])}
      </section>
      <p class="total"><a class="button danger" href="${path}/delete">${words.remove}</a></p>`,
  })
}

function mono(values: readonly string[]): readonly Html[] {
  return values.map((value) => html`<span class="mono">${value}</span><br />`)
}

/** @param sendsIssuer True if authorization responses to the application contain `iss`. */
function settingsList(application: Application, sendsIssuer: boolean, context: PageContext): Html {
  const { show: words, made, restriction } = context.words.developers
  const { optionalScopes } = application
  return factList([
    [
      made.clientId,
      html`<span class="mono" id="client">${application.clientId}</span> ${copyButton('client', context)}`,
    ],
    [words.reaches, restriction[application.restriction]],
    [words.redirects, mono(application.redirectEntries)],
    [words.scopes, mono(application.allowedScopes)],
    ...(optionalScopes.length > 0 ? [[words.optional, mono(optionalScopes)] as const] : []),
    [words.seconds, words.secondsValue(application.accessTokenSeconds)],
    [words.rotates, application.rotateRefreshTokens ? words.rotatesYes : words.rotatesNo],
    [words.strict, application.isStrict ? words.strictYes : words.strictNo],
    [words.iss, sendsIssuer ? words.issYes : words.issNo],
  ])
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

function secretLine(secret: ApplicationView['secrets'][number], context: PageContext): Html {
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
