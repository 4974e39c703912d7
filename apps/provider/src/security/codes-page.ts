import type { RecoveryCode } from '@counterfoil/oauth/ids'
import { html, type HtmlValue } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { type Fault, faultAttributes, fieldFault } from '#pages/partials.ts'
import { showRecoveryCode } from '#second-factor/codes.ts'

/** Shows the recovery codes, only once. */
export function codesMadePage(
  view: { readonly codes: readonly RecoveryCode[]; readonly replaceOlder: boolean },
  context: PageContext,
): Page {
  const { made, renew } = context.words.secondFactor
  const title = view.replaceOlder ? renew.made : made.title
  return {
    title,
    status: 200,
    section: 'other',
    isShownOnce: true,
    address: '/security',
    body: html`<h1>${title}</h1>
      ${view.replaceOlder && html`<p>${renew.ended}</p>`}
      <p>${made.keep}</p>
      <p>${made.each}</p>
      <ul id="recovery-codes">
        ${view.codes.map((code) => html`<li class="mono">${showRecoveryCode(code)}</li>`)}
      </ul>
      <p class="block"><a class="button primary" href="/security">${made.done}</a></p>`,
  }
}

/** The fault of a code, or of the passkey used instead. */
export type CodeFault = 'none' | 'missing' | 'wrong' | 'passkey_refused'

export function codeFaults(fault: CodeFault, { words }: PageContext): readonly Fault[] {
  const { missing, wrong } = words.secondFactor.ask
  const messages = { missing, wrong, passkey_refused: words.passkeys.refused }
  return fault === 'none' ? [] : [{ fieldId: 'code', message: messages[fault] }]
}

export function codeInput(label: string, faults: readonly Fault[]): HtmlValue {
  return html`<div class="field">
    <label for="code">${label}</label>
    ${fieldFault('code', faults)}
    <input
      class="input mono"
      id="code"
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      ${faultAttributes('code', faults)}
    />
  </div>`
}
