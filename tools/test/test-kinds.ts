import { globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The runs of tests. The name of a test file decides to which run it belongs:
 *
 * | name | `npm test` | `npm run test:deep` |
 * |---|---|---|
 * | `x.test.ts`, `x.http.test.ts`, `x.spec.ts` | all of it | – |
 * | `x.deep.test.ts`, `x.deep.http.test.ts`, `x.deep.spec.ts` | – | all of it |
 * | `x.wide.test.ts`, `x.wide.http.test.ts` | the cases that `sample` of `@counterfoil/testkit/sample` chooses | all cases |
 */
export const TEST_RUNS = ['quick', 'deep'] as const

export type TestRun = (typeof TEST_RUNS)[number]

/** Pure tests, tests with real sockets, tests of the web app and its components in jsdom, tests in a real Chromium. */
export type TestKind = 'pure' | 'http' | 'web' | 'browser'

/** The kinds of tests that vitest runs, then those that Playwright runs; each program runs its part separately. */
export const PROGRAM_KINDS = [
  ['pure', 'http', 'web'],
  ['browser'],
] as const satisfies readonly (readonly TestKind[])[]

/** Patterns of paths, relative to the root of the repository. */
type TestFiles = { readonly include: readonly string[]; readonly exclude: readonly string[] }

const UNTOUCHED = ['**/node_modules/**', '**/dist/**', '**/.cache/**', '**/.data/**']

/** Returns the patterns of the files of one kind whose names end with one of `widths` before the ending of the kind. */
function filesOf(kind: TestKind, width: string): TestFiles {
  const folders = '{apps,packages,tools,bench}'
  const http = `${folders}/**/*.http.test.ts`
  const web = '{apps/web,packages/react}/src/**/*.test.{ts,tsx}'
  switch (kind) {
    case 'pure':
      return { include: [`${folders}/**/*${width}.test.ts`], exclude: [...UNTOUCHED, http, web] }
    case 'http':
      return { include: [`${folders}/**/*${width}.http.test.ts`], exclude: UNTOUCHED }
    case 'web':
      return { include: [`{apps/web,packages/react}/src/**/*${width}.test.{ts,tsx}`], exclude: UNTOUCHED }
    case 'browser':
      return { include: [`packages/e2e/**/*${width}.spec.ts`], exclude: UNTOUCHED }
  }
}

/** Returns the patterns of the files of `kind` in `run`. */
export function testFiles(kind: TestKind, run: TestRun): TestFiles {
  if (run === 'deep') return filesOf(kind, '.{deep,wide}')
  const { include, exclude } = filesOf(kind, '')
  return { include, exclude: [...exclude, ...filesOf(kind, '.deep').include] }
}

/** Returns the project name in vitest or Playwright for `kind` in `run`. */
export function projectOf(kind: TestKind, run: TestRun): string {
  return run === 'deep' ? `deep-${kind}` : kind
}

/** Part `index` of `count` parts of a run, counted from 1. */
type Shard = { readonly index: number; readonly count: number }

/** Parses `i/n`. @throws RangeError unless 1 ≤ i ≤ n */
export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count) throw new RangeError(`--shard is i/n with i from 1 to n, not "${text}".`)
  return { index, count }
}

/**
 * Returns the files of `kinds` in one part of a run, by path from the root. Neighbouring files, which often take equally
 * long, are distributed over different parts.
 */
export function shardFiles(kinds: readonly TestKind[], run: TestRun, shard: Shard): readonly string[] {
  return listTestFiles(kinds, run).filter((_, position) => position % shard.count === shard.index - 1)
}

/** Returns all files of `kinds` in `run`, sorted, by path from the root. */
export function listTestFiles(kinds: readonly TestKind[], run: TestRun): readonly string[] {
  const cwd = join(import.meta.dirname, '../..')
  return kinds
    .flatMap((kind) => {
      const { include, exclude } = testFiles(kind, run)
      return globSync([...include], { cwd, exclude: [...exclude] })
    })
    .toSorted()
}
