import type { EquivalentMutant } from './equivalent-mutant.ts'

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
}
