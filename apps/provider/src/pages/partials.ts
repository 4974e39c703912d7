import { html, trustedHtml, type Html, type HtmlValue } from '#html/html.ts'
import type { PageContext } from './page.ts'

/** One fault of a form: what is wrong, and the field it leads to. */
export type Fault = { readonly fieldId: string; readonly message: HtmlValue }

/** The error summary at the top of a form. It takes the focus, and each fault leads to its field. */
export function problemSummary(faults: readonly Fault[], { words }: PageContext): HtmlValue {
  if (faults.length === 0) return undefined
  return html`<div class="problem" role="alert" tabindex="-1" data-problem aria-labelledby="problem-title">
    <h2 id="problem-title">${words.frame.problemTitle}</h2>
    <ul>
      ${faults.map((fault) => html`<li><a href="#${fault.fieldId}">${fault.message}</a></li>`)}
    </ul>
  </div>`
}

/** The same words again, beside the field. */
export function fieldFault(fieldId: string, faults: readonly Fault[]): HtmlValue {
  const fault = faults.find((candidate) => candidate.fieldId === fieldId)
  return fault === undefined ? undefined : html`<p class="fault" id="${fieldId}-fault">${fault.message}</p>`
}

/** Attributes that join a field to its fault, and to its hint (`name-hint`) where it has one. */
export function faultAttributes(
  fieldId: string,
  faults: readonly Fault[],
  { hasHint = false }: { readonly hasHint?: boolean } = {},
): HtmlValue {
  const isWrong = faults.some((fault) => fault.fieldId === fieldId)
  const describedBy = [...(hasHint ? [`${fieldId}-hint`] : []), ...(isWrong ? [`${fieldId}-fault`] : [])]
  return (
    describedBy.length > 0 &&
    html`${isWrong && html`aria-invalid="true" `}aria-describedby="${describedBy.join(' ')}"`
  )
}

export function csrfField(token: string): Html {
  return html`<input type="hidden" name="csrf" value="${token}" />`
}

/** Logo of 40 px, or the first letter of the name: nothing is fetched from the application's own site. */
export function appLogo(app: { readonly name: string; readonly logoUrl: string | null }): Html {
  return app.logoUrl !== null && /^data:image\/(?:png|svg\+xml|webp|jpeg);/.test(app.logoUrl)
    ? html`<img class="logo" src="${app.logoUrl}" alt="" width="40" height="40" />`
    : html`<span class="logo" aria-hidden="true"
        >${/[\p{L}\p{N}]/u.exec(app.name)?.[0].toUpperCase() ?? '?'}</span
      >`
}

/** Copies the text of an element; shown by the page's script, because nothing else can copy. */
export function copyButton(id: 'reference' | 'client' | 'secret', { words }: PageContext): Html {
  const { copy, copied, copyOf } = words.frame
  return html`<button class="link tall" type="button" hidden data-copy="${id}" data-done="${copied}">
    ${copy}<span class="unseen"> ${copyOf[id]}</span>
  </button>`
}

/** An attribute that is there or not. */
export function flag(name: 'checked' | 'selected' | 'hidden' | 'open', isSet: boolean): HtmlValue {
  return isSet && trustedHtml(name)
}
