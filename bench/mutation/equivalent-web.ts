import type { EquivalentMutant } from './equivalent-mutant.ts'

const NO_ANSWER = 'a failure that is not tried again has no wait; the line is for the compiler'

/** Of the rules of the web app, by file. */
export const EQUIVALENT_IN_WEB: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  'apps/web/src/connection/connection-state.ts': [
    ...["'none'", "'connecting'", "'reconnect'", "'plan_ended'", "'disconnected'"].map((original) => ({
      original,
      replacement: '""',
      why: 'no answer counts as no; the line is for the compiler',
    })),
    {
      original: "case 'disconnected': return false",
      replacement: "case 'disconnected':",
      why: 'no answer counts as no; the line is for the compiler',
    },
  ],
  'apps/web/src/data/failure.ts': [
    {
      original: "faults.find(({ extensions }) => typeof extensions?.['id'] === 'string')?.extensions?.['id']",
      replacement:
        "faults.find(({ extensions }) => typeof extensions?.['id'] === 'string')?.extensions['id']",
      why: 'one that is found has extensions; the line is for the compiler',
    },
  ],
  'apps/web/src/data/last-read.ts': [
    {
      original: 'lastRead === undefined',
      replacement: 'false',
      why: 'no connection is of a reading that is not there; the line is for the compiler',
    },
  ],
  'apps/web/src/data/list-nodes.ts': [
    { original: '[]', replacement: '["Stryker was here"]', why: 'a text has no node' },
  ],
  'apps/web/src/data/retry-policy.ts': [
    ...[
      "'offline'",
      "'session_ended'",
      "'not_allowed'",
      "'connection_changed'",
      "'not_there'",
      "'unknown'",
    ].map((original) => ({ original, replacement: '""', why: NO_ANSWER })),
    { original: "case 'unknown': return undefined", replacement: "case 'unknown':", why: NO_ANSWER },
  ],
}
