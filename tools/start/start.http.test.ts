import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isAlive, useNpmStart } from '@counterfoil/testkit/npm-start'
import { program } from '../step.ts'
import { buildWeb } from '../release/web-build.ts'

describe('npm start', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    await buildWeb()
  })
  const { folder, ports, start, isReady, runningPids } = useNpmStart()

  it('prints what to open, who can sign in and how to stop, and leaves no process behind', async () => {
    // The first stage records when the command was typed, because packages may have been downloaded since.
    const COUNTERFOIL_COMMANDED_AT_MS = String(Date.now() - 3_600_000)
    const child = start({ PROVIDER_SEED: 'demo', COUNTERFOIL_COMMANDED_AT_MS })
    await isReady(child)
    for (const said of [`http://localhost:${ports()[0]}`, 'many@harbour.example', 'harbour-demo', 'Ctrl-C']) {
      expect(child.output()).toContain(said)
    }
    expect(Number(/is ready after ([\d.]+) s/.exec(child.output())?.[1])).toBeGreaterThan(3_600)
    const page = await fetch(`http://127.0.0.1:${ports()[0]}/`)
    expect(await page.text()).toContain('Counterfoil')
    expect((await stat(join(folder(), 'data', 'secrets.json'))).mode & 0o777).toBe(0o600)
    const listed = await program(
      process.execPath,
      [join(import.meta.dirname, 'harbour.ts'), 'application', 'list', '--json'],
      { COUNTERFOIL_DATA_DIR: join(folder(), 'data'), NODE_NO_WARNINGS: '1' },
    )
    expect(JSON.parse(listed.output)).toMatchObject({ applications: [{ name: 'Counterfoil' }] })
    const pids = runningPids()
    expect(pids.length).toBe(4)
    // A terminal sends the signal to npm and to us: twice must be as good as once.
    child.process.kill('SIGINT')
    child.process.kill('SIGINT')
    expect(await child.exited).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('names every broken setting of both services at once', async () => {
    const child = start({
      PROVIDER_ISS: 'maybe',
      BFF_SESSION_IDLE_MINUTES: 'long',
      BFF_PROVIDER_PKCE: 'perhaps',
      BFF_PORT: '99999',
    })
    expect(await child.exited).toBe(1)
    const lines = child.output().trim().split('\n')
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'BFF_PORT',
      'PROVIDER_ISS',
      'BFF_PROVIDER_PKCE',
      'BFF_SESSION_IDLE_MINUTES',
    ])
  })
})
