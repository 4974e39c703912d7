// npm run bench -- validation: measures the validation of the provider's most expensive documents; ends with 1 above the budget.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findMergingFaults } from '@counterfoil/provider/graphql/limits/merge-limits'
import { hostileDocument } from '@counterfoil/provider/graphql/limits/testing/hostile-documents'
import fc from 'fast-check'
import { buildSchema, parse, validate, type DocumentNode } from 'graphql'
import { formatRows, keepPage, MACHINE } from './report/page.ts'

const BUDGET_MS = 10
const MAX_TOKENS = 3_000
const SAMPLES = Number(process.env['BENCH_SAMPLES'] ?? 6_000)
const schema = buildSchema(
  readFileSync(fileURLToPath(import.meta.resolve('@counterfoil/graphql-schema/schema.graphql')), 'utf8'),
)

/** Hand-written documents, each close to one limit. */
const KNOWN: Readonly<Record<string, string>> = {
  'many plain fields': `{ ${Array.from({ length: 80 }, (_, index) => `a${index}: businesses(page: ${index}) { pageInfo { currentPage totalPages totalCount } edges { node { id name isPersonal currency { code name } } } }`).join(' ')} }`,
  'repeated fields': `{ ${'business { businessType { name value } } '.repeat(30)} }`,
  'repeats inside repeats': `{ ${`business { ${'... { currency { code } } '.repeat(7)} } `.repeat(7)} }`,
  'spreads beside each other': `{ ${Array.from({ length: 40 }, (_, index) => `...F${index}`).join(' ')} } ${Array.from({ length: 40 }, (_, index) => `fragment F${index} on Query { business { n${index}: id } }`).join(' ')}`,
  'operations that share fragments': `${Array.from({ length: 50 }, (_, index) => `query Q${index} { ...F0 }`).join(' ')} ${Array.from({ length: 17 }, (_, index) => `fragment F${index} on Query { ${index === 16 ? 'user { id }' : `...F${index + 1}`} }`).join(' ')}`,
  'unknown fields': `{ business { ${Array.from({ length: 400 }, (_, index) => `nam${index}`).join(' ')} } }`,
  'unknown arguments': `{ business(${Array.from({ length: 900 }, (_, index) => `a${index}: 1`).join(' ')}) { id } }`,
  'repeated directives': `{ business { id ${'@include(if: true) '.repeat(420)} } }`,
  'unused variables': `query (${Array.from({ length: 700 }, (_, index) => `$a${index}: Int`).join(' ')}) { user { id } }`,
}

/** Returns the fastest of several runs: other work on the machine only adds time. */
function validateMs(document: DocumentNode, times: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now()
    validate(schema, document, undefined, { maxErrors: 10 })
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

const read = (text: string) => {
  const document = parse(text, { maxTokens: MAX_TOKENS })
  return findMergingFaults(document).length === 0 ? document : undefined
}
for (const text of fc.sample(hostileDocument(MAX_TOKENS), 200)) {
  const document = read(text)
  if (document !== undefined) validateMs(document, 3)
}

const known = Object.entries(KNOWN).map(([name, text]) => {
  const document = read(text)
  if (document === undefined) throw new Error(`The limits refuse "${name}": it measures nothing.`)
  return { name, ms: validateMs(document, 7) }
})
let accepted = 0
let worst = { ms: 0, text: '' }
for (const text of fc.sample(hostileDocument(MAX_TOKENS), SAMPLES)) {
  const document = read(text)
  if (document === undefined) continue
  accepted += 1
  const ms = validateMs(document, 1)
  // Measured again before it counts: a pause of the machine is not an expensive document.
  if (ms > worst.ms) worst = { ms: Math.max(worst.ms, validateMs(document, 7)), text }
}

const shown = (ms: number) => `${ms.toFixed(2)} ms`
const markdown = `# Validating hostile documents

${MACHINE}. Budget: ${BUDGET_MS} ms for every document that the limits let through. Of ${SAMPLES.toLocaleString('en')} generated documents ${accepted.toLocaleString('en')} were let
through; the dearest took ${shown(worst.ms)}. Repeat it with \`npm run bench -- validation\`.

| written by hand, close to a limit | time |
|---|--:|
${formatRows(known.map(({ name, ms }) => [name, shown(ms)]))}
`
await keepPage('validation', markdown)
const slowest = Math.max(worst.ms, ...known.map(({ ms }) => ms))
if (slowest > BUDGET_MS) {
  process.stderr.write(`A document took ${shown(slowest)}.\n${worst.text.slice(0, 2_000)}\n`)
  process.exitCode = 1
}
