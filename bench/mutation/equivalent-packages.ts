import type { EquivalentMutant } from './equivalent-mutant.ts'

const AT_SIGN =
  'whoever stands before the host stands before an at sign, in the address as in what is read of it: two guards of one door'

/** Of the words of OAuth, of what every service does, and of the promise between the app and the BFF, by file. */
export const EQUIVALENT_IN_PACKAGES: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  'packages/bff-api/src/time-zone.ts': [
    { original: "''", replacement: '"Stryker was here!"', why: 'a zone that is known has a name' },
    { original: '{ return false }', replacement: '{}', why: 'no answer counts as no' },
    {
      original: '/^[A-Za-z0-9+_:/-]{1,64}$/',
      replacement: '/[A-Za-z0-9+_:/-]{1,64}$/',
      why: 'no zone has such a name, and Intl says so too',
    },
    {
      original: '/^[A-Za-z0-9+_:/-]{1,64}$/',
      replacement: '/^[A-Za-z0-9+_:/-]{1,64}/',
      why: 'no zone has such a name, and Intl says so too',
    },
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
  'packages/oauth/src/response-parameters.ts': [
    { original: "''", replacement: '"Stryker was here!"', why: 'what is cut has a first part' },
  ],
  'packages/oauth/src/scope.ts': [
    { original: '[]', replacement: '["Stryker was here"]', why: 'a text that is no scope allows nothing' },
  ],
  'packages/service/src/accept-header.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'nobody offers anything of that name, as of the empty one',
    },
  ],
  'packages/service/src/bounded-map.ts': [
    {
      original: 'entries.delete(key)',
      replacement: ';',
      why: 'what is over is the oldest, and goes first anyway',
    },
  ],
  'packages/service/src/config-faults.ts': [
    {
      original: 'env[name]?.trim',
      replacement: 'env[name].trim',
      why: 'a name of the environment has a value; the line is for the compiler',
    },
  ],
  'packages/service/src/cookies.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that holds no cookie, as the empty one',
    },
    { original: 'equals > 0', replacement: 'equals >= 0', why: 'nobody asks for a cookie without a name' },
    {
      original: "!bare.includes('%')",
      replacement: 'false',
      why: 'what has no escapes is decoded to itself',
    },
    { original: "'%'", replacement: '""', why: 'what has no escapes is decoded to itself' },
  ],
  'packages/service/src/network.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'only the first four groups count, and the last ones are others',
    },
    {
      original: '/%.*$/',
      replacement: '/%.*/',
      why: 'what is cut has a first part; the rest of the line goes either way',
    },
    {
      original: "tail === ''",
      replacement: 'false',
      why: 'only the first four groups count, and the last ones are others',
    },
    {
      original: '[]',
      replacement: '["Stryker was here"]',
      why: 'only the first four groups count, and the last ones are others',
    },
  ],
  'packages/service/src/outage-log.ts': [
    {
      original: 'true',
      replacement: 'false',
      why: 'the clock of an outage ends with it: what is told is there',
    },
    {
      original: 'present === undefined',
      replacement: 'false',
      why: 'the clock of an outage ends with it: what is told is there',
    },
    {
      original: 'facts.err === undefined',
      replacement: 'false',
      why: 'a failure that is not there says nothing of what is away',
    },
  ],
  'packages/service/src/prefetch.ts': [
    {
      original: 'purpose === undefined && secPurpose === undefined',
      replacement: 'false',
      why: 'what is not there says nothing of fetching ahead; the line is a short way',
    },
  ],
  'packages/service/src/random.ts': [
    { original: 'bytes > POOL_BYTES', replacement: 'true', why: 'the same bytes by the other way' },
    {
      original: 'bytes > POOL_BYTES',
      replacement: 'bytes >= POOL_BYTES',
      why: 'the same bytes by the other way',
    },
    { original: 'used + bytes > POOL_BYTES', replacement: 'true', why: 'the same bytes, fetched more often' },
    {
      original: 'used + bytes > POOL_BYTES',
      replacement: 'used + bytes >= POOL_BYTES',
      why: 'the same bytes, fetched more often',
    },
  ],
  'packages/service/src/trace.ts': [
    { original: '[]', replacement: '["Stryker was here"]', why: 'the first of what is found is not read' },
    {
      original: 'traceId === undefined || spanId === undefined || flags === undefined',
      replacement: '(traceId === undefined || spanId === undefined) && flags === undefined',
      why: 'what is found has all parts; the line is for the compiler',
    },
    {
      original: 'traceId === undefined || spanId === undefined',
      replacement: 'false',
      why: 'what is found has all parts; the line is for the compiler',
    },
    {
      original: 'traceId === undefined || spanId === undefined',
      replacement: 'traceId === undefined && spanId === undefined',
      why: 'what is found has all parts; the line is for the compiler',
    },
    {
      original: 'traceId === undefined',
      replacement: 'false',
      why: 'what is found has all parts; the line is for the compiler',
    },
    {
      original: 'spanId === undefined',
      replacement: 'false',
      why: 'what is found has all parts; the line is for the compiler',
    },
    {
      original: 'flags === undefined',
      replacement: 'false',
      why: 'what is found has all parts; the line is for the compiler',
    },
  ],
  'packages/service/src/window-budget.ts': [
    { original: "''", replacement: '"Stryker was here!"', why: 'a key that no caller has' },
  ],
}
