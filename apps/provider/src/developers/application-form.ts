import { parseScope } from '@counterfoil/oauth/scope'
import { findRedirectEntryFault } from '@counterfoil/oauth/redirect-uri'
import { findApplicationFaults, type Application, type ApplicationDraft } from '#applications/application.ts'
import { formText } from '#http/form-fields.ts'
import type { Fault, PageContext } from '#pages/page.ts'

/** The form as typed: shown again if something is wrong with it. */
export type ApplicationForm = Readonly<ReturnType<typeof readApplicationForm>>

const DEFAULT_SCOPES = 'user:read business:read account:read customer:read invoice:read product:read'

/** The defaults of fields that an application does not set. */
type FormDefaults = { readonly accessTokenSeconds: number; readonly sendsIssuer: boolean }

/** Returns an empty form with the defaults. */
export function emptyForm({ accessTokenSeconds, sendsIssuer }: FormDefaults): ApplicationForm {
  return {
    name: '',
    homePageUrl: '',
    redirects: '',
    scopes: DEFAULT_SCOPES,
    optional: '',
    restriction: 'single_business',
    seconds: String(accessTokenSeconds),
    rotates: false,
    isStrict: false,
    sendsIssuer,
  }
}

export function formOf(
  application: Application,
  { sendsIssuer }: Pick<FormDefaults, 'sendsIssuer'>,
): ApplicationForm {
  return {
    name: application.name,
    homePageUrl: application.homePageUrl ?? '',
    redirects: application.redirectEntries.join('\n'),
    scopes: application.allowedScopes.join(' '),
    optional: application.optionalScopes.join(' '),
    restriction: application.restriction,
    seconds: String(application.accessTokenSeconds),
    rotates: application.rotateRefreshTokens,
    isStrict: application.isStrict,
    sendsIssuer: application.sendsIssuer ?? sendsIssuer,
  }
}

/** Reads a posted form; missing fields are empty. */
export function readApplicationForm(body: unknown) {
  const text = (name: string) => formText(body, name)?.trim() ?? ''
  return {
    name: text('name'),
    homePageUrl: text('home_page'),
    redirects: text('redirects'),
    scopes: text('scopes').replaceAll(/\s+/g, ' '),
    optional: text('optional').replaceAll(/\s+/g, ' '),
    restriction: text('restriction'),
    seconds: text('seconds'),
    rotates: text('rotates') === '1',
    isStrict: text('strict') === '1',
    sendsIssuer: text('iss') === '1',
  }
}

/** Returns the fields of a draft that a developer sets. The rest (owner, checked, logo) is not theirs to set. */
export function draftOf(form: ApplicationForm) {
  return {
    name: form.name,
    homePageUrl: form.homePageUrl === '' ? null : form.homePageUrl,
    redirectEntries: redirectLines(form),
    allowedScopes: parseScope(form.scopes),
    optionalScopes: parseScope(form.optional),
    restriction:
      form.restriction === 'all_businesses' ? ('all_businesses' as const) : ('single_business' as const),
    accessTokenSeconds: /^\d{1,9}$/.test(form.seconds) ? Number(form.seconds) : Number.NaN,
    rotateRefreshTokens: form.rotates,
    isStrict: form.isStrict,
    sendsIssuer: form.sendsIssuer,
  } satisfies Partial<ApplicationDraft>
}

const FIELD_IDS: Readonly<Partial<Record<keyof ApplicationDraft, string>>> = {
  name: 'name',
  homePageUrl: 'home_page',
  redirectEntries: 'redirects',
  allowedScopes: 'scopes',
  optionalScopes: 'optional',
  accessTokenSeconds: 'seconds',
}

/** Returns all faults of the form, in the reader's language, one line for each. */
export function formFaults(
  form: ApplicationForm,
  context: PageContext,
  before?: Application,
): readonly Fault[] {
  const words = context.words.developers
  const draft = draftOf(form)
  const whole: ApplicationDraft = {
    ...draft,
    scopeReasons: {},
    description: null,
    logoUrl: null,
    ownerUserId: null,
    isChecked: false,
  }
  const found = findApplicationFaults(whole, { providerName: context.harbour, before }).filter(
    (fault) => fault.code !== 'invalid_redirect',
  )
  const redirects = redirectLines(form).flatMap((entry) => {
    const fault = findRedirectEntryFault(entry)
    return fault === undefined
      ? []
      : [{ fieldId: 'redirects', message: words.fault.redirect(entry, words.redirectReason[fault.reason]) }]
  })
  const others = found.map(({ field, code, message }): Fault => {
    const fieldId = FIELD_IDS[field] ?? 'name'
    switch (code) {
      case 'required': {
        const required: Readonly<Record<string, string>> = words.fault.required
        return { fieldId, message: required[field] ?? words.fault.required.other }
      }
      case 'unknown_scope':
        return { fieldId, message: words.fault.unknown_scope(/scope (\S+)\.$/.exec(message)?.[1] ?? '') }
      case 'invalid_redirect':
      case 'too_long':
        return { fieldId, message: words.fault.too_long }
      case 'unseen_character':
      case 'no_letter_or_digit':
      case 'providers_name':
      case 'too_many':
      case 'not_an_address':
      case 'out_of_range':
        return { fieldId, message: words.fault[code] }
    }
  })
  return [...others, ...redirects]
}

function redirectLines(form: ApplicationForm): readonly string[] {
  return form.redirects
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
