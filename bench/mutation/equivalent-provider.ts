import type { EquivalentMutant } from './equivalent-mutant.ts'

const CHOICE = 'a known account is asked for consent exactly where a business can be chosen'

/** Of the provider, by file; more of the books in `equivalent-books.ts`. */
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
  'apps/provider/src/books/transactions/money-input.ts': [
    {
      original: '[]',
      replacement: '["Stryker was here"]',
      why: 'only counted, and one is as little too many as none',
    },
  ],
  'apps/provider/src/books/transactions/money-digest.ts': [
    {
      original: 'named.sent.trim().toLowerCase()',
      replacement: 'named.sent.trim().toUpperCase()',
      why: 'one spelling for all; which one does not matter',
    },
  ],
}
