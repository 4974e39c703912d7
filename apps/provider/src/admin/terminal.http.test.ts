import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startChild } from '@counterfoil/testkit/child'
import { programFile } from '@counterfoil/testkit/program-file'
import { until } from '@counterfoil/testkit/until'

const MAIN = programFile('apps/provider/src/admin-main.ts')
/** A program of util-linux that runs a command in its own terminal and copies the output to standard output. */
const SCRIPT = '/usr/bin/script'
const isAbleToRun = process.platform === 'linux' && existsSync(SCRIPT)

/** Runs `user set-password` on a terminal and answers each prompt once it appears. Returns all output of the terminal. */
async function setPasswordOnTerminal(...answers: readonly (readonly [prompt: string, typed: string])[]) {
  const line = `'${process.execPath}' '${MAIN}' user set-password --user maria@harbour.example; echo "ended with $?"; stty -a`
  // With this invalid setting the command ends right after the password, and needs no database.
  const env = { PATH: process.env['PATH'], PROVIDER_PORT: 'x', SHELL: '/bin/sh', TERM: 'dumb' }
  const child = startChild(SCRIPT, ['-qec', line, '/dev/null'], { env, stdin: 'pipe' })
  for (const [prompt, typed] of answers) {
    await until(prompt, () => child.output().endsWith(prompt))
    for (const key of typed) child.process.stdin?.write(key)
  }
  await until('the state of the terminal afterwards', () => /echoke?\b/.test(child.output()))
  child.process.stdin?.end()
  return child.output()
}

describe.runIf(isAbleToRun)('a password typed on a terminal', () => {
  it('is never shown, not even its length, and the terminal echoes again afterwards', async () => {
    const typed = 'Zq7 Xw9 Kv3'
    const shown = await setPasswordOnTerminal(
      ['New password: ', `${typed}\r`],
      ['The same again: ', `${typed}\r`],
    )
    const [dialogue = '', rest = ''] = shown.split('ended with ')
    expect(dialogue).toMatch(/^New password: \r?\nThe same again: \r?\n\S*.*PROVIDER_PORT/)
    expect(shown).not.toMatch(/Zq7|Xw9|Kv3|\*/)
    expect(rest).toMatch(/^1\r?\n/)
    expect(rest).toMatch(/(?<!-)\becho\b/)
  })

  it('is refused if the repetition differs', async () => {
    const shown = await setPasswordOnTerminal(
      ['New password: ', 'Zq7 Xw9 Kv3\r'],
      ['The same again: ', 'Zq7 Xw9 Kv4\r'],
    )
    expect(shown).toContain('The two passwords differ. Nothing was changed.')
    expect(shown).toContain('ended with 1')
    expect(shown).not.toMatch(/Zq7|Xw9|Kv3|Kv4/)
  })

  it('can be cancelled with Ctrl-C, and stays hidden', async () => {
    const shown = await setPasswordOnTerminal(['New password: ', 'Zq7 Xw9\u0003'])
    expect(shown).toContain('Nothing was typed, and nothing was changed.')
    expect(shown).toContain('ended with 1')
    expect(shown).not.toMatch(/Zq7|Xw9/)
  })
})
