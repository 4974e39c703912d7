import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startChild, type Child } from '@counterfoil/testkit/child'
import { freePorts } from '@counterfoil/testkit/free-port'
import { until } from '@counterfoil/testkit/until'

/** The steps of a developer in a copy of the repository, whose files stay unchanged. */

const ROOT = join(import.meta.dirname, '../..')
const NOT_COPIED =
  /^(?:node_modules|\.git|\.cache|\.data|release|test-results)(?:\/|$)|(?:^|\/)(?:dist|\.vite)$/

async function copyRepository(to: string): Promise<void> {
  await cp(ROOT, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !NOT_COPIED.test(relative(ROOT, path)),
  })
  await symlink(join(ROOT, 'node_modules'), join(to, 'node_modules'))
}

async function change(file: string, [before, after]: readonly [string, string]): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(before)
  await writeFile(file, text.replace(before, after))
}

const COUNTER = `import { useState } from 'react'

export function Counter() {
  const [count, setCount] = useState(0)
  return <button type="button" onClick={() => setCount(count + 1)}>Pressed {count} times</button>
}
`

/** Waits until the page listens for changes: without a connection to the server it would never reload. */
const connected = (page: Page) =>
  page.waitForEvent('console', { predicate: (line) => line.text() === '[vite] connected.', timeout: 45_000 })

let folder: string
let child: Child | undefined
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dev-'))
  await copyRepository(folder)
})
test.afterAll(async () => {
  await child?.stop('SIGTERM', 20_000)
  await rm(folder, { recursive: true, force: true })
})

test('an edited line is shown in an open page that keeps its state, in the first HTML, at both services, and by its test', async ({
  page,
}) => {
  const inCopy = (path: string) => join(folder, path)
  await writeFile(inCopy('apps/web/src/app/counter.tsx'), COUNTER)
  const shell = inCopy('apps/web/src/app/shell.tsx')
  await change(shell, ['<p>{t.app.footer}</p>', '<p>{t.app.footer}</p><Counter />'])
  await change(shell, [
    'import { ShownBusiness',
    "import { Counter } from './counter.tsx'\nimport { ShownBusiness",
  ])
  const [appPort, providerPort] = await freePorts(2)
  const dev = startChild(process.execPath, [inCopy('tools/start/start.ts'), '--dev'], {
    cwd: folder,
    env: {
      ...process.env,
      COUNTERFOIL_DATA_DIR: inCopy('.data'),
      BFF_PORT: String(appPort),
      PROVIDER_PORT: String(providerPort),
      PROVIDER_SEED: 'people',
      NODE_NO_WARNINGS: '1',
    },
  })
  child = dev
  const says = (what: string, text: RegExp) =>
    until(
      what,
      () => {
        if (dev.process.exitCode !== null) throw new Error(dev.output())
        return text.test(dev.output())
      },
      { withinMs: 150_000 },
    )
  await says('it is ready', /Counterfoil is ready/)
  const appUrl = `http://localhost:${appPort}`
  const textAt = async (url: string) => (await fetch(url)).text()

  await test.step('an open page shows a changed component and keeps what was pressed', async () => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(appUrl)
    const counter = page.getByRole('button', { name: /times$/ })
    // Presses count after hydration.
    await expect(async () => {
      await counter.click()
      await expect(counter).not.toHaveText('Pressed 0 times', { timeout: 500 })
    }).toPass({ timeout: 20_000 })
    const pressed = (await counter.textContent()) ?? ''
    await change(inCopy('apps/web/src/app/counter.tsx'), ['Pressed {count}', 'Counted {count}'])
    await expect(counter).toHaveText(pressed.replace('Pressed', 'Counted'))
    expect(faults).toEqual([])
  })

  await test.step('the first HTML is rendered from the changed component', async () => {
    expect(await textAt(appUrl)).toContain('Counted')
  })

  await test.step('a source with a syntax error is shown, and the page returns when it is corrected', async () => {
    await change(inCopy('apps/web/src/app/counter.tsx'), ['return <button', 'return <<button'])
    await expect.poll(async () => (await fetch(appUrl)).status).toBe(500)
    await page.goto(appUrl)
    await expect(page.locator('pre')).toContainText('counter.tsx')
    // No colours of a terminal.
    expect(await page.locator('pre').textContent()).not.toContain('\u001B')
    const mend = () => change(inCopy('apps/web/src/app/counter.tsx'), ['return <<button', 'return <button'])
    await mend()
    const button = page.getByRole('button', { name: 'Counted 0 times' })
    await expect(button).toBeVisible()

    await page.goto('about:blank')
    await change(inCopy('apps/web/src/app/counter.tsx'), ['return <button', 'return <<button'])
    await expect.poll(async () => (await fetch(appUrl)).status).toBe(500)
    // The fault is fixed while the page that shows it is loading.
    await page.route(
      `${appUrl}/`,
      async (route) => {
        const response = await route.fetch()
        await mend()
        await expect.poll(async () => (await fetch(appUrl)).status).toBe(200)
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const hears = connected(page)
    await page.goto(appUrl)
    await expect(button).toBeVisible()
    await hears
  })

  await test.step('the BFF starts again with a changed rule, and the open page loads again', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
    await change(inCopy('apps/bff/src/pages/page-template.ts'), ['<title>${', '<title>Changed: ${'])
    await until('a page is titled by the new rule', async () =>
      (await textAt(appUrl)).includes('<title>Changed: '),
    )
    await expect(page.locator('html[data-mark]')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Counted 0 times' })).toBeVisible()
  })

  await test.step('the provider restarts with a changed message of its catalogue', async () => {
    await change(inCopy('apps/provider/messages/sign-in.en.arb'), ['"Sign in to {', '"Come in to {'])
    await until('its page has the new words', async () =>
      (await textAt(`http://127.0.0.1:${providerPort}/sign-in`)).includes('Come in to Harbour'),
    )
  })

  await test.step('the test beside a changed rule runs by itself', async () => {
    await change(inCopy('packages/money/src/share.ts'), ['export ', '// Changed.\nexport '])
    await says('its test has run', /share\.test\.ts[^\n]*\n[^]*1 passed/)
  })
})
