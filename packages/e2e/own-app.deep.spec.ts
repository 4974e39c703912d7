import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runChild, startChild } from '@counterfoil/testkit/child'
import { freePort } from '@counterfoil/testkit/free-port'
import { packTarball } from '@counterfoil/tools/pack/pack-package'
import { until } from '@counterfoil/testkit/until'
import { allow, expect, signIn, test } from './fixtures.ts'

/** Apps of other teams, installed from the tarball into their own folders, with a real Harbour. */

const ROOT = join(import.meta.dirname, '../..')
const NORTHWIND = 'Northwind Trading'
const BAKERY = 'Bluebell Bakery'

/** Installs and starts one of the examples. @param database Of Redis: each app has its own. */
async function startExample(
  name: string,
  {
    stack,
    database,
  }: {
    readonly stack: Parameters<Parameters<typeof test>[2]>[0]['stack']
    readonly database: number
  },
) {
  const folder = await mkdtemp(join(tmpdir(), 'own-app-'))
  await cp(join(ROOT, 'examples', name), folder, { recursive: true })
  await packTarball('packages/bff', join(folder, 'counterfoil-bff.tgz'))
  await runChild('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })

  const url = `http://localhost:${await freePort()}`
  const { clientId, clientSecret } = (await stack.harbour(
    ...['application', 'create', '--name', 'Counterfoil of another team'],
    ...['--redirect', `${url}/connect/callback`, '--restriction', 'single_business'],
  )) as { clientId: string; clientSecret: string }
  const secret = () => crypto.randomUUID() + crypto.randomUUID()
  const app = startChild(process.execPath, ['app.js'], {
    cwd: folder,
    env: {
      ...{ PUBLIC_URL: url, REDIS_URL: `${stack.redisUrl}/${database}`, HARBOUR_URL: stack.providerUrl },
      ...{ COUNTERFOIL_KEYS: secret(), SESSION_SECRET: secret() },
      ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
    },
  })
  await until('the app listens', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    ...{ url, folder },
    async stop() {
      for (const configured of await stack.configuredSecrets()) expect(app.output()).not.toContain(configured)
      await app.stop()
      await rm(folder, { recursive: true })
    },
  }
}

test('the smallest app, installed from a tarball, connects, reads and disconnects', async ({
  page,
  stack,
  makePerson,
}) => {
  const { url, folder, stop } = await startExample('express-minimal', { stack, database: 1 })
  const counterfoil = join(folder, 'node_modules/.bin/counterfoil')
  await writeFile(join(folder, 'late.graphql'), 'query Late { user { id } }\n')
  expect(await runChild(counterfoil, ['operations', '.'], { cwd: folder })).toBe('operations.json: Late\n')

  const person = await makePerson({ [NORTHWIND]: 'active' })
  expect((await page.request.get(`${url}/me`)).status()).toBe(401)
  await page.goto(url)
  await expect(page.locator('[name=csrf]')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await signIn(page, person)
  await allow(page, NORTHWIND)
  await expect(page.getByRole('heading', { name: NORTHWIND })).toBeVisible()
  expect(page.url()).toMatch(new RegExp(`^${url}/\\?result=`))
  expect(await (await page.request.get(`${url}/me`)).json()).toEqual({ user: { defaultEmail: person.email } })

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('heading', { name: 'My books' })).toBeVisible()
  expect((await page.request.get(`${url}/me`)).status()).toBe(404)
  await stop()
})

test('an app with its own users: two of them use one browser, one after the other, and never share data', async ({
  page,
  context,
  stack,
  makePerson,
}) => {
  const { url, stop } = await startExample('express', { stack, database: 2 })
  const press = (on: Page, name: string) => on.getByRole('button', { name, exact: true }).click()
  const heading = (on: Page, name: string) => expect(on.getByRole('heading', { name })).toBeVisible()
  const customers = (on: Page) => on.getByRole('listitem')
  const enter = async (on: Page, name: string, button: 'Sign in' | 'Sign up') => {
    await on.goto(url)
    await on.getByLabel('Name').fill(name)
    await on.getByLabel('Password').fill(`of ${name}`)
    await press(on, button)
    await expect(on.getByRole('status')).toHaveText(`${name} is signed in.`)
    await expect(on.locator('[name=csrf]')).not.toHaveValue('')
  }
  const leave = async (on: Page) => {
    await on.goto(url)
    await press(on, 'Sign out')
    await expect(on.getByRole('status')).toHaveText('Nobody is signed in.')
  }
  const outcome = () =>
    page.evaluate(async () => {
      const id = new URLSearchParams(location.search).get('result')
      const answer = await fetch(`/api/connect-results/${id}`, { headers: { 'x-counterfoil-request': '1' } })
      return ((await answer.json()) as { outcome: string }).outcome
    })
  const [anna, ben] = [await makePerson({ [NORTHWIND]: 'active' }), await makePerson({ [BAKERY]: 'active' })]
  const other = await context.newPage()

  // Anna opens Harbour, and returns after Ben has signed in.
  await enter(page, 'anna', 'Sign up')
  await press(page, 'Connect')
  await signIn(page, anna)
  await leave(other)
  await enter(other, 'ben', 'Sign up')
  await allow(page, NORTHWIND)
  await expect(page.getByRole('status')).toHaveText('ben is signed in.')
  await heading(page, 'Customers')
  expect(await outcome()).toBe('mismatch')
  expect((await page.request.get(`${url}/customers`)).status()).toBe(404)

  // Anna connects, writes, and reconnects.
  await leave(page)
  await enter(page, 'anna', 'Sign in')
  await heading(page, 'Customers')
  await press(page, 'Connect')
  await allow(page, NORTHWIND)
  await heading(page, `Customers of ${NORTHWIND}`)
  await page.getByLabel('New customer').fill('Fern & Co')
  await press(page, 'Add')
  await expect(customers(page)).toHaveText('Fern & Co')
  await press(page, 'Reconnect')
  await heading(page, `Customers of ${NORTHWIND}`)
  expect(await outcome()).toBe('still_connected')
  await expect(customers(page)).toHaveText('Fern & Co')

  // Her tab stays open while Ben signs in: nothing in it works for him.
  await leave(other)
  await enter(other, 'ben', 'Sign in')
  await press(page, 'Disconnect')
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  // The Back button opens a page of Ben's.
  await page.goBack()
  await expect(page.getByRole('status')).toHaveText('ben is signed in.')
  await heading(page, 'Customers')
  await expect(customers(page)).toHaveCount(0)

  // Harbour remembers Anna here, and asks for a password; Ben's connection is his own.
  await expect(page.locator('[name=csrf]')).not.toHaveValue('')
  await press(page, 'Connect')
  await signIn(page, ben)
  await allow(page, BAKERY)
  await heading(page, `Customers of ${BAKERY}`)
  await expect(customers(page)).toHaveCount(0)
  await press(page, 'Disconnect')
  await heading(page, 'Customers')

  await leave(page)
  await enter(page, 'anna', 'Sign in')
  await heading(page, `Customers of ${NORTHWIND}`)
  await expect(customers(page)).toHaveText('Fern & Co')
  await press(page, 'Disconnect')
  await heading(page, 'Customers')
  expect((await page.request.get(`${url}/customers`)).status()).toBe(404)
  await stop()
})
