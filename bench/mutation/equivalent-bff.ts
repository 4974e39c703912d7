import type { EquivalentMutant } from './equivalent-mutant.ts'

const FOR_THE_COMPILER = 'the line is for the compiler'
const SURVIVES_UNCHANGED =
  'what a browser could read as another address does not survive parsing unchanged either: two guards of one door'

const AT_SIGN =
  'whoever stands before the host stands before an at sign, in the address as in what is read of it: two guards of one door'

/** Of the BFF's rules and of the packages, by file. */
export const EQUIVALENT_IN_BFF: Readonly<Record<string, readonly EquivalentMutant[]>> = {
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
  'apps/bff/src/refresh/token-use.ts': [
    { original: "case 'connected': break", replacement: "case 'connected':", why: 'nothing follows it' },
    { original: "'connected'", replacement: '""', why: 'no other case takes it, and nothing follows' },
  ],
  'packages/oauth/src/escaped-characters.ts': [
    { original: "''", replacement: '"Stryker was here!"', why: 'each run of escapes has a first byte' },
    {
      original: 'bytes[0]?.toString',
      replacement: 'bytes[0].toString',
      why: 'each run of escapes has a first byte',
    },
    { original: 'true', replacement: 'false', why: 'a byte order mark is no trouble, with it or without' },
    { original: '{ return undefined }', replacement: '{}', why: 'no answer counts as no' },
  ],
  'packages/oauth/src/response-parameters.ts': [
    { original: "''", replacement: '"Stryker was here!"', why: 'what is cut has a first part' },
  ],
  'packages/oauth/src/redirect-uri.ts': [
    {
      original: 'index < text.length',
      replacement: 'index <= text.length',
      why: 'behind the last character there is none',
    },
    { original: "url.username !== '' || url.password !== ''", replacement: 'false', why: AT_SIGN },
    {
      original: "url.username !== '' || url.password !== ''",
      replacement: "url.username !== '' && url.password !== ''",
      why: AT_SIGN,
    },
    { original: "url.username !== ''", replacement: 'false', why: AT_SIGN },
    { original: "url.password !== ''", replacement: 'false', why: AT_SIGN },
    { original: "'address'", replacement: '""', why: 'it is only asked whether it is a fault' },
    {
      original: '/^[a-z][a-z0-9+.-]*:[/\\\\]*([^/\\\\?#]*)/i',
      replacement: '/[a-z][a-z0-9+.-]*:[/\\\\]*([^/\\\\?#]*)/i',
      why: AT_SIGN,
    },
    {
      original: '/^[a-z][a-z0-9+.-]*:[/\\\\]*([^/\\\\?#]*)/i',
      replacement: '/^[a-z][a-z0-9+.-]*:[/\\\\]*([^/\\\\?#])/i',
      why: AT_SIGN,
    },
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'an address that does not begin with its scheme changes when it is read',
    },
    {
      original: '/^[a-z][a-z0-9+.-]*:\\/\\/[^/?#]*([^?#]*)/i',
      replacement: '/[a-z][a-z0-9+.-]*:\\/\\/[^/?#]*([^?#]*)/i',
      why: 'an address that does not begin with its scheme changes when it is read',
    },
    {
      original: 'index > 0',
      replacement: 'true',
      why: 'a path of one empty segment has been answered before',
    },
    {
      original: 'index > 0',
      replacement: 'index >= 0',
      why: 'a path of one empty segment has been answered before',
    },
    {
      original: '/(?:;|%3b).*$/is',
      replacement: '/(?:;|%3b).*/is',
      why: 'what the end of the text would cut off, the pattern takes anyway',
    },
    {
      original: "registered.scheme === 'http:' && requested.scheme === 'https:'",
      replacement: "registered.scheme === 'http:' || requested.scheme === 'https:'",
      why: 'of two schemes that differ, one is https',
    },
    {
      original: "registered.scheme === 'http:'",
      replacement: 'true',
      why: 'of two schemes that differ, one is https',
    },
    {
      original: "requested.scheme === 'https:'",
      replacement: 'true',
      why: 'of two schemes that differ, one is https',
    },
    {
      original: 'index === last',
      replacement: 'true',
      why: 'only the last segment of an entry may be empty',
    },
    {
      original: 'Math.min(one.length, other.length)',
      replacement: 'Math.max(one.length, other.length)',
      why: 'behind the shorter text the longer one differs',
    },
    {
      original: 'index < shorter',
      replacement: 'index <= shorter',
      why: 'behind the shorter text the longer one differs',
    },
  ],
  'packages/oauth/src/scope.ts': [
    { original: '[]', replacement: '["Stryker was here"]', why: 'a text that is no scope allows nothing' },
  ],
}
