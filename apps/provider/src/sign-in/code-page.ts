import { html, type HtmlValue } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { Fault, PageContext } from '#pages/page.ts'
import { CAN_PASSKEY_FIELD, csrfField, hiddenField, inputField, passkeyButton } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { Account } from '#users/user-store.ts'
import {
  showTooManyTries,
  type SignInFrame,
  type SignInParts,
  type SignInPlace,
  type SignInPlaces,
  withReturn,
} from './sign-in-page.ts'

/** The kind of code: from an app, or a recovery code. */
type CodeWay = 'app' | 'recovery'

/** The fault of a code, or of the passkey used instead. */
export type CodeFault = 'none' | 'missing' | 'wrong' | 'passkey_refused'

/** Adds the page of the code that some accounts require after the password. */
export function addCodePages(
  pages: PageRouter,
  deps: SignInParts,
  { path: signInPath, placeOf }: SignInPlaces,
): void {
  const { signIns, secondStep } = deps
  const path = `${signInPath}/code`

  pages.get(path, async (visit) => {
    const place = placeOf(visit)
    const frame = await place.open()
    if (frame === undefined) return
    const account = await secondStep.pendingAccount(visit)
    if (account === undefined) return place.leaveCode()
    await showCode(deps, visit, { place, frame, account, way: codeWay(visit.query('way')), fault: 'none' })
  })

  pages.post(path, async (visit) => {
    const place = placeOf(visit)
    const account = await secondStep.pendingAccount(visit)
    const boundTo = ['sign-in-code', ...place.boundTo, account?.userId ?? '']
    if (!(await visit.hasToken(...boundTo))) {
      // The cookie of the first step is missing. If all cookies are missing, the answer explains how to allow them.
      if (account === undefined && visit.browserKey() !== undefined) return place.leaveCode()
      return visit.sendFormTooOld(...boundTo)
    }
    if (account === undefined) return place.leaveCode()
    const outcome = await signIns.finish(visit, account)
    const frame = await place.find()
    if (frame === undefined) return
    switch (outcome.kind) {
      case 'right':
        await frame.onSignedIn(account.userId)
        return signIns.goOn(visit, account.userId, place.next)
      case 'blocked':
        return showTooManyTries(visit, outcome.untilMs, `${place.path}/code`)
      case 'missing':
      case 'wrong':
      case 'passkey_refused': {
        const way = codeWay(visit.field('way'))
        return showCode(deps, visit, { place, frame, account, way, fault: outcome.kind })
      }
    }
  })
}

/** Parses the kind of code; `app` by default. */
function codeWay(given: string | undefined): CodeWay {
  return given === 'recovery' ? 'recovery' : 'app'
}

/** Shows the form for the code after the password, or a passkey (A1). */
async function showCode(
  { passkeys }: SignInParts,
  visit: Visit,
  {
    place,
    frame,
    account,
    way,
    fault,
  }: {
    readonly place: SignInPlace
    readonly frame: SignInFrame
    readonly account: Account
    readonly way: CodeWay
    readonly fault: CodeFault
  },
): Promise<void> {
  const action = `${place.path}/code`
  const csrf = await visit.token('sign-in-code', ...place.boundTo, account.userId)
  const passkey = await passkeys.requestOptions(visit, account.userId)
  const timeLeft = await frame.timeLeft(action)
  const context = visit.context()
  const { ask } = context.words.secondFactor
  const faults = codeFaults(fault, context, way)
  const isApp = way === 'app'
  const otherWay = new URLSearchParams({
    ...(isApp && { way: 'recovery' }),
    ...(place.returnTo !== undefined && { return_to: place.returnTo }),
  }).toString()
  visit.show({
    title: isApp ? ask.title : ask.recoveryTitle,
    faults,
    formRedirectOrigin: frame.formRedirectOrigin,
    usesPasskeys: true,
    body: html`${
        frame.app !== undefined &&
        html`<p class="lede">
          ${context.words.signIn.toContinue(shownName(frame.app.name), frame.app.host)}
        </p>`
      }
      <p>${ask.forAccount(account.email)}</p>
      <form method="post" action="${action}" novalidate class="block">
        ${csrfField(csrf)}
        <input type="hidden" name="zone" />
        <input type="hidden" name="way" value="${way}" />
        ${hiddenField('return_to', place.returnTo)} ${passkey === undefined && CAN_PASSKEY_FIELD}
        ${codeField(way, faults, context)}
        <button class="button primary full">${ask.button}</button>
        ${passkeyButton(passkey, { label: context.words.passkeys.use }, context)}
      </form>
      <p class="block row">
        <a class="tall" href="${action}${otherWay !== '' && `?${otherWay}`}"
          >${isApp ? ask.other : ask.otherApp}</a
        >
        <a class="tall" href="${withReturn(place.path, place)}">${ask.back}</a>
      </p>
      ${!isApp && html`<p class="hint">${ask.noWay}</p>`} ${timeLeft}`,
  })
}

/** Renders the field of a code, with the autofill of browsers (`one-time-code`). */
function codeField(way: CodeWay, faults: readonly Fault[], { words }: PageContext): HtmlValue {
  const { ask } = words.secondFactor
  const isApp = way === 'app'
  return inputField({
    id: 'code',
    label: isApp ? ask.label : ask.recoveryLabel,
    hint: isApp ? ask.hint : ask.recoveryHint,
    faults,
    isMono: true,
    attributes: html`autocomplete="${isApp ? 'one-time-code' : 'off'}"
    inputmode="${isApp ? 'numeric' : 'text'}" autocapitalize="none" spellcheck="false" data-first`,
  })
}

/** Returns the fault of the field `code`. */
export function codeFaults(fault: CodeFault, { words }: PageContext, way: CodeWay = 'app'): readonly Fault[] {
  const { missing, wrong, wrongRecovery } = words.secondFactor.ask
  const messages = {
    missing,
    wrong: way === 'app' ? wrong : wrongRecovery,
    passkey_refused: words.passkeys.refused,
  }
  return fault === 'none' ? [] : [{ fieldId: 'code', message: messages[fault] }]
}
