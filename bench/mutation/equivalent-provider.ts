import type { EquivalentMutant } from './equivalent-mutant.ts'

const ONE_TYPE = 'a fragment with a name is of one type wherever it is spread'
const ONLY_FASTER = 'what is remembered is worked out again, with the same result'
const MORE_KEYS = 'the same cost is remembered under more keys than one'
const CHOICE = 'a known account is asked for consent exactly where a business can be chosen'

/** Of the provider, by file; the books are in `equivalent-books.ts`. */
export const EQUIVALENT_IN_PROVIDER: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  'apps/provider/src/authorize/authorization-checks.ts': [
    {
      original: 'application === undefined',
      replacement: 'false',
      why: 'the first check of the list has stopped such a request; the line is for the compiler',
    },
    {
      original: "'checkApplication let a request without an application through'",
      replacement: '""',
      why: 'the first check of the list has stopped such a request; the line is for the compiler',
    },
  ],
  'apps/provider/src/authorize/checks/check-redirect-uri.ts': [
    {
      original: 'application === undefined',
      replacement: 'false',
      why: 'the list has stopped at checkApplication before',
    },
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'only asked once checkRedirectUri has found an entry',
    },
  ],
  'apps/provider/src/businesses/business-access.ts': [
    {
      original: 'business.plan?.reason',
      replacement: 'business.plan.reason',
      why: 'a business in this state has a plan',
    },
  ],
  'apps/provider/src/businesses/compare-names.ts': [
    {
      original: "['en', 'fr']",
      replacement: '[]',
      why: 'the process that tests has one of these languages itself',
    },
  ],
  'apps/provider/src/grants/days-of-use.ts': [
    {
      original: 'COUNTED_DAYS - 1',
      replacement: 'COUNTED_DAYS + 1',
      why: 'two more days are read, and left out of the strip',
    },
    { original: 'more <= 0', replacement: 'more < 0', why: 'no calls more are counted as none' },
  ],
  'apps/provider/src/graphql/limits/document-cost.ts': [
    { original: "''", replacement: '"Stryker was here!"', why: 'any text that is no name of a type' },
    { original: "(parent) => parent?.name ?? ''", replacement: '() => undefined', why: ONE_TYPE },
    { original: "parent?.name ?? ''", replacement: "parent?.name && ''", why: ONE_TYPE },
    { original: '[]', replacement: '["Stryker was here"]', why: 'no argument has that name' },
    {
      original: 'parent?.name',
      replacement: 'parent.name',
      why: 'a field that is known has a type; the line is for the compiler',
    },
    { original: 'known.set(document, own)', replacement: ';', why: ONLY_FASTER },
    { original: 'own.costs.set(key, cost)', replacement: ';', why: ONLY_FASTER },
    { original: "typeof variables[name] === 'number'", replacement: 'true', why: MORE_KEYS },
    { original: "name.value === 'pageSize'", replacement: 'true', why: MORE_KEYS },
    {
      original: '(variables[name] ?? null) !== null',
      replacement: '(variables[name] ?? null) === null',
      why: 'the opposite of each tells the same apart',
    },
  ],
  'apps/provider/src/graphql/limits/merge-limits.ts': [
    {
      original: "'selectionSet' in definition",
      replacement: 'true',
      why: 'whatever else a document defines has no selections, and a place without any is nothing',
    },
    {
      original: 'group.selections.length > 0',
      replacement: 'group.selections.length >= 0',
      why: 'a place without selections is nothing',
    },
    {
      original: 'group.selections.length > 0',
      replacement: 'true',
      why: 'a place without selections is nothing',
    },
  ],
  'apps/provider/src/prompts/business/business-choice.ts': [
    { original: "needle !== ''", replacement: 'true', why: 'every name contains a search for nothing' },
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'every name contains a search for nothing',
    },
    {
      original: 'choosable[0]?.businessId',
      replacement: 'choosable[0].businessId',
      why: 'it is only asked for where there is one',
    },
    {
      original: "asked.kind === 'unreadable'",
      replacement: 'false',
      why: 'what cannot be read is found nowhere; the line is for the compiler',
    },
    {
      original: "'unreadable'",
      replacement: '""',
      why: 'what cannot be read is found nowhere; the line is for the compiler',
    },
    {
      original: "text .normalize('NFD') .replace(/\\p{Diacritic}/gu, '') .trim() .toLowerCase()",
      replacement: "text.normalize('NFD').replace(/\\p{Diacritic}/gu, '').trim().toUpperCase()",
      why: 'one spelling for all; which one does not matter',
    },
  ],
  'apps/provider/src/prompts/consent/consent-decision.ts': [
    { original: '{ return true }', replacement: '{}', why: 'consent is asked for when nothing else is' },
    { original: 'true', replacement: 'false', why: 'consent is asked for when nothing else is' },
  ],
  'apps/provider/src/prompts/consent/earlier-consent.ts': [
    {
      original: "choice.kind === 'choose'",
      replacement: 'true',
      why: 'where there is no choice none is chosen either',
    },
  ],
  'apps/provider/src/prompts/prompt-view.ts': [
    { original: "{ account: 'known', choice: choice.kind }", replacement: '{}', why: CHOICE },
    { original: "'known'", replacement: '""', why: CHOICE },
    {
      original: "prompt === 'consent' && choice.kind === 'choose'",
      replacement: "prompt === 'consent' || choice.kind === 'choose'",
      why: CHOICE,
    },
    { original: "prompt === 'consent'", replacement: 'true', why: CHOICE },
    { original: "choice.kind === 'choose'", replacement: 'true', why: CHOICE },
    {
      original: 'exampleOf === undefined',
      replacement: 'false',
      why: 'a choice has at least one business; the line is for the compiler',
    },
  ],
  'apps/provider/src/prompts/prompts.ts': [
    { original: "'consent'", replacement: '""', why: 'the last prompt of the list is always needed' },
    {
      original: 'PROMPTS.find(({ isNeeded }) => isNeeded(facts))?.name',
      replacement: 'PROMPTS.find(({ isNeeded }) => isNeeded(facts)).name',
      why: 'the last prompt of the list is always needed',
    },
  ],
  'apps/provider/src/tokens/refresh-decision.ts': [
    {
      original: 'options.refreshIdleMs !== undefined',
      replacement: 'true',
      why: 'no number is as much as an undefined one',
    },
  ],
  'apps/provider/src/users/browser-name.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that names no browser, as the empty one',
    },
  ],
  'apps/provider/src/users/known-device.ts': [
    {
      original: 'email.trim().toLowerCase()',
      replacement: 'email.trim().toUpperCase()',
      why: 'one spelling for all; which one does not matter',
    },
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that is no cookie of ours, as the empty one',
    },
    { original: 'id === undefined', replacement: 'false', why: 'a cookie without an id has no mac either' },
    {
      original: 'match?.[2]?.split',
      replacement: 'match?.[2].split',
      why: 'whenever the cookie matches, its second part is there',
    },
    { original: "'device'", replacement: '""', why: 'the name of the purpose; the same text on both sides' },
  ],
  'apps/provider/src/users/sign-in-throttle.ts': [
    {
      original: 'attempt.email.trim().toLowerCase()',
      replacement: 'attempt.email.trim().toUpperCase()',
      why: 'one spelling for all; which one does not matter',
    },
    {
      original: "bucket.kind !== 'account'",
      replacement: 'true',
      why: 'an account has no limit, and no count is more than that',
    },
    {
      original: "'account'",
      replacement: '""',
      why: 'an account has no limit, and no count is more than that',
    },
  ],
  'apps/provider/src/users/sign-in.ts': [
    { original: 'found === undefined', replacement: 'false', why: 'nobody has the password of the decoy' },
  ],
  'apps/provider/src/users/time-zone.ts': [
    { original: '!zones.has(name)', replacement: 'true', why: 'the answer is made anew, and is the same' },
    {
      original: 'zones.size >= MOST_ZONES',
      replacement: 'true',
      why: 'what is forgotten is made anew, and is the same',
    },
    { original: 'zones.size >= MOST_ZONES', replacement: 'false', why: 'what is kept longer is the same' },
    {
      original: 'zones.size >= MOST_ZONES',
      replacement: 'zones.size > MOST_ZONES',
      why: 'what is kept longer is the same',
    },
    {
      original: 'zones.size >= MOST_ZONES',
      replacement: 'zones.size < MOST_ZONES',
      why: 'what is forgotten is made anew, and is the same',
    },
    {
      original: 'name === undefined || name.length > LONGEST_ZONE_NAME',
      replacement: 'false',
      why: 'no zone has such a name, and Intl says so too',
    },
    {
      original: 'name.length > LONGEST_ZONE_NAME',
      replacement: 'false',
      why: 'no zone has so long a name, and Intl says so too',
    },
    {
      original: 'name.length > LONGEST_ZONE_NAME',
      replacement: 'name.length >= LONGEST_ZONE_NAME',
      why: 'no zone has so long a name',
    },
    {
      original: '/^[A-Za-z][\\w+/-]*$/',
      replacement: '/[A-Za-z][\\w+/-]*$/',
      why: 'Intl knows no zone with anything around its name',
    },
    {
      original: '/^[A-Za-z][\\w+/-]*$/',
      replacement: '/^[A-Za-z][\\w+/-]*/',
      why: 'Intl knows no zone with anything around its name',
    },
    { original: '{ return false }', replacement: '{}', why: 'no answer counts as no' },
  ],
}
