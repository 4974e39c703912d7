import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { until } from '@counterfoil/testkit/until'
import { program, ROOT } from '../step.ts'

describe('.ci/run', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ci-run-'))
    await cp(join(ROOT, '.ci', 'run'), join(folder, '.ci', 'run'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const path = () => `${folder}:/usr/bin:/bin`
  /** Puts a script in place of npm, for each of the two commands. */
  const write = (test: string, deep: string) =>
    writeFile(join(folder, 'npm'), `#!/bin/sh\nif [ "$*" = test ]; then ${test}; else ${deep}; fi\n`, {
      mode: 0o755,
    })
  const run = async () => {
    const { code, output } = await program(join(folder, '.ci', 'run'), [], { PATH: path() })
    return { code, lines: output.trim().split('\n') }
  }

  it('runs both commands and ends with the sum of their counts', async () => {
    await write('echo 12 passed, 0 failed', 'echo "$*"; echo 30 passed, 0 failed')
    const { code, lines } = await run()
    expect(lines).toEqual([
      '12 passed, 0 failed',
      'run test:deep',
      '30 passed, 0 failed',
      '42 passed, 0 failed',
    ])
    expect(code).toBe(0)
  })

  it.each([
    ['the first', 'echo 11 passed, 2 failed; exit 1', 'echo 30 passed, 0 failed', '41 passed, 2 failed'],
    ['the second', 'echo 12 passed, 0 failed', 'echo 29 passed, 1 failed; exit 1', '41 passed, 1 failed'],
    ['both', 'echo 11 passed, 1 failed; exit 1', 'echo 29 passed, 1 failed; exit 1', '40 passed, 2 failed'],
  ])('fails when %s of them failed, after it has run both', async (_, test, deep, last) => {
    await write(test, deep)
    const { code, lines } = await run()
    expect([code, lines.at(-1)]).toEqual([1, last])
  })

  it('repeats the failures of both commands at its end', async () => {
    const failing = (name: string) =>
      ['  FAILED tests', '  all together', `  FAILED ${name}`, '0 passed, 1 failed']
        .map((line) => `echo "${line}"`)
        .join('; ')
    await write(failing('a unit test'), failing('a deep test'))
    const { lines } = await run()
    expect(lines.slice(-3)).toEqual(['  FAILED a unit test', '  FAILED a deep test', '0 passed, 2 failed'])
  })

  it('counts a command that ended without a count as one failure', async () => {
    await write('echo no network; exit 1', 'echo 30 passed, 0 failed; exit 3')
    const { code, lines } = await run()
    expect([code, lines.at(-1)]).toEqual([1, '30 passed, 2 failed'])
  })

  it('passes the signal that ends it to the command, and does not run the second one', async () => {
    await write('exec node -e "$SCRIPT"', 'echo second')
    const SCRIPT = `process.on('SIGTERM', () => { console.log('tidied'); process.exit(130) })
      setInterval(() => undefined, 1e6); console.log('started')`
    const child = startChild(join(folder, '.ci', 'run'), [], {
      env: { PATH: `${path()}:${process.env['PATH'] ?? ''}`, SCRIPT },
    })
    await until('the command to start', () => child.output().includes('started'))
    await child.stop('SIGTERM')
    expect(child.output()).toContain('tidied')
    expect(child.output()).not.toContain('second')
  })
})
