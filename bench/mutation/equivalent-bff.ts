import type { EquivalentMutant } from './equivalent-mutant.ts'

const ONLY_FASTER = 'what is remembered is read again, with the same result'
const FOR_THE_COMPILER = 'the line is for the compiler'
const SURVIVES_UNCHANGED =
  'what a browser could read as another address does not survive parsing unchanged either: two guards of one door'

/** Of the BFF, by file. */
export const EQUIVALENT_IN_BFF: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  'apps/bff/src/browser/browser-id.ts': [
    { original: 'value !== undefined', replacement: 'true', why: 'the word "undefined" is no id of ours' },
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
  'apps/bff/src/connect/attempt-cookies.ts': [
    {
      original: 'one < other',
      replacement: 'one <= other',
      why: 'no two cookies of a browser have one name',
    },
  ],
  'apps/bff/src/connect/callback-outcome.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that speaks of no business, as the empty one',
    },
  ],
  'apps/bff/src/connect/return-to.ts': [
    { original: "'/'", replacement: '""', why: SURVIVES_UNCHANGED },
    {
      original: "/[\\p{Cc} \\\\]/u.test(value) || value.startsWith('//')",
      replacement: 'false',
      why: SURVIVES_UNCHANGED,
    },
    {
      original: "/[\\p{Cc} \\\\]/u.test(value) || value.startsWith('//')",
      replacement: "/[\\p{Cc} \\\\]/u.test(value) && value.startsWith('//')",
      why: SURVIVES_UNCHANGED,
    },
    { original: "value.startsWith('//')", replacement: "value.endsWith('//')", why: SURVIVES_UNCHANGED },
    { original: 'url.origin !== base', replacement: 'false', why: SURVIVES_UNCHANGED },
  ],
  'apps/bff/src/connections/activity-history.ts': [
    { original: "timeZone === 'UTC'", replacement: 'false', why: 'Intl says so too, only later' },
    { original: "'UTC'", replacement: '""', why: 'Intl says so too, only later' },
    {
      original: 'parts.find((candidate) => candidate.type === type)?.value',
      replacement: 'parts.find(candidate => candidate.type === type).value',
      why: 'each part that was asked for is there',
    },
    {
      original: 'Math.abs(passed) >= RECENT_DAYS',
      replacement: 'Math.abs(passed) > RECENT_DAYS',
      why: 'moved by thirty days nothing is left of thirty',
    },
    { original: 'passed > 0', replacement: 'passed >= 0', why: 'moved by no day, nothing moves' },
  ],
  'apps/bff/src/connections/connection-state.ts': [
    {
      original: 'current.state === effect.to',
      replacement: 'true',
      why: 'each reason belongs to one state',
    },
    { original: 'current.canRetryAtMs !== null', replacement: 'true', why: 'no moment is before none' },
    {
      original: "event.kind === 'rate_limited'",
      replacement: 'true',
      why: 'no other event says how long to wait',
    },
  ],
  'apps/bff/src/connections/pending-revocation.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that is no moment and no sealed text, as the empty one',
    },
  ],
  'apps/bff/src/limits/batched-quota.ts': [
    {
      original: 'points > 1',
      replacement: 'points >= 1',
      why: 'one divides every limit, and one is the answer after the loop',
    },
  ],
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
  'apps/bff/src/limits/gate.ts': [
    {
      original: 'lines.size() === 0 && lease.takeOne()',
      replacement: 'false',
      why: 'who stands alone in the lines is served at once, by the same lease',
    },
    {
      original: 'last === undefined',
      replacement: 'false',
      why: 'what never was is too long ago; the line is for the compiler',
    },
  ],
  'apps/bff/src/limits/waiting-lines.ts': [
    {
      original: 'first?.resolve',
      replacement: 'first.resolve',
      why: 'no line is empty; the line is for the compiler',
    },
  ],
  'apps/bff/src/provider/identity-probe.ts': [
    {
      original: "answer.kind === 'no_answer'",
      replacement: 'false',
      why: 'what has no body is no answer either',
    },
    { original: "'no_answer'", replacement: '""', why: 'what has no body is no answer either' },
    { original: '[]', replacement: '["Stryker was here"]', why: 'a text is an error that says nothing' },
    { original: 'default: break', replacement: 'default:', why: 'nothing follows it' },
  ],
  'apps/bff/src/provider/provider-config.ts': [
    { original: '/[\\s,]+/g', replacement: '/[\\s,]/g', why: 'between two spaces there is no permission' },
  ],
  'apps/bff/src/provider/token-outcome.ts': [
    { original: "'reason'", replacement: '""', why: 'whatever is not the status is the reason' },
    {
      original: 'given !== undefined',
      replacement: 'true',
      why: `what is not there has no refresh token either; ${FOR_THE_COMPILER}`,
    },
    {
      original: "answer.kind === 'answer'",
      replacement: 'true',
      why: `what is no answer has no status; ${FOR_THE_COMPILER}`,
    },
    { original: "case 'answer': break", replacement: "case 'answer':", why: 'nothing follows it' },
    { original: "'answer'", replacement: '""', why: 'no other case takes it, and nothing follows' },
    {
      original: "typeof error === 'string'",
      replacement: 'true',
      why: `no set of texts has anything else; ${FOR_THE_COMPILER}`,
    },
    {
      original: "typeof value === 'object'",
      replacement: 'true',
      why: 'a text or a number has no such members',
    },
    { original: '{ return undefined }', replacement: '{}', why: 'no answer counts as no' },
  ],
  'apps/bff/src/security/origin-guard.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'no method that only reads, as the empty one; the line is for the compiler',
    },
  ],
  'apps/bff/src/refresh/token-use.ts': [
    { original: "case 'connected': break", replacement: "case 'connected':", why: 'nothing follows it' },
    { original: "'connected'", replacement: '""', why: 'no other case takes it, and nothing follows' },
  ],
  'apps/bff/src/session/session-reader.ts': [
    { original: 'known !== undefined', replacement: 'false', why: ONLY_FASTER },
    { original: 'verified.set(value, cookie)', replacement: ';', why: ONLY_FASTER },
    {
      original: 'last === undefined || last.header !== cookieHeader',
      replacement: 'true',
      why: ONLY_FASTER,
    },
  ],
}
