import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '@counterfoil/provider/config'
import { runProvider, type RunningProvider } from '@counterfoil/provider/run'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { provideProgram } from '@counterfoil/tools/machine/debian-programs'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowserAgent, formTo } from './browser-agent.ts'
import { startChild } from './child.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const DOCUMENT = join(import.meta.dirname, '../../../docs/integrate.md')
const PROGRAMS = [
  { language: 'Node', name: 'first-steps.mjs', command: process.execPath },
  { language: 'Python', name: 'first_steps.py', command: await provideProgram('python3') },
]

let provider: RunningProvider
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-steps-'))
  const settings = {
    PROVIDER_PORT: '0',
    PROVIDER_DATA_DIR: join(folder, 'data'),
    PROVIDER_SECRET: testSecret(),
    PROVIDER_SEED: 'people',
    PROVIDER_ADMIN_SOCKET: 'none',
  }
  provider = await runProvider(parseConfig(settings), {
    logger: createLogger({ name: 'provider', level: 'silent' }),
  })
})
afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})

/** Writes the program of the document that is called `name` into a file. Returns its path. */
async function programOf(name: string): Promise<string> {
  const document = await readFile(DOCUMENT, 'utf8')
  const [, program] = document.split(`\n\`${name}\`:\n`)
  const [, source] = /^\n```\w+\n(.*?)\n```\n/s.exec(program ?? '') ?? []
  if (source === undefined) throw new Error(`docs/integrate.md has no program ${name}`)
  const file = join(folder, name)
  await writeFile(file, source)
  return file
}

/** Opens `address` as a person who signs in and allows everything. Returns the last page. */
async function allow(address: string): Promise<string> {
  const agent = createBrowserAgent()
  const signIn = await agent.visit(address)
  const account = { email: 'single@harbour.example', password: 'harbour-demo' }
  const consent = await agent.submit(signIn, formTo(signIn, '/sign-in'), account)
  return (await agent.submit(consent, formTo(consent, '/answer'), { answer: 'allow' })).body
}

describe('the first steps of docs/integrate.md', () => {
  for (const { language, name, command } of PROGRAMS)
    it.skipIf(command === undefined)(
      `lead to a paid invoice in ${language} (skipped if ${language} is not installed)`,
      async () => {
        const callback = `http://127.0.0.1:${await freePort()}/callback`
        const made = (await provider.admin([
          ...['application', 'create', '--name', 'Tide Table'],
          ...['--redirect', callback, '--restriction', 'single_business'],
        ])) as { readonly clientId: string; readonly clientSecret: string }
        const program = startChild(command ?? '', [await programOf(name)], {
          env: {
            HARBOUR: provider.url,
            CALLBACK: callback,
            CLIENT_ID: made.clientId,
            CLIENT_SECRET: made.clientSecret,
          },
        })
        const address = await until(
          'it asks for a browser',
          () => /^Open (\S+)$/m.exec(program.output())?.[1],
        )
        expect(await allow(address)).toBe('You can close this page.')
        expect(await program.exited, program.output()).toBe(0)
        expect(program.output()).toMatch(/^single@harbour\.example allowed .+\nInvoice \S+ is PAID$/m)
      },
    )
})
