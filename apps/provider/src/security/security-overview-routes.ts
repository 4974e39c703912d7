import type { Router } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import { type HtmlValue, html } from '#html/html.ts'
import { parseBrowserSessionId } from '#http/given-id.ts'
import { formatAgo, formatDay, formatMoment } from '#pages/dates.ts'
import type { Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { OwnPasskey, PasskeyStore } from '#passkeys/passkey-store.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { SecondFactorState, SecondFactorStore } from '#second-factor/second-factor-store.ts'
import { shownBrowser } from '#users/browser-name.ts'
import type { OwnBrowsersStore, SignedInBrowser } from '#users/own-browsers-store.ts'
import type { ChangePasswordParts } from './change-password-routes.ts'

export interface SecurityOverviewParts extends Pick<
  ChangePasswordParts,
  'responder' | 'logger' | 'accountOf'
> {
  readonly browsers: OwnBrowsersStore
  readonly secondFactors: Pick<SecondFactorStore, 'find'>
  readonly passkeys: Pick<Passkeys, 'isAvailable'>
  readonly passkeyStore: Pick<PasskeyStore, 'list'>
  readonly offersSecondFactor: boolean
}

/** Serves the overview of passwords, passkeys and codes, and signing out other browsers of the person. */
export function createSecurityOverviewRoutes(deps: SecurityOverviewParts): Router {
  const pages = createPageRoutes(deps.responder)
  const signedIn = pages.opening(deps.accountOf)

  signedIn.get('/security', (visit, { userId }) => showSecurity(deps, visit, userId))

  signedIn.post('/security/browsers', async (visit, { userId }) => {
    if (!(await visit.isOwnForm('browsers', userId))) return
    const news = await end(deps.browsers, visit, userId)
    if (news !== 'not_there')
      deps.logger.info({ event: 'browser.signed_out', userId, requestId: visit.requestId() })
    await showSecurity(deps, visit, userId, news)
  })

  return pages.router
}

/** Signs out the chosen browsers. A session of another person is answered like an unknown one. */
async function end(browsers: OwnBrowsersStore, visit: Visit, userId: UserId): Promise<SecurityNews> {
  const wanted = visit.field('session')
  const browserKey = visit.browserKey()
  if (wanted === ALL_OTHERS && browserKey !== undefined) {
    await browsers.endOthers(userId, browserKey)
    return 'ended_others'
  }
  const sessionId = parseBrowserSessionId(wanted)
  return sessionId !== undefined && (await browsers.end(userId, sessionId)) ? 'ended' : 'not_there'
}

/** Shows the page of account security, after `news` if there is any. */
async function showSecurity(
  parts: SecurityOverviewParts,
  visit: Visit,
  userId: UserId,
  news?: SecurityNews,
): Promise<void> {
  visit.render(securityPage, {
    news,
    passkeys: parts.passkeys.isAvailable(visit) ? await parts.passkeyStore.list(userId) : undefined,
    codes: await parts.secondFactors.find(userId),
    offersCodes: parts.offersSecondFactor,
    browsers: await parts.browsers.list(userId, visit.browserKey()),
    csrf: await visit.token('browsers', userId),
  })
}

/** The result of signing out other browsers. */
type SecurityNews = 'ended' | 'ended_others' | 'not_there'

type SecurityView = {
  readonly news: SecurityNews | undefined
  /** Undefined if passkeys are unavailable at this address. */
  readonly passkeys: readonly OwnPasskey[] | undefined
  readonly codes: SecondFactorState | undefined
  readonly offersCodes: boolean
  readonly browsers: readonly SignedInBrowser[]
  readonly csrf: string
}

/** Renders the page: how the account signs in, whether it requires a code, and in which browsers it is signed in. */
function securityPage(view: SecurityView, context: PageContext): Page {
  const { page: words, browsers } = context.words.secondFactor
  const { codes, offersCodes } = view
  const news = view.news && newsText(view.news, context)
  return {
    title: words.title,
    status: view.news === 'not_there' ? 404 : 200,
    section: 'other',
    address: '/security',
    news,
    body: html`${
        news !== undefined &&
        html`<div class="notice${view.news !== 'not_there' && ' good'}" role="status"><p>${news}</p></div>`
      }
      <h1>${words.title}</h1>
      <p class="lede">${words.lede(subjectOf(view))}</p>
      <section>
        <h2>${context.words.signIn.password}</h2>
        <p class="block">
          <a class="button" href="/security/password">${context.words.passwordReset.set.change}</a>
        </p>
      </section>
      ${
        view.passkeys !== undefined &&
        html`<section>
          <h2>${context.words.passkeys.list.title}</h2>
          ${passkeyList(view.passkeys, context)}
        </section>`
      }
      <section>
        <h2>${words.what}</h2>
        ${codes === undefined ? offPart(offersCodes, context) : onPart(codes, context)}
      </section>
      <section>
        <h2>${browsers.title}</h2>
        ${browserList(view, context)}
      </section>`,
  }
}

/** Returns the security features that the page offers besides the password and the browsers. */
function subjectOf({
  passkeys,
  codes,
  offersCodes,
}: SecurityView): 'both' | 'passkeys' | 'codes' | 'neither' {
  const hasCodes = offersCodes || codes !== undefined
  if (passkeys === undefined) return hasCodes ? 'codes' : 'neither'
  return hasCodes ? 'both' : 'passkeys'
}

function newsText(news: SecurityNews, { words }: PageContext): string {
  const { ended, endedOthers, notThere } = words.secondFactor.browsers
  return { ended, ended_others: endedOthers, not_there: notThere }[news]
}

function offPart(isOffered: boolean, { words }: PageContext): HtmlValue {
  const { page } = words.secondFactor
  if (!isOffered) return html`<p>${page.notHere}</p>`
  return html`<p>${page.off}</p>
    <p class="block"><a class="button primary" href="/security/turn-on">${page.turnOn}</a></p>`
}

function onPart({ onSince, recoveryCodesLeft }: SecondFactorState, { words, dates }: PageContext): HtmlValue {
  const { page } = words.secondFactor
  return html`<p>${page.on(formatDay(onSince.getTime(), dates))}</p>
    <p>${page.left(recoveryCodesLeft)}</p>
    <div class="actions">
      <a class="button" href="/security/recovery-codes">${page.renew}</a>
      <a class="button" href="/security/turn-off">${page.turnOff}</a>
    </div>`
}

/** The value of the field `session` for all browsers but this one. */
const ALL_OTHERS = 'others'

/** Renders the browsers in which a person is signed in: a sign-out button for each but this one, and one for all others. */
function browserList(
  { browsers, csrf }: { readonly browsers: readonly SignedInBrowser[]; readonly csrf: string },
  context: PageContext,
): HtmlValue {
  const { browsers: words } = context.words.secondFactor
  return html`<p>${words.lede}</p>
    <form method="post" action="/security/browsers" class="block">
      ${csrfField(csrf)}
      <ul class="cards">
        ${browsers.map((browser) => browserRow(browser, context))}
      </ul>
      ${
        browsers.some(({ isThis }) => !isThis) &&
        html`<p class="block">
          <button class="button" name="session" value="${ALL_OTHERS}">${words.endOthers}</button>
        </p>`
      }
    </form>`
}

function browserRow(browser: SignedInBrowser, { words, dates }: PageContext): HtmlValue {
  const { browsers } = words.secondFactor
  const { browserName } = browser
  const name = browserName === undefined ? browsers.unknown : shownBrowser(browserName, words.frame)
  const since = formatMoment(browser.signedInAtMs, dates)
  return html`<li class="split">
    <div>
      <p><b>${name}</b>${browser.isThis && html` <span class="tag">${browsers.this}</span>`}</p>
      <p class="hint">${browsers.times(since, formatAgo(browser.lastSeenAtMs, dates))}</p>
    </div>
    ${
      !browser.isThis &&
      html`<button class="button" name="session" value="${browser.id}">
        ${browsers.end}<span class="unseen">${browsers.endOf(name, since)}</span>
      </button>`
    }
  </li>`
}

/** Renders the passkeys of a person, each with a link to remove it, and a link to add another one. */
function passkeyList(passkeys: readonly OwnPasskey[], { words, dates }: PageContext): HtmlValue {
  const { list } = words.passkeys
  return html`<p>${passkeys.length === 0 ? list.none : list.lede}</p>
    ${
      passkeys.length > 0 &&
      html`<ul class="cards block">
        ${passkeys.map(
          ({ id, name, addedAtMs, lastUsedAtMs }) =>
            html`<li class="split">
              <div>
                <p><b>${shownName(name)}</b></p>
                <p class="hint">
                  ${
                    lastUsedAtMs === undefined
                      ? list.unused(formatDay(addedAtMs, dates))
                      : list.used(formatDay(addedAtMs, dates), formatAgo(lastUsedAtMs, dates))
                  }
                </p>
              </div>
              <a class="button" href="/security/passkeys/${id}/remove"
                >${list.remove}<span class="unseen">${list.removeOf(shownName(name))}</span></a
              >
            </li>`,
        )}
      </ul>`
    }
    <p class="block"><a class="button" href="/security/passkeys/new">${list.add}</a></p>`
}
