import { createFieldReader, inputFault, type InputFault } from '#books/input-faults.ts'
import type { Books } from '#books/open-books.ts'
import { knownAccountSubtype } from '#books/reference/reference-data.ts'
import type { Account, NewAccount } from './account.ts'
import type { AccountCreateInput, AccountPatchInput } from './accounts-schema.ts'

const MAX_NAME_CHARACTERS = 300
const MAX_DESCRIPTION_CHARACTERS = 2000
const MAX_DISPLAY_ID_CHARACTERS = 50

/** The account types that allow a currency other than that of the business. All others must use the business's own. */
const TYPES_IN_ANY_CURRENCY: ReadonlySet<string> = new Set(['ASSET', 'LIABILITY'])

/** Parses the input of a new account. The currency is undefined if the input has none. */
export function readAccountDraft(input: AccountCreateInput) {
  const fields = createFieldReader()
  const draft = {
    systemKey: null,
    name: fields.someLine('name', input.name, MAX_NAME_CHARACTERS) ?? '',
    description: fields.text('description', input.description, MAX_DESCRIPTION_CHARACTERS) ?? null,
    displayId: fields.line('displayId', input.displayId, MAX_DISPLAY_ID_CHARACTERS) ?? null,
    currencyCode: input.currency ?? undefined,
    subtypeValue: input.subtype,
    canArchive: input.restrictions?.canArchive ?? true,
  }
  return { draft, faults: fields.faults }
}

/** Returns the complete account for a draft in these books, or the fault of the draft. */
export function completeAccount(
  draft: ReturnType<typeof readAccountDraft>['draft'],
  books: Books,
): NewAccount | InputFault {
  const currencyCode = draft.currencyCode ?? books.currency.code
  const { type } = knownAccountSubtype(draft.subtypeValue)
  if (currencyCode !== books.currency.code && !TYPES_IN_ANY_CURRENCY.has(type.value)) {
    const message = `An account of the type ${type.name} is kept in ${books.currency.code}.`
    return inputFault('currency', 'CURRENCY_MISMATCH', message)
  }
  return { ...draft, currencyCode }
}

export function readAccountChange(input: AccountPatchInput) {
  const fields = createFieldReader()
  const change = {
    name: fields.someLine('name', input.name, MAX_NAME_CHARACTERS),
    description: fields.text('description', input.description, MAX_DESCRIPTION_CHARACTERS),
    displayId: fields.line('displayId', input.displayId, MAX_DISPLAY_ID_CHARACTERS),
  }
  return { change, faults: fields.faults }
}

/** Returns a fault if the account was changed since the caller read `sequence`. */
export function findStaleness(account: Account, sequence: number): InputFault | undefined {
  if (account.sequence === sequence) return undefined
  return inputFault('sequence', 'STALE', 'The account was changed meanwhile. Read it again.')
}

export function findArchiveFault(account: Account): InputFault | undefined {
  if (account.canArchive) return undefined
  return inputFault('id', 'INVALID_STATE', 'This account cannot be archived.')
}
