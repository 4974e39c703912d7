import { LANGUAGES } from '@counterfoil/design/languages'
import { THEME_COLOURS } from '@counterfoil/design/tokens'
import { html, type Html, trustedHtml, withFrenchSpaces } from '#html/html.ts'
import { LOCALE_NAMES } from '#words/words.ts'
import { FAVICON, HARBOUR_MARK } from '#html/icons.ts'
import { copyButton, problemSummary } from './partials.ts'
import type { CompletePage, Page, PageContext, SiteSection } from './page.ts'
import { isolatesAsMarkup, isolatesInTitle } from './shown-name.ts'

/** Puts the parts of a page together: the summary of its faults, what is above the heading, the heading and the body. */
export function completePage(page: Page, context: PageContext): CompletePage {
  const { above, faults = [], hasOwnHeading, body, ...rest } = page
  const hasFaults = faults.length > 0
  return {
    ...rest,
    status: page.status ?? (hasFaults ? 422 : 200),
    hasProblem: page.hasProblem === true || hasFaults,
    body: html`${problemSummary(faults, context)} ${above}
    ${hasOwnHeading !== true && html`<h1>${page.title}</h1>`} ${body}`,
  }
}

/** Renders the whole document: Harbour's logo, one column with the content, and the same footer on all pages. */
export function renderPage(page: CompletePage, context: PageContext, style: string): string {
  const { frame } = context.words
  const news = page.news === undefined ? '' : `${page.news.replace(/\.$/, '')} – `
  const title = `${page.hasProblem === true ? frame.errorPrefix : ''}${news}${page.title}`
  const spaced = context.locale === 'fr' ? withFrenchSpaces : (text: string) => text
  const named = page.title === context.harbour ? title : `${title} – ${context.harbour}`
  return html`<!doctype html>
    <html lang="${context.locale}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="theme-color" content="${THEME_COLOURS.light}" media="(prefers-color-scheme:light)">
        <meta name="theme-color" content="${THEME_COLOURS.dark}" media="(prefers-color-scheme:dark)">
        <title>${isolatesInTitle(spaced(named))}</title>
        <link rel="icon" href="${FAVICON}">
        ${trustedHtml(`<style>${style}</style>`)}
      </head>
      <body${page.isWide === true && html` class="wide"`}>
        <a class="skip" href="#content">${frame.skip}</a>
        <header>
          <div class="frame bar">
            ${mark(page, context)}${page.section !== undefined && sections(page.section, context)}
          </div>
        </header>
        <main id="content" tabindex="-1">
          <div class="frame">
            ${trustedHtml(isolatesAsMarkup(spaced(page.body.text)))}
            ${page.showsReference === true && reference(context)}
          </div>
        </main>
        ${footer(context)} ${trustedHtml(`<script>${scriptOf(page)}</script>`)}
      </body>
    </html>`.text.replace(/\s*\n\s*/g, '\n')
}

function mark(page: CompletePage, context: PageContext): Html {
  const content = html`${HARBOUR_MARK}<span>${context.harbour}</span>`
  // Inside an authorization request the logo is no link: a person who follows it would lose the request.
  return page.section === undefined
    ? html`<span class="mark">${content}</span>`
    : html`<a class="mark" href="/">${content}</a>`
}

/** Renders the reference that people give to support; it leads to the lines of our log. */
function reference(context: PageContext): Html {
  return html`<p class="note block">
    ${context.words.frame.reference}
    <b class="mono" id="reference">${context.reference}</b> ${copyButton('reference', context)}
  </p>`
}

function sections(current: SiteSection, { words }: PageContext): Html {
  const links = [
    ['connected-apps', '/connected-apps', words.frame.connectedApps],
    ['plans', '/plans', words.frame.plans],
    ['developers', '/developers', words.frame.developers],
  ] as const
  const items = links.map(
    ([name, path, text]) =>
      html`<li><a href="${path}" ${name === current && trustedHtml('aria-current="page"')}>${text}</a></li>`,
  )
  return html`<nav aria-label="${words.frame.sections}">
      <ul>
        ${items}
      </ul>
    </nav>
    <a class="leave" href="/sign-out">${words.frame.signOut}</a>`
}

function footer({ words, path, locale }: PageContext): Html {
  const { help, privacy, languages } = words.frame
  const others = LANGUAGES.filter((other) => other !== locale)
  return html`<footer>
    <div class="frame bar">
      <a href="/help">${help}</a>
      <form method="post" action="/language" class="row" aria-label="${languages}">
        <input type="hidden" name="return_to" value="${path}" />
        ${others.map(
          (other) =>
            html`<button class="link" name="lang" value="${other}" lang="${other}">
              ${LOCALE_NAMES[other]}
            </button>`,
        )}
      </form>
      <a href="/privacy">${privacy}</a>
    </div>
  </footer>`
}

/**
 * The one optional script: shows a password on request, copies a reference, opens the print dialog, prints clock times in the
 * reader's zone and sends that zone with the sign-in form, prevents double posts, and rechecks when somebody returns to a sign-in
 * page. Every page works without it.
 *
 * The pending state ends by itself after a while, for someone who stopped a slow page, and on `pageshow`: browsers restore a page
 * from their cache as it was left.
 */
const PAGE_SCRIPT = `(()=>{
const d=document,all=(s,f)=>d.querySelectorAll(s).forEach(f);
const two=n=>String(n).padStart(2,'0');
all('time[data-clock]',t=>{const at=new Date(t.dateTime);t.textContent=two(at.getHours())+(d.documentElement.lang==='fr'?'\\xa0h\\xa0':':')+two(at.getMinutes())});
all('button[data-show]',b=>{b.hidden=false;const f=d.getElementById(b.dataset.show),w=[b.textContent,b.dataset.hide];
b.addEventListener('click',()=>{const s=f.type==='password';f.type=s?'text':'password';b.textContent=w[s?1:0];b.setAttribute('aria-pressed',s)})});
all('button[data-copy]',b=>{if(!navigator.clipboard)return;b.hidden=false;const t=b.firstChild,w=t.data;
b.addEventListener('click',()=>navigator.clipboard.writeText(d.getElementById(b.dataset.copy).textContent).then(()=>{t.data=b.dataset.done;setTimeout(()=>{t.data=w},3e3)}))});
all('button[data-print]',b=>{b.hidden=false;b.addEventListener('click',()=>print())});
if(matchMedia('(pointer:fine)').matches){const f=d.querySelector('[data-first]');if(f&&!d.querySelector('[data-problem]'))f.focus({preventScroll:true})}
const p=d.querySelector('[data-problem]');if(p)p.focus();
const free=f=>{delete f.dataset.busy;f.querySelectorAll('[aria-disabled]').forEach(b=>b.removeAttribute('aria-disabled'))};
d.addEventListener('submit',e=>{const f=e.target;if(f.dataset.busy){e.preventDefault();return}
if(f.method==='post'){f.dataset.busy='1';const z=f.elements.zone;if(z)z.value=Intl.DateTimeFormat().resolvedOptions().timeZone;if(e.submitter)e.submitter.setAttribute('aria-disabled','true');setTimeout(free,8e3,f)}});
d.addEventListener('visibilitychange',()=>{const f=d.querySelector('[data-recheck]');
if(f&&d.visibilityState==='visible'&&!f.dataset.busy&&![...f.querySelectorAll('.input')].some(i=>i.value!==i.defaultValue))location.replace(f.dataset.recheck)});
addEventListener('pageshow',e=>{if(e.persisted)all('form',free)});
})()`

/** Returns the script of a page. */
export function scriptOf({ usesPasskeys = false }: Pick<Page, 'usesPasskeys'>): string {
  return usesPasskeys ? PAGE_SCRIPT + PASSKEY_SCRIPT : PAGE_SCRIPT
}

/**
 * Script of pages that use passkeys. It shows the button if the browser supports passkeys, puts the device's answer into the form
 * and posts it. On a page with an e-mail field the browser offers passkeys there as well (conditional UI), and a form that creates
 * a passkey asks the device before it is posted. It also sends with a password form whether a passkey could be created here.
 */
const PASSKEY_SCRIPT = `;(()=>{
const P=self.PublicKeyCredential,d=document,b=d.querySelector('[data-passkey]'),f=d.querySelector('[name=can_passkey]');
if(!P||!P.parseRequestOptionsFromJSON)return;
if(f)P.isUserVerifyingPlatformAuthenticatorAvailable().then(y=>{if(y)f.value='1'});
if(!b)return;
const o=JSON.parse(b.dataset.passkey),q=o.user?'create':'get',say=d.querySelector('[data-passkey-fault]');let stop;
const ask=async mediation=>{if(stop)stop.abort();const mine=stop=new AbortController();
const options={publicKey:P[o.user?'parseCreationOptionsFromJSON':'parseRequestOptionsFromJSON'](o),signal:mine.signal};if(mediation)options.mediation=mediation;
try{const c=await navigator.credentials[q](options);b.form.elements.passkey.value=JSON.stringify(c);b.form.requestSubmit()}
catch(e){if(e.name!=='AbortError'&&!mediation)say.hidden=false}};
d.querySelectorAll('[data-passkey-unable]').forEach(e=>{e.hidden=true});
if(o.user)b.form.addEventListener('submit',e=>{if(!b.form.elements.passkey.value){e.preventDefault();e.stopPropagation();b.click()}});
b.hidden=false;b.addEventListener('click',()=>{say.hidden=true;ask()});
if(d.querySelector('[autocomplete~=webauthn]')&&P.isConditionalMediationAvailable)P.isConditionalMediationAvailable().then(y=>{if(y)ask('conditional')});
})()`
