import type {
  ApplicationId,
  Branded,
  BrowserSessionId,
  BusinessId,
  GrantId,
  PasskeyId,
  TokenFamilyId,
} from '@counterfoil/oauth/ids'

/** A UUID in the format of the database. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses an id from a path, a form or the command line. Returns undefined if it is no UUID, which the database would reject. */
export const parseApplicationId = parserOf<ApplicationId>()
export const parseBrowserSessionId = parserOf<BrowserSessionId>()
export const parseBusinessId = parserOf<BusinessId>()
export const parsePasskeyId = parserOf<PasskeyId>()
export const parseGrantId = parserOf<GrantId>()
export const parseTokenFamilyId = parserOf<TokenFamilyId>()
export const parseMessageId = parserOf<Branded<'MessageId'>>()

function parserOf<Id extends Branded<string>>(): (given: unknown) => Id | undefined {
  return (given) => (typeof given === 'string' && UUID.test(given) ? (given as Id) : undefined)
}
