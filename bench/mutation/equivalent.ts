/** A survivor that was read: the mutant, on one line, and why no test can tell it from the rule. */
export interface EquivalentMutant {
  readonly file: string
  readonly original: string
  readonly replacement: string
  readonly why: string
}

export const EQUIVALENT: readonly EquivalentMutant[] = [
  {
    file: 'apps/bff/src/limits/client-address.ts',
    original: 'trustedProxies === 0',
    replacement: 'false',
    why: 'without a proxy nothing of the list is taken, and the socket counts anyway',
  },
  {
    file: 'apps/bff/src/limits/concurrency.ts',
    original: 'left === 0',
    replacement: 'false',
    why: 'a count of nothing that stays in the map counts as nothing',
  },
  {
    file: 'apps/bff/src/limits/concurrency.ts',
    original: 'going.delete(key)',
    replacement: ';',
    why: 'a count of nothing that stays in the map counts as nothing',
  },
  {
    file: 'apps/bff/src/limits/batched-quota.ts',
    original: 'points > 1',
    replacement: 'points >= 1',
    why: 'one divides every limit, and one is the answer after the loop',
  },
  {
    file: 'apps/bff/src/limits/allowance.ts',
    original: 'waiters.length > 0',
    replacement: 'true',
    why: 'an empty queue is passed over, and found again by the next who joins it',
  },
  {
    file: 'apps/bff/src/limits/allowance.ts',
    original: 'waiters.length > 0',
    replacement: 'waiters.length >= 0',
    why: 'an empty queue is passed over, and found again by the next who joins it',
  },
  {
    file: 'apps/bff/src/limits/allowance.ts',
    original: 'nextWaiter()?.resolve',
    replacement: 'nextWaiter().resolve',
    why: 'it is only asked for while somebody waits',
  },
  {
    file: 'apps/bff/src/limits/allowance.ts',
    original: 'first !== undefined',
    replacement: 'true',
    why: 'no queue in the map is empty',
  },
  {
    file: 'apps/bff/src/browser/device-name.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'a text that names no browser, as the empty one',
  },
  {
    file: 'apps/bff/src/browser/preferences.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'a text that names no language or theme, as the empty one',
  },
  {
    file: 'apps/provider/src/authorize/checks/check-redirect-uri.ts',
    original: 'application === undefined',
    replacement: 'false',
    why: 'the list has stopped at checkApplication before',
  },
  {
    file: 'apps/provider/src/authorize/checks/check-redirect-uri.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'only asked once checkRedirectUri has found an entry',
  },
  {
    file: 'apps/provider/src/authorize/authorization-checks.ts',
    original: 'application === undefined',
    replacement: 'false',
    why: 'the first check of the list has stopped such a request; the line is for the compiler',
  },
  {
    file: 'apps/provider/src/authorize/authorization-checks.ts',
    original: "'checkApplication let a request without an application through'",
    replacement: '""',
    why: 'the first check of the list has stopped such a request; the line is for the compiler',
  },
  {
    file: 'apps/provider/src/businesses/business-access.ts',
    original: 'business.plan?.reason',
    replacement: 'business.plan.reason',
    why: 'a business in this state has a plan',
  },
  {
    file: 'apps/provider/src/businesses/compare-names.ts',
    original: "['en', 'fr']",
    replacement: '[]',
    why: 'the process that tests has one of these languages itself',
  },
  {
    file: 'apps/provider/src/grants/days-of-use.ts',
    original: 'COUNTED_DAYS - 1',
    replacement: 'COUNTED_DAYS + 1',
    why: 'two more days are read, and left out of the strip',
  },
  {
    file: 'apps/provider/src/grants/days-of-use.ts',
    original: 'more <= 0',
    replacement: 'more < 0',
    why: 'no calls more are counted as none',
  },
  {
    file: 'apps/provider/src/tokens/refresh-decision.ts',
    original: 'options.refreshIdleMs !== undefined',
    replacement: 'true',
    why: 'no number is as much as an undefined one',
  },
  {
    file: 'apps/provider/src/users/known-device.ts',
    original: 'email.trim().toLowerCase()',
    replacement: 'email.trim().toUpperCase()',
    why: 'one spelling for all; which one does not matter',
  },
  {
    file: 'apps/provider/src/users/sign-in-throttle.ts',
    original: 'attempt.email.trim().toLowerCase()',
    replacement: 'attempt.email.trim().toUpperCase()',
    why: 'one spelling for all; which one does not matter',
  },
  {
    file: 'apps/provider/src/users/known-device.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'a text that is no cookie of ours, as the empty one',
  },
  {
    file: 'apps/provider/src/users/known-device.ts',
    original: 'id === undefined',
    replacement: 'false',
    why: 'a cookie without an id has no mac either',
  },
  {
    file: 'apps/provider/src/users/known-device.ts',
    original: 'match?.[2]?.split',
    replacement: 'match?.[2].split',
    why: 'whenever the cookie matches, its second part is there',
  },
  {
    file: 'apps/provider/src/users/known-device.ts',
    original: "'device'",
    replacement: '""',
    why: 'the name of the purpose; the same text on both sides',
  },
  {
    file: 'apps/provider/src/users/browser-name.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'a text that names no browser, as the empty one',
  },
  {
    file: 'apps/provider/src/users/sign-in-throttle.ts',
    original: "bucket.kind !== 'account'",
    replacement: 'true',
    why: 'an account has no limit, and no count is more than that',
  },
  {
    file: 'apps/provider/src/users/sign-in-throttle.ts',
    original: "'account'",
    replacement: '""',
    why: 'an account has no limit, and no count is more than that',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: '!zones.has(name)',
    replacement: 'true',
    why: 'the answer is made anew, and is the same',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: 'zones.size >= MOST_ZONES',
    replacement: 'true',
    why: 'what is forgotten is made anew, and is the same',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: 'zones.size >= MOST_ZONES',
    replacement: 'false',
    why: 'what is kept longer is the same',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: 'zones.size >= MOST_ZONES',
    replacement: 'zones.size > MOST_ZONES',
    why: 'what is kept longer is the same',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: 'zones.size >= MOST_ZONES',
    replacement: 'zones.size < MOST_ZONES',
    why: 'what is forgotten is made anew, and is the same',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: 'name === undefined || name.length > LONGEST_ZONE_NAME',
    replacement: 'false',
    why: 'no zone has such a name, and Intl says so too',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: 'name.length > LONGEST_ZONE_NAME',
    replacement: 'false',
    why: 'no zone has so long a name, and Intl says so too',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: 'name.length > LONGEST_ZONE_NAME',
    replacement: 'name.length >= LONGEST_ZONE_NAME',
    why: 'no zone has so long a name',
  },
  {
    file: 'apps/bff/src/browser/browser-id.ts',
    original: 'value !== undefined',
    replacement: 'true',
    why: 'the word "undefined" is no id of ours',
  },
  {
    file: 'apps/bff/src/browser/device-name.ts',
    original: '/\\bVersion\\/[\\d.]+.*\\bSafari\\//',
    replacement: '/\\bVersion\\/[\\d.].*\\bSafari\\//',
    why: 'what the repetition takes, the rest of the pattern takes too',
  },
  {
    file: 'apps/bff/src/browser/preferences.ts',
    original: 'cookie === undefined',
    replacement: 'false',
    why: 'the schema knows no undefined zone either',
  },
  {
    file: 'apps/provider/src/users/sign-in.ts',
    original: 'found === undefined',
    replacement: 'false',
    why: 'nobody has the password of the decoy',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: '/^[A-Za-z][\\w+/-]*$/',
    replacement: '/[A-Za-z][\\w+/-]*$/',
    why: 'Intl knows no zone with anything around its name',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: '/^[A-Za-z][\\w+/-]*$/',
    replacement: '/^[A-Za-z][\\w+/-]*/',
    why: 'Intl knows no zone with anything around its name',
  },
  {
    file: 'apps/provider/src/users/time-zone.ts',
    original: '{ return false }',
    replacement: '{}',
    why: 'no answer counts as no',
  },
]
