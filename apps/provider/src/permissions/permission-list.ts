import type { Permission } from '@counterfoil/oauth/permissions'
import { shownName } from '#pages/shown-name.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import { PEN_ICON } from '#html/icons.ts'
import type { PageContext } from '#pages/page.ts'
import { flag } from '#pages/partials.ts'
import { isOptional, reasonsFor, type Reason } from './permissions.ts'

/** An example from this person's own data, shown by Harbour only and never sent to the application. */
export type Example = { readonly businessName: string; readonly text: string }

export type PermissionListView = {
  readonly permissions: readonly Permission[]
  readonly appName: string
  readonly reasons?: Readonly<Record<string, string>>
  readonly optionalScopes?: readonly string[]
  /** Keys of the ticked permissions; undefined if all are ticked. */
  readonly kept?: readonly string[] | undefined
  readonly examples?: Readonly<Partial<Record<Permission['key'], Example>>>
  readonly isNew?: boolean
  /** Replaces the default texts, which address the person who approved. */
  readonly otherWords?: Readonly<
    Partial<Record<Permission['key'], { readonly name: string; readonly what: string }>>
  >
}

/** Renders permissions with a name, their parts, the application's reason and an example. */
export function permissionList(view: PermissionListView, context: PageContext): Html {
  return html`<dl class="things">
    ${view.permissions.map((permission) => item(permission, view, context))}
  </dl>`
}

function item(permission: Permission, view: PermissionListView, context: PageContext): Html {
  const { consent: words, permissions: names } = context.words
  const { name, what } = view.otherWords?.[permission.key] ?? names[permission.key]
  const canLeaveOut = isOptional(permission, view.optionalScopes ?? [])
  const tag = view.isNew === true && html`<b class="tag">${words.fresh}</b>`
  const pen = permission.kind !== 'see' && PEN_ICON
  const checkbox = html`<label class="keep" for="keep-${permission.key}">
    <input
      type="checkbox"
      name="keep"
      id="keep-${permission.key}"
      value="${permission.key}"
      aria-describedby="what-${permission.key}"
      ${flag('checked', view.kept === undefined || view.kept.includes(permission.key))}
    />
    <span>${name}</span>
  </label>`
  return html`<div>
    <dt class="thing-head">${pen} ${canLeaveOut ? checkbox : name} ${tag}</dt>
    <dd id="what-${permission.key}">
      ${what}${permission.includesLater && html`, ${names.later}`}${canLeaveOut && html`. ${words.optional}`}
    </dd>
    ${reasonsFor(permission, view.reasons ?? {}, context.locale).map(
      (reason) =>
        html`<dd class="said">
          <em>${words.says(shownName(view.appName), reasonText(reason, context))}</em>
        </dd>`,
    )}
    ${example(view.examples?.[permission.key], context)}
  </div>`
}

function example(found: Example | undefined, { words }: PageContext): HtmlValue {
  if (found === undefined) return undefined
  return html`<dd>
    <details>
      <summary>${words.consent.example(shownName(found.businessName))}</summary>
      <p class="example">${found.text}</p>
    </details>
  </dd>`
}

/** Renders a reason, with a `lang` attribute if it is not in the reader's language. */
function reasonText({ text, locale }: Reason, context: PageContext): Html {
  const sentence = endSentence(text)
  return locale === context.locale ? html`${sentence}` : html`<span lang="${locale}">${sentence}</span>`
}

function endSentence(text: string): string {
  return /[.?!]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
}
