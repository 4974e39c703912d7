/** Endings of files with input or output. Files without such an ending are rules, which are mutated. */
const EDGES = ['store', 'client', 'routes', 'middleware', 'plugin', 'page', 'responder', 'files']

/**
 * Folders of rules, with their files that are not rules although they have none of these endings: services,
 * contracts, hooks and SQL. Tests with real sockets, databases and pages check those.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'packages/money/src': ['currencies', 'currency-table', 'decimal', 'money', 'share'],
  'packages/oauth/src': [],
  'packages/bff-api/src': ['connect-result', 'connection', 'graphql', 'leave', 'problem', 'session'],
  'packages/service/src': [
    'clock',
    'listen-and-stop',
    'logger',
    'metrics',
    'otlp-metrics',
    'request-metrics',
    'slow-senders',
    'telemetry',
    'telemetry-sdk',
    'tracing',
  ],
  'packages/bff/src/browser': [],
  'packages/bff/src/connect': ['begin-attempt', 'connect-ports', 'finish-attempt', 'open-connection'],
  'packages/bff/src/connections': ['connections'],
  'packages/bff/src/limits': [],
  'packages/bff/src/provider': [],
  'packages/bff/src/refresh': ['access-tokens', 'refresh-connection', 'token-rescue'],
  'packages/bff/src/security': [],
  'packages/bff/src/session': ['device-memory'],
  'apps/provider/src/applications': [],
  'apps/provider/src/authorize': [],
  'apps/provider/src/authorize/checks': [],
  'apps/provider/src/businesses': ['handover-sql'],
  'apps/provider/src/caller': ['foundation'],
  'apps/provider/src/grants': [],
  'apps/provider/src/graphql/limits': ['document-limits'],
  'apps/provider/src/prompts': ['request-view'],
  'apps/provider/src/tokens': ['code-exchange', 'refresh-tokens', 'token-endpoint', 'token-statements'],
  'apps/provider/src/users': ['password-hash'],
  // Hooks have tests of their own, which render a page around each.
  'apps/web/src/connection': ['use-*'],
  'apps/web/src/data': ['graphql-query', 'hydrated', 'live-updates', 'use-*'],
  'apps/web/src/navigation': [],
}

/** Folders of the books, where most files without such an ending are services, types and wiring; only these rules are mutated. */
const RULES_OF_BOOKS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['account-rules'],
  contacts: ['contact-rules'],
  documents: ['amounts', 'document-judgement', 'document-number', 'document-on-paper', 'unchanged-titles'],
  estimates: ['deposit-terms', 'estimate-life'],
  invoices: ['invoice-life'],
  ledger: ['entry'],
  messages: ['message-draft'],
  products: ['product-rules'],
  receivables: ['credit', 'invoice-entry', 'settlement'],
  reports: ['report-days', 'report-rules'],
  'sales-taxes': ['sales-tax-rules'],
  transactions: ['money-digest', 'money-input', 'money-rules'],
}

export interface RuleFolder {
  readonly folder: string
  /** The patterns for Stryker: files to mutate, then files to exclude. */
  readonly patterns: readonly string[]
}

/** Returns the folders whose rules are mutated. */
export function listRuleFolders(): readonly RuleFolder[] {
  const books = Object.entries(RULES_OF_BOOKS).map(([noun, rules]) => {
    const folder = `apps/provider/src/books/${noun}`
    return { folder, patterns: rules.map((rule) => `${folder}/${rule}.ts`) }
  })
  const whole = Object.entries(FOLDERS).map(([folder, others]) => ({
    folder,
    patterns: [
      // These folders have subfolders.
      /\/(?:prompts|connect|service\/src)$/.test(folder) ? `${folder}/**/*.ts` : `${folder}/*.ts`,
      `!${folder}/**/{testing/*,*.test}.ts`,
      `!${folder}/**/*-{${EDGES.join(',')}}.ts`,
      ...others.map((name) => `!${folder}/**/${name}.ts`),
    ],
  }))
  return [...whole, ...books]
}
