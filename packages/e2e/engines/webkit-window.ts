import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '@counterfoil/testkit/child'
import { freePort } from '@counterfoil/testkit/free-port'
import { until } from '@counterfoil/testkit/until'
import type { WebKitPrograms } from '@counterfoil/tools/machine/engine-programs'
import type { BrowserWindow } from './browser-window.ts'

/** Starts WebKitGTK's MiniBrowser on its own virtual screen and controls it by WebDriver. */
export async function openWebKit(programs: WebKitPrograms): Promise<BrowserWindow> {
  const home = await mkdtemp(join(tmpdir(), 'counterfoil-webkit-'))
  const screen = startChild(programs.screen, [
    ...['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'],
  ])
  const endScreen = async (): Promise<void> => {
    await screen.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const display = await until('the screen is there', () => /^\d+$/m.exec(screen.output())?.[0])
    const port = await freePort()
    const driver = startChild(programs.driver, ['-p', String(port)], { env: ownEnvironment(home, display) })
    const close = async (): Promise<void> => {
      await driver.stop()
      await endScreen()
    }
    try {
      return await windowOf(`http://127.0.0.1:${port}`, close)
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await endScreen()
    throw error
  }
}

/** Isolates the browser from the developer's screen, settings and home folder. */
function ownEnvironment(home: string, display: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    ...{
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
    },
    ...{ DISPLAY: `:${display}`, GDK_BACKEND: 'x11', GSETTINGS_BACKEND: 'memory', NO_AT_BRIDGE: '1' },
    LANG: 'en_GB.UTF-8',
  }
}

async function windowOf(driver: string, end: () => Promise<void>): Promise<BrowserWindow> {
  const send = async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await fetch(driver + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error((value as { message: string }).message)
    return value
  }
  await until('the driver of WebKitGTK answers', () => send('/status'))
  const { sessionId } = (await send('/session', { capabilities: {} })) as { sessionId: string }
  const session = `/session/${sessionId}`
  return {
    async open(url) {
      await send(`${session}/url`, { url })
    },
    run: async (script, args) => String(await send(`${session}/execute/sync`, { script, args })),
    async perform(actions) {
      await send(`${session}/actions`, { actions })
    },
    async resize(size) {
      await send(`${session}/window/rect`, size)
    },
    takePicture: async () => Buffer.from(String(await send(`${session}/screenshot`)), 'base64'),
    async close() {
      await send(session, undefined, 'DELETE').finally(end)
    },
  }
}
