import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../step.ts'
import {
  listTestFiles,
  parseShard,
  PROGRAM_KINDS,
  shardFiles,
  TEST_RUNS,
  type TestKind,
} from './test-kinds.ts'

const KINDS: readonly TestKind[] = PROGRAM_KINDS.flat()
const EVERY = globSync('**/*.{test,spec}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/.cache/**', '**/.data/**', 'release/**'],
})
const SAMPLES = /^import .*\b(?:sample|caseCount)\b.* from '@counterfoil\/testkit\/sample'$|^  worldCases,$/m
const DEEP = listTestFiles(KINDS, 'deep')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

describe('every test file', () => {
  it('belongs to exactly one kind, and to exactly one run unless its name says that it belongs to both', () => {
    const places = (file: string): readonly string[] =>
      TEST_RUNS.flatMap((run) =>
        KINDS.filter((kind) => listed[run][kind].has(file)).map((kind) => `${run} ${kind}`),
      )
    const listOf = (run: (typeof TEST_RUNS)[number]): Record<TestKind, ReadonlySet<string>> => {
      const filesOf = (kind: TestKind): ReadonlySet<string> => new Set(listTestFiles([kind], run))
      return {
        pure: filesOf('pure'),
        http: filesOf('http'),
        web: filesOf('web'),
        browser: filesOf('browser'),
      }
    }
    const listed = { quick: listOf('quick'), deep: listOf('deep') }
    expect(EVERY.length).toBeGreaterThan(600)
    const misplaced = EVERY.filter((file) => {
      const [first = '', second = '', ...others] = places(file)
      if (file.includes('.wide.'))
        return first.replace('quick', 'deep') !== second || second === '' || others.length > 0
      return first === '' || second !== '' || first.startsWith('deep') !== file.includes('.deep.')
    })
    expect(misplaced).toEqual([])
  })

  it('is named x.wide if and only if it tries a sample of its cases', () => {
    const samples = EVERY.filter((file) => SAMPLES.test(read(file)))
    expect(samples.toSorted()).toEqual(EVERY.filter((file) => file.includes('.wide.')).toSorted())
  })
})

describe('the parts of a deep run', () => {
  const workflow = read('.github/workflows/check.yml')

  it('match the workflow, with each file in exactly one part', () => {
    const [, list = ''] = /shard: \[([\d, ]+)\]/.exec(workflow) ?? []
    const [, count = ''] =
      /npm run test:deep -- --shard \$\{\{ matrix\.shard \}\}\/(\d+)/.exec(workflow) ?? []
    const shards = list.split(', ').map((index) => parseShard(`${index}/${count}`))
    expect(shards.map(({ index }) => index)).toEqual([1, 2, 3, 4])
    const parts = PROGRAM_KINDS.map((kinds) => shards.map((shard) => shardFiles(kinds, 'deep', shard)))
    expect(parts.flat(2).toSorted()).toEqual(DEEP)
    // Of each program they have equally many, and neighbours are in different ones.
    for (const sizes of parts.map((part) => part.map(({ length }) => length))) {
      expect(Math.min(...sizes)).toBeGreaterThan(0)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    }
  })

  it('have a limit of 15 minutes in the workflow, as its other jobs do', () => {
    const minutes = [...workflow.matchAll(/timeout-minutes: (\d+)/g)].map(([, text]) => Number(text))
    expect(minutes).toHaveLength(3)
    expect(Math.max(...minutes)).toBeLessThanOrEqual(15)
  })

  it.each(['0/4', '5/4', '1', '1/0', 'a/b'])('are refused if written as %s', (text) => {
    expect(() => parseShard(text)).toThrow(RangeError)
  })
})
