import { findRedirectEntryFault } from '@counterfoil/oauth/redirect-uri'
import { KNOWN_SCOPES, parseScope } from '@counterfoil/oauth/scope'
import {
  findApplicationNameFault,
  MAX_NAME_CHARACTERS,
  type ApplicationNameFault,
} from './application-name.ts'
import type { ApplicationRow } from '#database/database.ts'

/** A registered application, as all parts but the token endpoint see it. */
export type Application = Readonly<ReturnType<typeof readApplication>>

/** The editable fields of an application. */
export type ApplicationDraft = Omit<Application, 'id' | 'clientId' | 'isDeleted' | 'createdAtMs'>

/** Converts a row to an application. */
export function readApplication(row: ApplicationRow) {
  return {
    id: row.id,
    clientId: row.client_id,
    ownerUserId: row.owner_user_id,
    name: row.name,
    description: row.description,
    homePageUrl: row.home_page_url,
    logoUrl: row.logo_url,
    redirectEntries: row.redirect_entries,
    allowedScopes: parseScope(row.allowed_scopes),
    /** Scopes that a person may untick on the consent page. */
    optionalScopes: parseScope(row.optional_scopes),
    /** The application's own explanation of each scope, by scope value. */
    scopeReasons: row.scope_reasons,
    restriction: row.restriction,
    accessTokenSeconds: row.access_token_seconds,
    rotateRefreshTokens: row.rotate_refresh_tokens,
    /** True for integration checks: requires parameters that most clients omit, today `redirect_uri` in a refresh. */
    isStrict: row.is_strict,
    /** True to send `iss` with each authorization response (RFC 9207); null for the setting `PROVIDER_ISS`. */
    sendsIssuer: row.sends_issuer,
    /** True if the provider has reviewed this application. */
    isChecked: row.is_checked,
    isDeleted: row.deleted_at !== null,
    createdAtMs: row.created_at.getTime(),
  }
}

interface ApplicationFault {
  readonly field: keyof ApplicationDraft
  readonly code:
    | ApplicationNameFault
    | 'too_many'
    | 'invalid_redirect'
    | 'unknown_scope'
    | 'not_an_address'
    | 'out_of_range'
  /** One sentence for the developer. */
  readonly message: string
}

export const MAX_REDIRECT_ENTRIES = 50
const MAX_TEXT_CHARACTERS = 2_000
/** One year: longer access is the purpose of the refresh token. */
export const MAX_ACCESS_TOKEN_SECONDS = 31_536_000

const NAME_FAULTS: Readonly<Record<ApplicationNameFault, string>> = {
  required: 'An application needs a name.',
  too_long: `A name has at most ${MAX_NAME_CHARACTERS} characters.`,
  unseen_character: 'A name has no control, format or direction characters and no spaces but the usual one.',
  no_letter_or_digit: 'A name has at least one letter or digit.',
  providers_name: 'A name is not the name of the provider and does not look like it.',
}

/**
 * Returns everything that keeps `draft` from being registered, or an empty list.
 *
 * @param before The application to be changed: a name older than today's rule stays until somebody changes it
 */
export function findApplicationFaults(
  draft: ApplicationDraft,
  { providerName, before }: { readonly providerName: string; readonly before?: Application | undefined },
): readonly ApplicationFault[] {
  const faults: ApplicationFault[] = []
  const add = (field: keyof ApplicationDraft, code: ApplicationFault['code'], message: string) =>
    void faults.push({ field, code, message })

  const nameFault = findApplicationNameFault({ name: draft.name, providerName })
  if (nameFault !== undefined && draft.name !== before?.name) add('name', nameFault, NAME_FAULTS[nameFault])
  if (draft.description !== null && draft.description.length > MAX_TEXT_CHARACTERS) {
    add('description', 'too_long', `A description has at most ${MAX_TEXT_CHARACTERS} characters.`)
  }
  if (draft.redirectEntries.length === 0)
    add('redirectEntries', 'required', 'An application needs a redirect entry.')
  if (draft.redirectEntries.length > MAX_REDIRECT_ENTRIES) {
    add('redirectEntries', 'too_many', `An application has at most ${MAX_REDIRECT_ENTRIES} redirect entries.`)
  }
  for (const entry of draft.redirectEntries) {
    const fault = findRedirectEntryFault(entry)
    if (fault !== undefined) add('redirectEntries', 'invalid_redirect', `${entry}: ${fault.detail}.`)
  }
  for (const field of ['allowedScopes', 'optionalScopes'] as const) {
    for (const scope of draft[field]) {
      if (!KNOWN_SCOPES.has(scope)) add(field, 'unknown_scope', `There is no scope ${scope}.`)
    }
  }
  if (draft.allowedScopes.length === 0) add('allowedScopes', 'required', 'An application needs a scope.')
  for (const field of ['homePageUrl', 'logoUrl'] as const) {
    const address = draft[field]
    if (address !== null && !isWebAddress(address)) {
      add(field, 'not_an_address', `${address} is not an http or https address.`)
    }
  }
  const seconds = draft.accessTokenSeconds
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_ACCESS_TOKEN_SECONDS) {
    add(
      'accessTokenSeconds',
      'out_of_range',
      `An access token lives for 1 to ${MAX_ACCESS_TOKEN_SECONDS} seconds.`,
    )
  }
  return faults
}

function isWebAddress(text: string): boolean {
  if (text.length > MAX_TEXT_CHARACTERS || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/** Returns true if a text has characters that no name has and that a database may refuse to store. */
export function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the expression finds control characters
  return /[\u0000-\u001f\u007f]/.test(text)
}
