import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bin, program, ROOT } from '../step.ts'

type Diagnostic = { readonly code: string; readonly filename: string }

/** Returns what the lint rules report about `files`, which are written to a temporary folder. */
async function lint(folder: string, files: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
  for (const [path, source] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), source)
  }
  const args = ['--config', join(ROOT, '.oxlintrc.json'), '--format', 'json', '.']
  const { output } = await program(bin('oxlint'), args, {}, folder)
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics
}

describe('the lint rules', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lint-rules-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    ['node:crypto', "import { createHash } from 'node:crypto'\nexport const a = createHash('sha256')\n"],
    ['express', "import express from 'express'\nexport const a = express()\n"],
    ['a store', "import { find } from './code-store.ts'\nexport const a = find()\n"],
    [
      'the list of routes',
      "import { create } from '../connect/connect-routes.ts'\nexport const a = create()\n",
    ],
  ])('refuse that a pure file imports %s', async (_what, source) => {
    const path = `apps/bff/src/tokens/pure-${crypto.randomUUID()}.ts`
    const found = await lint(join(folder, crypto.randomUUID()), { [path]: source })
    expect(found.map((it) => it.code)).toEqual(['eslint(no-restricted-imports)'])
  })

  it.each([
    ['Date.now()', 'no-restricted-properties'],
    ['Math.random()', 'no-restricted-properties'],
    ['crypto.randomUUID()', 'no-restricted-properties'],
    ['performance.now()', 'no-restricted-globals'],
    ['setTimeout(() => {}, 1)', 'no-restricted-globals'],
  ])('refuse %s in a pure file, and accept it in an edge', async (call, rule) => {
    const source = `export const a = () => ${call}\n`
    const found = await lint(join(folder, crypto.randomUUID()), {
      'packages/bff/src/session/session.ts': source,
      'packages/bff/src/session/session-store.ts': source,
    })
    expect(found.map((it) => [it.code, it.filename])).toEqual([
      [`eslint(${rule})`, 'packages/bff/src/session/session.ts'],
    ])
  })

  it('refuse to read the environment anywhere but in main.ts', async () => {
    const source = 'export const port = process.env.PORT\n'
    const files = { 'apps/bff/src/config.ts': source, 'apps/bff/src/main.ts': source }
    const found = await lint(join(folder, 'env'), files)
    expect(found.map((it) => [it.code, it.filename])).toEqual([
      ['node(no-process-env)', 'apps/bff/src/config.ts'],
    ])
  })

  it('refuse modules that import each other in a circle', async () => {
    const found = await lint(join(folder, 'cycle'), {
      'apps/bff/src/a.ts': "import { b } from './b.ts'\nexport const a = (): number => b()\n",
      'apps/bff/src/b.ts': "import { a } from './a.ts'\nexport const b = (): number => a()\n",
    })
    expect(new Set(found.map((it) => it.code))).toEqual(new Set(['import(no-cycle)']))
  })

  it('refuse a function of 61 lines, without its blank lines and comments, and accept one of 60', async () => {
    const ofLines = (count: number) =>
      ['export function a() {', '  // why', '', ...Array(count - 2).fill("  ''.trim()"), '}', ''].join('\n')
    const found = await lint(join(folder, 'length'), {
      'apps/bff/src/tokens/long.ts': ofLines(61),
      'apps/bff/src/tokens/short.ts': ofLines(60),
      'apps/bff/src/tokens/long.test.ts': ofLines(61),
    })
    expect(found.map((it) => [it.code, it.filename])).toEqual([
      ['eslint(max-lines-per-function)', 'apps/bff/src/tokens/long.ts'],
    ])
  })

  it('refuse to start programs except by the functions that know which programs are provided', async () => {
    const source = "import { spawn } from 'node:child_process'\nexport const a = spawn('redis-cli')\n"
    const found = await lint(join(folder, 'programs'), {
      'packages/testkit/src/backup.deep.http.test.ts': source,
      'apps/bff/src/tokens/token-client.ts': source,
    })
    expect(found.map((it) => it.code)).toEqual(Array(2).fill('eslint(no-restricted-imports)'))
  })

  it('accept the same imports in an edge', async () => {
    const found = await lint(join(folder, 'edge'), {
      'apps/bff/src/tokens/token-routes.ts':
        "import { createHash } from 'node:crypto'\nexport const a = createHash('sha256')\n",
    })
    expect(found).toEqual([])
  })
})
