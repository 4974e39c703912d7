import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '@counterfoil/testkit/child'
import { until } from '@counterfoil/testkit/until'
import type { BrowserWindow } from './browser-window.ts'

/** Keeps Firefox from contacting its vendor. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

/** Starts Firefox headless and controls it by WebDriver BiDi, which it supports itself. */
export async function openFirefox(
  program: string,
  preferences: Readonly<Record<string, unknown>> = {},
): Promise<BrowserWindow> {
  const profile = await mkdtemp(join(tmpdir(), 'counterfoil-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = startChild(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: profile } },
  )
  const close = async (): Promise<void> => {
    await child.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await until(
      'Firefox listens',
      () => /WebDriver BiDi listening on (ws:\S+)/.exec(child.output())?.[1],
    )
    const session = await openSession(`${address}/session`)
    await session.send('session.new', { capabilities: {} })
    const { contexts } = (await session.send('browsingContext.getTree', {})) as {
      contexts: readonly { context: string }[]
    }
    const context = contexts[0]?.context ?? ''
    return windowOf(session, context, async () => {
      session.close()
      await close()
    })
  } catch (error) {
    await close()
    throw error
  }
}

function windowOf(session: BidiSession, context: string, close: () => Promise<void>): BrowserWindow {
  return {
    async open(url) {
      await session.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async run(body, args) {
      const answer = (await session.send('script.callFunction', {
        functionDeclaration: `function () {${body}}`,
        arguments: args.map((value) => ({ type: 'string', value })),
        target: { context },
        awaitPromise: false,
      })) as { result?: { value?: string }; exceptionDetails?: { text: string } }
      if (answer.exceptionDetails !== undefined) throw new Error(answer.exceptionDetails.text)
      return answer.result?.value ?? ''
    },
    async perform(actions) {
      await session.send('input.performActions', { context, actions })
    },
    async resize(viewport) {
      await session.send('browsingContext.setViewport', { context, viewport })
    },
    async takePicture() {
      const { data } = (await session.send('browsingContext.captureScreenshot', { context })) as {
        data: string
      }
      return Buffer.from(data, 'base64')
    },
    close,
  }
}

type BidiSession = { send(method: string, params: object): Promise<unknown>; close(): void }
type BidiAnswer = {
  readonly type: string
  readonly id: number
  readonly result?: unknown
  readonly message?: string
}

async function openSession(url: string): Promise<BidiSession> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { type, id, result, message } = JSON.parse(String(data)) as BidiAnswer
    if (type === 'success') waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(message))
    waiting.delete(id)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('Firefox does not answer.')))
  })
  return {
    send(method, params) {
      lastId += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(lastId, answer)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return answer.promise
    },
    close: () => socket.close(),
  }
}
