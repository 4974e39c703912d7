import type { UserId } from '@counterfoil/oauth/ids'
import { type HtmlValue, html } from '#html/html.ts'
import { parseBrowserSessionId } from '#http/given-id.ts'
import { formatAgo, formatDay, formatMoment } from '#pages/dates.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { OwnPasskey, PasskeyStore } from '#passkeys/passkey-store.ts'
import type { SecondFactorState, SecondFactorStore } from '#second-factor/second-factor-store.ts'
import { signedInOpener } from '#sign-in/session-responder.ts'
import { shownBrowser } from '#users/browser-name.ts'
import type { OwnBrowsersStore, SignedInBrowser } from '#users/own-browsers-store.ts'

interface SecurityParts {
  readonly browsers: OwnBrowsersStore
  readonly secondFactors: Pick<SecondFactorStore, 'find'>
  readonly passkeys: Pick<Passkeys, 'isAvailable'>
  readonly passkeyStore: Pick<PasskeyStore, 'list'>
  readonly offersSecondFactor: boolean
}

/** Adds the overview of password, passkeys and codes, and signing out other browsers of the person. */
export function addSecurityPage(pages: PageRouter, deps: SecurityParts): void {
  const signedIn = pages.opening(signedInOpener('/security'))

  signedIn.get('/security', (visit, { userId }) => showSecurity(deps, visit, userId))

  signedIn.post('/security/browsers', async (visit, { userId }) => {
    if (!(await visit.isOwnForm('browsers', userId))) return
    const news = await end(deps.browsers, visit, userId)
    if (news !== 'notThere') visit.note('browser.signed_out', { userId })
    await showSecurity(deps, visit, userId, news)
  })
}

/** The result of signing out other browsers. */
type SecurityNews = 'ended' | 'endedOthers' | 'notThere'

/** The value of the field `session` for all browsers but this one. */
const ALL_OTHERS = 'others'

/** Signs out the chosen browsers. A session of another person is answered like an unknown one. */
async function end(browsers: OwnBrowsersStore, visit: Visit, userId: UserId): Promise<SecurityNews> {
  const wanted = visit.field('session')
  const browserKey = visit.browserKey()
  if (wanted === ALL_OTHERS && browserKey !== undefined) {
    await browsers.endOthers(userId, browserKey)
    return 'endedOthers'
  }
  const sessionId = parseBrowserSessionId(wanted)
  return sessionId !== undefined && (await browsers.end(userId, sessionId)) ? 'ended' : 'notThere'
}

/** Shows how the account signs in, whether it requires a code, and in which browsers it is signed in; above it the news. */
async function showSecurity(
  deps: SecurityParts,
  visit: Visit,
  userId: UserId,
  newsKind?: SecurityNews,
): Promise<void> {
  // Undefined if passkeys are unavailable at this address.
  const passkeys = deps.passkeys.isAvailable(visit) ? await deps.passkeyStore.list(userId) : undefined
  const codes = await deps.secondFactors.find(userId)
  const browsers = await deps.browsers.list(userId, visit.browserKey())
  const csrf = await visit.token('browsers', userId)
  const context = visit.context()
  const { page: words, browsers: browserWords } = context.words.secondFactor
  const news = newsKind && browserWords[newsKind]
  const isFault = newsKind === 'notThere'
  const hasCodes = deps.offersSecondFactor || codes !== undefined
  const offered = passkeys === undefined ? 'codes' : 'both'
  const unoffered = passkeys === undefined ? 'neither' : 'passkeys'
  visit.show({
    title: words.title,
    status: isFault ? 404 : 200,
    section: 'other',
    address: '/security',
    news,
    above:
      news !== undefined &&
      html`<div class="notice${!isFault && ' good'}" role="status"><p>${news}</p></div>`,
    body: html`<p class="lede">${words.lede(hasCodes ? offered : unoffered)}</p>
      <section>
        <h2>${context.words.signIn.password}</h2>
        <p class="block">
          <a class="button" href="/security/password">${context.words.passwordReset.set.change}</a>
        </p>
      </section>
      ${
        passkeys !== undefined &&
        html`<section>
          <h2>${context.words.passkeys.list.title}</h2>
          ${passkeyList(passkeys, context)}
        </section>`
      }
      <section>
        <h2>${words.what}</h2>
        ${codes === undefined ? offPart(deps.offersSecondFactor, context) : onPart(codes, context)}
      </section>
      <section>
        <h2>${browserWords.title}</h2>
        ${browserList({ browsers, csrf }, context)}
      </section>`,
  })
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
