import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild, startChild } from '@counterfoil/testkit/child'
import { freePort } from '@counterfoil/testkit/free-port'
import { packTarball } from '@counterfoil/tools/pack/pack-package'
import { until } from '@counterfoil/testkit/until'
import { allow, expect, signIn, test } from './fixtures.ts'

/** An app of another team, installed from the tarball into a folder of its own, beside a real Harbour. */

const ROOT = join(import.meta.dirname, '../..')
const NORTHWIND = 'Northwind Trading'

test('the smallest app, installed from a tarball, connects, reads, and disconnects', async ({
  page,
  stack,
  makePerson,
}) => {
  test.setTimeout(300_000)
  const folder = await mkdtemp(join(tmpdir(), 'own-app-'))
  await cp(join(ROOT, 'examples/express-minimal'), folder, { recursive: true })
  await packTarball('packages/bff', join(folder, 'counterfoil-bff.tgz'))
  await runChild('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })

  const counterfoil = join(folder, 'node_modules/.bin/counterfoil')
  await writeFile(join(folder, 'late.graphql'), 'query Late { user { id } }\n')
  expect(await runChild(counterfoil, ['operations', '.'], { cwd: folder })).toBe('operations.json: Late\n')

  const url = `http://localhost:${await freePort()}`
  const { clientId, clientSecret } = (await stack.harbour(
    ...['application', 'create', '--name', 'Counterfoil of another team'],
    ...['--redirect', `${url}/connect/callback`, '--restriction', 'single_business'],
  )) as { clientId: string; clientSecret: string }
  const app = startChild(process.execPath, ['app.js'], {
    cwd: folder,
    env: {
      ...{ PUBLIC_URL: url, REDIS_URL: `${stack.redisUrl}/1`, HARBOUR_URL: stack.providerUrl },
      ...{ COUNTERFOIL_KEYS: crypto.randomUUID() + crypto.randomUUID(), CLIENT_ID: clientId },
      CLIENT_SECRET: clientSecret,
    },
  })
  await until('the app listens', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )

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
  for (const secret of await stack.configuredSecrets()) expect(app.output()).not.toContain(secret)

  await app.stop()
  await rm(folder, { recursive: true })
})
