/** A survivor that was read: the mutant, on one line, and why no test can tell it from the rule. */
export interface EquivalentMutant {
  readonly original: string
  readonly replacement: string
  readonly why: string
}

/** By file. */
export const EQUIVALENT: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  'apps/bff/src/limits/client-address.ts': [
    {
      original: 'trustedProxies === 0',
      replacement: 'false',
      why: 'without a proxy nothing of the list is taken, and the socket counts anyway',
    },
  ],
  'apps/bff/src/limits/concurrency.ts': [
    {
      original: 'left === 0',
      replacement: 'false',
      why: 'a count of nothing that stays in the map counts as nothing',
    },
    {
      original: 'going.delete(key)',
      replacement: ';',
      why: 'a count of nothing that stays in the map counts as nothing',
    },
  ],
  'apps/bff/src/limits/batched-quota.ts': [
    {
      original: 'points > 1',
      replacement: 'points >= 1',
      why: 'one divides every limit, and one is the answer after the loop',
    },
  ],
  'apps/bff/src/limits/allowance.ts': [
    {
      original: 'waiters.length > 0',
      replacement: 'true',
      why: 'an empty queue is passed over, and found again by the next who joins it',
    },
    {
      original: 'waiters.length > 0',
      replacement: 'waiters.length >= 0',
      why: 'an empty queue is passed over, and found again by the next who joins it',
    },
    {
      original: 'nextWaiter()?.resolve',
      replacement: 'nextWaiter().resolve',
      why: 'it is only asked for while somebody waits',
    },
    { original: 'first !== undefined', replacement: 'true', why: 'no queue in the map is empty' },
  ],
  'apps/bff/src/browser/device-name.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that names no browser, as the empty one',
    },
    {
      original: '/\\bVersion\\/[\\d.]+.*\\bSafari\\//',
      replacement: '/\\bVersion\\/[\\d.].*\\bSafari\\//',
      why: 'what the repetition takes, the rest of the pattern takes too',
    },
  ],
  'apps/bff/src/browser/preferences.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that names no language or theme, as the empty one',
    },
    {
      original: 'cookie === undefined',
      replacement: 'false',
      why: 'the schema knows no undefined zone either',
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
  'apps/provider/src/tokens/refresh-decision.ts': [
    {
      original: 'options.refreshIdleMs !== undefined',
      replacement: 'true',
      why: 'no number is as much as an undefined one',
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
  'apps/provider/src/users/browser-name.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that names no browser, as the empty one',
    },
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
  'apps/bff/src/browser/browser-id.ts': [
    { original: 'value !== undefined', replacement: 'true', why: 'the word "undefined" is no id of ours' },
  ],
  'apps/provider/src/users/sign-in.ts': [
    { original: 'found === undefined', replacement: 'false', why: 'nobody has the password of the decoy' },
  ],
  'apps/provider/src/books/documents/amounts.ts': [
    {
      original: 'decimal.units < 0n',
      replacement: 'decimal.units <= 0n',
      why: 'nothing with a minus is nothing',
    },
  ],
  'apps/provider/src/books/documents/document-judgement.ts': [
    {
      original: "typeof amountMinor === 'bigint'",
      replacement: 'true',
      why: 'a word is not more than a number',
    },
  ],
  'apps/provider/src/books/documents/document-number.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text without a digit at its end, as the empty one',
    },
    {
      original: 'largest === undefined',
      replacement: 'false',
      why: 'where there is no number there are no digits of it either',
    },
  ],
  'apps/provider/src/books/documents/document-totals.ts': [
    {
      original: 'subtotalMinor > 0n',
      replacement: 'subtotalMinor >= 0n',
      why: 'of nothing, nothing can be taken either way',
    },
  ],
  'apps/provider/src/books/estimates/deposit-terms.ts': [
    {
      original: 'input.depositUnit === undefined && input.depositValue === undefined',
      replacement: 'false',
      why: 'what is described is read again, and says the same',
    },
    {
      original:
        "{ if (status !== 'DISABLED' && present.measure === null) refuseMissing(fields, ['depositUnit', 'depositValue']) return { status, measure: present.measure } }",
      replacement: '{}',
      why: 'what is described is read again, and says the same',
    },
    {
      original: 'missing.length > 0',
      replacement: 'true',
      why: 'where nothing is missing, nothing is refused',
    },
    {
      original: 'missing.length > 0',
      replacement: 'missing.length >= 0',
      why: 'where nothing is missing, nothing is refused',
    },
    { original: 'totalMinor <= 0n', replacement: 'totalMinor < 0n', why: 'a share of nothing is nothing' },
  ],
  'apps/provider/src/books/estimates/estimate-life.ts': [
    { original: 'to === life', replacement: 'false', why: 'no row of the table leads to where it begins' },
  ],
  'apps/provider/src/books/messages/message-draft.ts': [
    { original: 'subject === null', replacement: 'false', why: 'the word "null" is one line' },
  ],
}
