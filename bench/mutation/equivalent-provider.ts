import type { EquivalentMutant } from './equivalent-mutant.ts'

const CHOICE = 'a known account is asked for consent exactly where a business can be chosen'

/** Of the prompts and limits of the provider, by file. */
export const EQUIVALENT_IN_PROVIDER: Readonly<Record<string, readonly EquivalentMutant[]>> = {
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
}
