import type { LoggedCall } from '#applications/application-call.ts'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { Application } from '#applications/application.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { formatMoment } from '#pages/dates.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { flag } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { applicationOpener, openDeveloper } from './own-application-responder.ts'

const CALLS_PER_PAGE = 50

const LOG_ENDPOINTS = ['authorize', 'token', 'revoke', 'graphql'] as const
const LOG_OUTCOMES = ['ok', 'refused', 'failed'] as const
type LogFilter = {
  readonly endpoint: (typeof LOG_ENDPOINTS)[number] | undefined
  readonly outcome: (typeof LOG_OUTCOMES)[number] | undefined
}

type CallLogView = {
  readonly application: Application
  readonly calls: readonly LoggedCall[]
  readonly filter: LogFilter
  /** The id before which the calls are listed; undefined on the first page. */
  readonly beforeId: number | undefined
  readonly hasOlder: boolean
}

/** Adds the log of an application: every call with the exact reason of each refusal, newest first, page by page. */
export function addCallLogPage(
  pages: PageRouter,
  {
    applications,
    applicationLog,
  }: {
    readonly applications: Pick<ApplicationStore, 'findById'>
    readonly applicationLog: Pick<ApplicationLogStore, 'list'>
  },
): void {
  const own = pages.opening(applicationOpener(applications, openDeveloper))
  own.get('/developers/:id/log', async (visit, { application }) => {
    const before = Number(visit.req.query['before'])
    const beforeId = Number.isSafeInteger(before) && before > 0 ? before : undefined
    const filter = {
      endpoint: LOG_ENDPOINTS.find((endpoint) => endpoint === visit.req.query['endpoint']),
      outcome: LOG_OUTCOMES.find((outcome) => outcome === visit.req.query['outcome']),
    }
    const options = { ...filter, beforeId, limit: CALLS_PER_PAGE + 1 }
    const found = await applicationLog.list(application.id, options)
    const calls = found.slice(0, CALLS_PER_PAGE)
    const hasOlder = found.length > CALLS_PER_PAGE
    showCallLog(visit, { application, calls, filter, beforeId, hasOlder })
  })
}

function showCallLog(visit: Visit, view: CallLogView): void {
  const context = visit.context()
  const words = context.words.developers.log
  const path = `/developers/${view.application.id}`
  const { endpoint, outcome } = view.filter
  const chosen = [
    ...(endpoint === undefined ? [] : [words.endpoints[endpoint]]),
    ...(outcome === undefined ? [] : [words.outcomes[outcome]]),
    ...(view.beforeId === undefined ? [] : [context.words.frame.next]),
  ]
  const name = shownName(view.application.name)
  visit.show({
    title: words.title(name),
    news: chosen.length === 0 ? undefined : chosen.join(', '),
    section: 'developers',
    isWide: true,
    above: html`<p><a class="tall" href="${path}">${name}</a></p>`,
    body: html`<p class="hint">${words.lede}</p>
      <form method="get" action="${path}/log" class="row filter">
        ${select({ name: 'endpoint', label: words.kind, any: words.any }, words.endpoints, view.filter.endpoint)}
        ${select({ name: 'outcome', label: words.outcome, any: words.any }, words.outcomes, view.filter.outcome)}
        <button class="button">${words.filter}</button>
      </form>
      ${view.calls.length === 0 ? html`<p class="block">${endpoint === undefined && outcome === undefined ? words.empty : words.emptyFilter}</p>` : table(view, context)}
      ${pager(view, context)}`,
  })
}

function select(
  { name, label, any }: { readonly name: string; readonly label: string; readonly any: string },
  options: Readonly<Record<string, string>>,
  chosen: string | undefined,
): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <select class="input" id="${name}" name="${name}">
      <option value="">${any}</option>
      ${Object.entries(options).map(
        ([value, text]) =>
          html`<option value="${value}" ${flag('selected', value === chosen)}>${text}</option>`,
      )}
    </select>
  </div>`
}

function table(view: CallLogView, context: PageContext): Html {
  const words = context.words.developers.log
  return html`<div class="table">
    <table class="log">
      <caption>
        ${words.caption(view.calls.length)}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.when}</th>
          <th scope="col">${words.what}</th>
          <th scope="col">${words.result}</th>
          <th scope="col">${words.why}</th>
        </tr>
      </thead>
      <tbody>
        ${view.calls.map((call) => row(call, context))}
      </tbody>
    </table>
  </div>`
}

const TAGS = { ok: 'tag', refused: 'tag warn', failed: 'tag danger' } as const

function row(call: LoggedCall, context: PageContext): Html {
  const words = context.words.developers.log
  const time = html`<time datetime="${new Date(call.atMs).toISOString()}"
    >${formatMoment(call.atMs, context.dates)}</time
  >`
  const took: HtmlValue = call.tookMs !== undefined && html` · ${words.took(call.tookMs)}`
  const { error, detail, reason, requestId } = call
  return html`<tr>
    <td>${time}</td>
    <td>
      <b>${words.endpoints[call.endpoint]}</b
      >${call.operationName != null && html`<span class="mono">${call.operationName}</span>`}
    </td>
    <td><span class="${TAGS[call.outcome]}">${words.outcomes[call.outcome]}</span> ${call.status}${took}</td>
    <td>
      ${error !== undefined && html`<b class="mono">${error}</b>`}
      ${detail === undefined ? reason !== undefined && html`<span>${reasonText(words.reasons, reason)}</span>` : html`<span lang="en">${detail}</span>`}
      ${
        requestId !== undefined &&
        html`<span class="note"
          >${context.words.frame.reference} <b class="mono">${referenceOf(requestId)}</b></span
        >`
      }
    </td>
  </tr>`
}

/** Returns the text of a reason in the log, or the reason itself if it has none: refusals carry their own text. */
function reasonText(words: Readonly<Record<string, string>>, reason: string): string {
  return words[reason] ?? reason
}

function pager(view: CallLogView, context: PageContext): HtmlValue {
  const { previous, next } = context.words.frame
  const query = (beforeId: number | undefined) =>
    new URLSearchParams({
      ...(view.filter.endpoint === undefined ? {} : { endpoint: view.filter.endpoint }),
      ...(view.filter.outcome === undefined ? {} : { outcome: view.filter.outcome }),
      ...(beforeId === undefined ? {} : { before: String(beforeId) }),
    }).toString()
  const last = view.calls.at(-1)
  const path = `/developers/${view.application.id}/log`
  return html`<p class="row block">
    ${view.beforeId !== undefined && html`<a class="tall" href="${path}?${query(undefined)}">${previous}</a>`}
    ${view.hasOlder && last !== undefined && html`<a class="tall" href="${path}?${query(last.id)}" rel="next">${next}</a>`}
  </p>`
}
