import { shownName } from '#pages/shown-name.ts'
import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { html, type Html, type HtmlValue, trustedHtml } from '#html/html.ts'
import { csrfField, type Fault, faultAttributes, fieldFault, flag, formPage } from '#pages/partials.ts'
import type { Page, PageContext } from '#pages/page.ts'
import type { ApplicationForm } from './application-form.ts'

export type ApplicationFormView = {
  readonly form: ApplicationForm
  readonly faults: readonly Fault[]
  /** The application to be changed; undefined for a new one. */
  readonly existing: { readonly id: string; readonly name: string } | undefined
  readonly csrf: string
}

/** Shows the form with which an application is registered or changed. */
export function applicationFormPage(view: ApplicationFormView, context: PageContext): Page {
  const words = context.words.developers.form
  const { form, faults, existing } = view
  const title = existing === undefined ? words.newTitle : words.editTitle(shownName(existing.name))
  const path = existing === undefined ? '/developers' : `/developers/${existing.id}`
  const field = (options: Omit<FieldView, 'faults'>) => textField({ ...options, faults })
  const moreIsOpen = faults.some((fault) => fault.fieldId === 'seconds' || fault.fieldId === 'optional')
  return formPage(
    {
      title,
      faults,
      section: 'developers',
      body: html`<form
        method="post"
        action="${existing === undefined ? '/developers/new' : `${path}/edit`}"
        novalidate
      >
        ${csrfField(view.csrf)}
        ${field({ id: 'name', label: words.name, hint: words.nameHint, value: form.name })}
        ${field({ id: 'home_page', label: words.homePage, hint: words.homePageHint, value: form.homePageUrl, kind: 'url' })}
        ${field({ id: 'redirects', label: words.redirects, hint: words.redirectsHint, value: form.redirects, kind: 'lines' })}
        ${field({ id: 'scopes', label: words.scopes, hint: words.scopesHint, value: form.scopes, kind: 'lines' })}
        <fieldset>
          <legend>${words.restriction}</legend>
          <div class="choices">
            ${restrictionRadio('single_business', form, context)}
            ${restrictionRadio('all_businesses', form, context)}
          </div>
        </fieldset>
        <details
          ${flag('open', moreIsOpen || form.optional !== '' || form.rotates || form.isStrict || form.sendsIssuer)}
        >
          <summary>${words.more}</summary>
          <div class="inside">
            ${field({ id: 'optional', label: words.optional, hint: words.optionalHint, value: form.optional, kind: 'lines' })}
            ${field({ id: 'seconds', label: words.seconds, value: form.seconds, kind: 'number' })}
            <label class="keep" for="rotates">
              <input type="checkbox" id="rotates" name="rotates" value="1" ${flag('checked', form.rotates)} />
              <span>${words.rotate}</span>
            </label>
            <label class="keep" for="strict">
              <input type="checkbox" id="strict" name="strict" value="1" ${flag('checked', form.isStrict)} />
              <span>${words.strict}</span>
            </label>
            <label class="keep" for="iss">
              <input type="checkbox" id="iss" name="iss" value="1" ${flag('checked', form.sendsIssuer)} />
              <span>${words.iss}</span>
            </label>
          </div>
        </details>
        <div class="total actions">
          <a class="button" href="${path}">${words.cancel}</a>
          <button class="button primary">${existing === undefined ? words.register : words.save}</button>
        </div>
      </form>`,
    },
    context,
  )
}

type FieldView = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly kind?: 'text' | 'url' | 'number' | 'lines'
  readonly faults: readonly Fault[]
}

/** Shows a field of one line, or of several. */
export function textField({ id, label, hint, value, kind = 'text', faults }: FieldView): Html {
  const shared = html`class="input${kind === 'lines' || kind === 'url' ? ' mono' : ''}" id="${id}"
  name="${id}" ${faultAttributes(id, faults, { hasHint: hint !== undefined })}`
  const plain = trustedHtml('autocapitalize="none" spellcheck="false" autocomplete="off"')
  const input: HtmlValue =
    kind === 'lines'
      ? html`<textarea ${shared} ${plain} rows="3">${linesOf(value)}</textarea>`
      : html`<input ${shared} ${plain} ${inputMode(kind)} value="${value}" />`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${faults.filter((fault) => fault.fieldId === id).length > 0 && faultLines(id, faults)} ${input}
  </div>`
}

function faultLines(id: string, faults: readonly Fault[]): HtmlValue {
  const own = faults.filter((fault) => fault.fieldId === id)
  if (own.length === 1) return fieldFault(id, own)
  return html`<div id="${id}-fault">${own.map((fault) => html`<p class="fault">${fault.message}</p>`)}</div>`
}

function inputMode(kind: FieldView['kind']): HtmlValue {
  if (kind === 'url') return trustedHtml('inputmode="url"')
  return kind === 'number' && trustedHtml('inputmode="numeric"')
}

/** Returns a text with its line breaks as character references, because the page's frame tidies white space. */
function linesOf(value: string): Html {
  return trustedHtml(value.split(/\r?\n/).map(escapeHtml).join('&#10;'))
}

function restrictionRadio(
  value: 'single_business' | 'all_businesses',
  form: ApplicationForm,
  { words }: PageContext,
): Html {
  return html`<label class="choice" for="${value}">
    <input
      type="radio"
      name="restriction"
      id="${value}"
      value="${value}"
      ${flag('checked', form.restriction === value)}
    />
    <span>${words.developers.restriction[value]}</span>
  </label>`
}
