import { html, type Html } from '#html/html.ts'
import { formatMoment } from '#pages/dates.ts'
import type { PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'

const DAY_MS = 86_400_000
/** The lifetimes in days that can be chosen for a link. */
const LINK_DAYS = [7, 30, 90] as const

/** The settings of a document's link, for members of the business. */
export type LinkView = {
  readonly csrf: string
  /** Undefined if the link does not end. */
  readonly endsAtMs: number | undefined
  readonly hasEnded: boolean
}

/** Parses the chosen end. Null means no end; undefined an invalid choice. */
export function parseLinkEnd(
  text: string | undefined,
  { nowMs, endsAtMs }: { readonly nowMs: number; readonly endsAtMs: number | undefined },
): Date | null | undefined {
  if (text === 'never') return null
  if (text === 'now') return new Date(nowMs)
  if (text === 'same' && endsAtMs !== undefined) return new Date(endsAtMs)
  const days = LINK_DAYS.find((each) => String(each) === text)
  return days === undefined ? undefined : new Date(nowMs + days * DAY_MS)
}

/** Renders when the link ends, with a form to change that or to replace the link. */
export function linkForm(
  path: string,
  { csrf, endsAtMs, hasEnded }: LinkView,
  { words, dates }: PageContext,
): Html {
  const { link } = words.shared
  const moment = endsAtMs === undefined ? '' : formatMoment(endsAtMs, dates)
  const state = endsAtMs === undefined ? link.endless : hasEnded ? link.ended(moment) : link.ends(moment)
  const choices = [
    ...(endsAtMs === undefined || hasEnded ? [] : [['same', link.same(moment)] as const]),
    ['never', link.never] as const,
    ...LINK_DAYS.map((days) => [String(days), link.days(days)] as const),
    ['now', link.now] as const,
  ]
  return html`<details class="screen-only">
    <summary>${state}</summary>
    <form class="inside" method="post" action="${path}/link">
      ${csrfField(csrf)}
      <div class="field">
        <label for="end">${link.label}</label>
        <select class="input" id="end" name="end">
          ${choices.map(([value, label]) => html`<option value="${value}">${label}</option>`)}
        </select>
      </div>
      <p class="hint">${link.hint}</p>
      <div class="total actions">
        <button class="button" name="link" value="new">${link.renew}</button>
        <button class="button primary" name="link" value="this">${link.save}</button>
      </div>
    </form>
  </details>`
}
