import { KNOWN_SCOPES, narrowScopes, parseScope, unknownScopes } from '@counterfoil/oauth/scope'
import { mayWriteBooks, type BusinessAccess } from '#businesses/business-access.ts'
import type { Fault } from '#pages/page.ts'
import { DEFAULT_TOKEN_DAYS } from '#tokens/bearer.ts'
import type { AskedToken } from '#tokens/personal-token-store.ts'
import type { Words } from '#words/words.ts'

/** The maximum number of live personal tokens that an account can create for itself. */
export const MAX_PERSONAL_TOKENS = 20

/** The lifetimes in days that can be chosen for a token. */
export const TOKEN_LIFETIMES_DAYS = [7, 30, DEFAULT_TOKEN_DAYS, 365] as const

const MAX_TOKEN_NAME_CHARACTERS = 100

const READING = [...KNOWN_SCOPES].filter((scope) => scope.endsWith(':read'))

/** The form of a new personal token, as typed. */
export type TokenForm = {
  readonly name: string
  readonly scopes: string
  /** The id of the one business; empty for all. */
  readonly business: string
  readonly days: number
}

/** The form before it is filled in: reading, in all businesses. */
export const EMPTY_TOKEN_FORM: TokenForm = {
  name: '',
  scopes: READING.join(' '),
  business: '',
  days: DEFAULT_TOKEN_DAYS,
}

/** Reads the form; a number of days that is not offered becomes the default. */
export function readTokenForm(text: (field: string) => string | undefined): TokenForm {
  const days = TOKEN_LIFETIMES_DAYS.find((each) => String(each) === text('days'))
  return {
    name: text('name')?.trim() ?? '',
    scopes: (text('scopes') ?? '').replaceAll(/\s+/g, ' ').trim(),
    business: text('business') ?? '',
    days: days ?? DEFAULT_TOKEN_DAYS,
  }
}

/**
 * Returns the token that the form asks for, or its fault. Scopes are narrowed to what the person may do: a member who may only
 * read the books of the chosen business, or of all, gets a token that only reads.
 */
export function judgeTokenForm(
  { name, scopes, business, days }: TokenForm,
  businesses: readonly Pick<BusinessAccess, 'businessId' | 'role'>[],
  { developers: words }: Pick<Words, 'developers'>,
): { readonly asked: AskedToken; readonly faults: readonly Fault[] } {
  const reached = businesses.filter(({ businessId }) => business === '' || businessId === business)
  const asked = parseScope(scopes)
  const unknown = unknownScopes(asked)
  const mayWrite =
    business === '' && reached.length === 0 ? true : reached.some(({ role }) => mayWriteBooks(role))
  const kept = mayWrite ? asked : narrowScopes(asked, READING)
  const faults: Fault[] = []
  const nameFault = findTokenNameFault(name)
  if (nameFault !== undefined) faults.push({ fieldId: 'name', message: words.tokens.fault[nameFault] })
  if (unknown.length > 0)
    faults.push({ fieldId: 'scopes', message: words.fault.unknown_scope(unknown[0] ?? '') })
  else if (kept.length === 0) faults.push({ fieldId: 'scopes', message: words.fault.required.allowedScopes })
  const businessId = business === '' ? undefined : reached[0]?.businessId
  if (business !== '' && businessId === undefined)
    faults.push({ fieldId: 'business', message: words.fault.required.other })
  return { asked: { name, days, scopes: kept, businessId }, faults }
}

function findTokenNameFault(name: string): 'missing' | 'too_long' | undefined {
  if (name === '') return 'missing'
  const isShown =
    [...name].length <= MAX_TOKEN_NAME_CHARACTERS && !/\p{Cc}/u.test(name) && name.isWellFormed()
  return isShown ? undefined : 'too_long'
}
