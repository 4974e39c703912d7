import { html, type HtmlValue } from '#html/html.ts'
import { formatAgo, formatDay } from '#pages/dates.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField, faultAttributes, fieldFault } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import type { OwnPasskey } from '#passkeys/passkey-store.ts'

export const NEW_PASSKEY = '/security/passkeys/new'
export const removePath = (id: string) => `/security/passkeys/${id}/remove`

/** The passkeys of a person, each with a way to remove it, and the way to another one. */
export function passkeyList(passkeys: readonly OwnPasskey[], { words, dates }: PageContext): HtmlValue {
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
              <a class="button" href="${removePath(id)}"
                >${list.remove}<span class="unseen">${list.removeOf(shownName(name))}</span></a
              >
            </li>`,
        )}
      </ul>`
    }
    <p class="block"><a class="button" href="${NEW_PASSKEY}">${list.add}</a></p>`
}

export type NewPasskeyView = {
  readonly csrf: string
  /** What to ask the browser to make. */
  readonly options: string | undefined
  readonly name: string
  readonly fault: 'none' | 'refused' | 'missing_name' | 'long_name'
  /** Where to after an offer; undefined where the person came for it. */
  readonly returnTo: string | undefined
}

/** Makes a passkey, under a name. Also offered once after signing in. */
export function newPasskeyPage(view: NewPasskeyView, context: PageContext): Page {
  const { make } = context.words.passkeys
  const { returnTo } = view
  const messages = { refused: make.refused, missing_name: make.missingName, long_name: make.longName }
  const faults = view.fault === 'none' ? [] : [{ fieldId: 'name', message: messages[view.fault] }]
  return formPage(
    {
      title: returnTo === undefined ? make.title : make.offer,
      faults,
      usesPasskeys: true,
      ...(returnTo === undefined ? { section: 'other' as const } : {}),
      body: html`<p>${make.what}</p>
        <p>${make.beside}</p>
        <p class="hint" data-passkey-unable>${make.unable}</p>
        <form method="post" action="${NEW_PASSKEY}" novalidate class="block">
          ${csrfField(view.csrf)}
          ${returnTo !== undefined && html`<input type="hidden" name="return_to" value="${returnTo}" />`}
          <div class="field">
            <label for="name">${make.name}</label>
            <p class="hint" id="name-hint">${make.nameHint}</p>
            ${fieldFault('name', faults)}
            <input
              class="input"
              id="name"
              name="name"
              value="${view.name}"
              autocomplete="off"
              ${faultAttributes('name', faults, { hasHint: true })}
            />
          </div>
          ${passkeyButton({ options: view.options, label: make.button, isPrimary: true }, context)}
          <p class="block">
            <a class="tall" href="${returnTo ?? '/security'}"
              >${returnTo === undefined ? make.cancel : make.notNow}</a
            >
          </p>
        </form>`,
    },
    context,
  )
}

/** It is there now, and where to go on. */
export function passkeyMadePage(returnTo: string | undefined, context: PageContext): Page {
  const { made } = context.words.passkeys
  return {
    title: made.title,
    status: 200,
    ...(returnTo === undefined ? { section: 'other' as const } : {}),
    body: html`<h1>${made.title}</h1>
      <p>${made.body}</p>
      <p class="block"><a class="button primary" href="${returnTo ?? '/security'}">${made.on}</a></p>`,
  }
}

/** Asks before a passkey is removed. */
export function removePasskeyPage(
  { passkey, csrf }: { readonly passkey: OwnPasskey; readonly csrf: string },
  context: PageContext,
): Page {
  const { remove } = context.words.passkeys
  return {
    title: remove.title,
    status: 200,
    section: 'other',
    body: html`<h1>${remove.title}</h1>
      <p><b>${shownName(passkey.name)}</b></p>
      <p>${remove.body}</p>
      <form method="post" action="${removePath(passkey.id)}" class="block">
        ${csrfField(csrf)}
        <div class="actions">
          <a class="button" href="/security">${remove.keep}</a>
          <button class="button danger">${remove.button}</button>
        </div>
      </form>`,
  }
}
