import type {
  ApplicationId,
  Branded,
  BrowserSessionId,
  BusinessId,
  GrantId,
  PasskeyId,
  TokenFamilyId,
} from '@counterfoil/oauth/ids'

/** As the database writes one. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ids as a path, a form or the command line brings them; undefined when it can be nobody's: the database takes nothing else. */
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
