import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { type ApplicationStore, TooManyApplicationsError } from '#applications/application-store.ts'
import type { Application } from '#applications/application.ts'
import { html, type Html, type HtmlValue, trustedHtml } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { Fault, PageContext } from '#pages/page.ts'
import { copyButton, csrfField, faultAttributes, fieldFault, flag, formActions } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import {
  type ApplicationForm,
  draftOf,
  emptyForm,
  formFaults,
  formOf,
  readApplicationForm,
} from './application-form.ts'
import {
  applicationOpener,
  noteChange,
  openDeveloper,
  openSender,
  type OwnApplication,
  tokenFor,
} from './own-application-responder.ts'

interface FormParts {
  readonly config: { readonly accessTokenSeconds: number; readonly sendsIssuer: boolean }
  readonly applications: Pick<ApplicationStore, 'findById' | 'create' | 'update'>
}

/** Adds the pages with which an application is registered or changed. */
export function addApplicationFormPages(pages: PageRouter, deps: FormParts): void {
  const { applications, config } = deps
  pages
    .opening(openDeveloper)
    .get('/developers/new', (visit, account) =>
      showForm(visit, account, { form: emptyForm(config), faults: [] }),
    )
  pages
    .opening(openSender)
    .post('/developers/new', (visit, account) => registerApplication(deps, visit, account))
  pages
    .opening(applicationOpener(applications, openDeveloper))
    .get('/developers/:id/edit', (visit, { account, application }) =>
      showForm(visit, account, { form: formOf(application, config), faults: [], existing: application }),
    )
  pages
    .opening(applicationOpener(applications, openSender))
    .post('/developers/:id/edit', (visit, opened) => changeApplication(deps, visit, opened))
}

async function registerApplication(deps: FormParts, visit: Visit, account: BrowserAccount) {
  const context = visit.context()
  const form = readApplicationForm(visit.req.body)
  const faults = formFaults(form, context)
  if (faults.length > 0) return showForm(visit, account, { form, faults })
  const rest = {
    description: null,
    logoUrl: null,
    scopeReasons: {},
    isChecked: false,
    ownerUserId: account.userId,
  }
  const made = await deps.applications.create({ ...draftOf(form), ...rest }).catch((error: unknown) => {
    if (error instanceof TooManyApplicationsError) return error
    throw error
  })
  if (made instanceof TooManyApplicationsError) {
    const fault = { fieldId: 'name', message: context.words.developers.fault.too_many_apps(made.limit) }
    return showForm(visit, account, { form, faults: [fault] })
  }
  const { application, secret } = made
  noteChange(visit, 'application.created', { account, application })
  const title = context.words.developers.made.title(application.name)
  showSecret(visit, { title, application, secret })
}

async function changeApplication(deps: FormParts, visit: Visit, { account, application }: OwnApplication) {
  const form = readApplicationForm(visit.req.body)
  const faults = formFaults(form, visit.context(), application)
  if (faults.length > 0) return showForm(visit, account, { form, faults, existing: application })
  const draft = draftOf(form)
  // The review was of this name and these addresses; it does not apply to others.
  const isChecked = application.isChecked && looksTheSame(application, draft)
  await deps.applications.update(application.id, { ...draft, isChecked })
  noteChange(visit, 'application.changed', { account, application })
  visit.seeOther(`/developers/${application.id}`)
}

function looksTheSame(
  application: Application,
  draft: Pick<Application, 'name' | 'homePageUrl' | 'redirectEntries'>,
): boolean {
  const entries = (one: readonly string[]) => one.toSorted().join('\n')
  return (
    application.name === draft.name &&
    application.homePageUrl === draft.homePageUrl &&
    entries(application.redirectEntries) === entries(draft.redirectEntries)
  )
}

/** Shows the form with which an application is registered or changed. */
async function showForm(
  visit: Visit,
  account: BrowserAccount,
  {
    form,
    faults,
    existing,
  }: {
    readonly form: ApplicationForm
    readonly faults: readonly Fault[]
    /** The application to be changed; undefined for a new one. */
    readonly existing?: Pick<Application, 'id' | 'name'>
  },
): Promise<void> {
  const csrf = await tokenFor(visit, account)
  const context = visit.context()
  const words = context.words.developers.form
  const title = existing === undefined ? words.newTitle : words.editTitle(shownName(existing.name))
  const path = existing === undefined ? '/developers' : `/developers/${existing.id}`
  const field = (options: Omit<FieldView, 'faults'>) => textField({ ...options, faults })
  const button = existing === undefined ? words.register : words.save
  const moreIsOpen = faults.some((fault) => fault.fieldId === 'seconds' || fault.fieldId === 'optional')
  visit.show({
    title,
    faults,
    section: 'developers',
    body: html`<form
      method="post"
      action="${existing === undefined ? '/developers/new' : `${path}/edit`}"
      novalidate
    >
      ${csrfField(csrf)} ${field({ id: 'name', label: words.name, hint: words.nameHint, value: form.name })}
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
          ${checkbox({ id: 'rotates', label: words.rotate }, form.rotates)}
          ${checkbox({ id: 'strict', label: words.strict }, form.isStrict)}
          ${checkbox({ id: 'iss', label: words.iss }, form.sendsIssuer)}
        </div>
      </details>
      ${formActions({ path, label: words.cancel }, { label: button, look: 'primary' }, 'total actions')}
    </form>`,
  })
}

function checkbox({ id, label }: Readonly<Record<'id' | 'label', string>>, isChecked: boolean): Html {
  return html`<label class="keep" for="${id}">
    <input type="checkbox" id="${id}" name="${id}" value="1" ${flag('checked', isChecked)} />
    <span>${label}</span>
  </label>`
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

/** Shows a secret, after registering or rotating: the only time it is on a page. */
export function showSecret(
  visit: Visit,
  made: {
    readonly title: string
    readonly line?: string
    readonly application: Pick<Application, 'id' | 'clientId'>
    readonly secret: string
  },
): void {
  const context = visit.context()
  const words = context.words.developers.made
  const { id, clientId } = made.application
  const path = `/developers/${id}`
  visit.show({
    title: made.title,
    section: 'developers',
    // A reload shows the application's page instead.
    isShownOnce: true,
    address: path,
    body: html`${made.line !== undefined && html`<p>${made.line}</p>`}
      <div class="notice warn"><p>${words.once}</p></div>
      <section>
        <h2>${words.clientId}</h2>
        <p><span class="mono" id="client">${clientId}</span> ${copyButton('client', context)}</p>
      </section>
      <section>
        <h2>${words.secret}</h2>
        <p><code class="secret" id="secret">${made.secret}</code> ${copyButton('secret', context)}</p>
      </section>
      <p class="block">
        <a class="button primary" href="${path}">${words.on}</a>
      </p>`,
  })
}
