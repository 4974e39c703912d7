import type { EquivalentMutant } from './equivalent-mutant.ts'

/** Of what every service does, and of the promise between the app and the BFF, by file. */
export const EQUIVALENT_IN_PACKAGES: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  'packages/service/src/accept-language.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text that asks for no language, as the empty one',
    },
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
}
