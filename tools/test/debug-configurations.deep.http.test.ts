import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild, type Child } from '@counterfoil/testkit/child'
import { freePort } from '@counterfoil/testkit/free-port'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../step.ts'

type Configuration = {
  readonly name: string
  readonly type: string
  readonly command?: string
  readonly runtimeExecutable?: string
  readonly program?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const launch = await readFile(join(ROOT, '.vscode/launch.json'), 'utf8')
const { configurations } = JSON.parse(launch.replaceAll('${workspaceFolder}', ROOT)) as {
  readonly configurations: readonly Configuration[]
}

/** Starts a configuration as an editor would, with other settings than it has where they are given. */
function start(program: string, settings: NodeJS.ProcessEnv, file = ''): Child {
  const found = configurations.find((one) => one.program === join(ROOT, program))
  if (found?.runtimeExecutable === undefined) throw new Error(`no configuration for ${program}`)
  const args = (found.args ?? []).map((arg) => arg.replace('${relativeFile}', file))
  const child = startChild(found.runtimeExecutable, [join(ROOT, program), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...found.env, ...settings },
  })
  onTestFinished(() => child.stop())
  return child
}

/** Waits until an address answers at all; the limit of the test ends it. */
async function answers(url: string, child: Child): Promise<boolean> {
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  while (!hasEnded) {
    const response = await fetch(url).catch(() => undefined)
    if (response !== undefined) return true
  }
  return false
}

describe('a configuration of the debugger', () => {
  it('starts Harbour', async () => {
    const port = await freePort()
    const folder = await mkdtemp(join(tmpdir(), 'counterfoil-debugged-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const settings = { PROVIDER_PORT: String(port), PROVIDER_DATA_DIR: folder, PROVIDER_SEED: 'none' }
    const child = start('apps/provider/src/main.ts', { ...settings, PROVIDER_ADMIN_SOCKET: 'none' })
    expect(await answers(`http://127.0.0.1:${port}/health/live`, child)).toBe(true)
  })

  it('starts the BFF', async () => {
    const port = await freePort()
    const child = start('tools/start/dev-bff.ts', { BFF_PORT: String(port) })
    expect(await answers(`http://127.0.0.1:${port}/health/live`, child)).toBe(true)
  })

  it('runs the open test', async () => {
    const child = start('node_modules/vitest/vitest.mjs', {}, 'packages/money/src/share.test.ts')
    expect(await child.exited, child.output()).toBe(0)
  })

  it('starts everything with a command of the package', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
    const commands = configurations.flatMap(({ command }) => command ?? [])
    expect(commands.map((command) => command.replace('npm run ', ''))).toEqual(['dev'])
    expect(scripts).toHaveProperty('dev')
  })
})
