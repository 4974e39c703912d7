import type { Page } from '@playwright/test'
import { findWithAxe } from '../axe.ts'
import { allow, connectUnseen, expect, signIn, takenOver, test, type Person } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

/** The address names the business of a page: two of them are open side by side, and links lead to the right one. */

const NORTHWIND = 'Northwind Trading'
const FERN = 'Fern & Co'
const READS = 'user:read business:read account:read customer:read invoice:read product:read sales_tax:read'

test.use({
  stackOptions: { bff: { BFF_PROVIDER_SCOPES: `${READS} customer:write product:write invoice:write` } },
})

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true })
const switcher = (page: Page) => page.getByRole('banner').locator('summary')
const shows = (page: Page, name: string) =>
  expect(page.getByRole('banner').getByText(name, { exact: true }).first()).toBeVisible()
/** Returns the part of a page's address that names the business. */
const businessOf = (page: Page) => /^.*\/b\/[\w~-]+(?=\/)/.exec(page.url())?.[0] ?? ''

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await takenOver(page)
}

async function addCustomer(page: Page, name: string): Promise<void> {
  await open(page, `${businessOf(page)}/customers/new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await save(page).click()
  await expect(page.getByRole('heading', { name: `Customer ${name}: saved in Harbour` })).toBeVisible()
}

/** Connects both businesses of `person`; afterwards the page shows Fern & Co. */
async function connectBoth(page: Page, person: Person): Promise<void> {
  await connectUnseen(page, person, NORTHWIND)
  await open(page, '/businesses')
  await main(page).getByRole('button', { name: 'Connect another business' }).click()
  await allow(page, FERN)
  await expect(heading(page, `Connected to ${FERN}`)).toBeVisible()
}

test('two tabs show two businesses, and neither changes the other', async ({
  context,
  page,
  makePerson,
}, info) => {
  test.slow()
  const person = await makePerson({ [NORTHWIND]: 'active', [FERN]: 'active' })
  await connectBoth(page, person)
  await open(page, '/')
  await expect(heading(page, FERN)).toBeVisible()
  await addCustomer(page, 'Only of Fern')
  const fern = businessOf(page)

  const other = await context.newPage()
  await open(other, `${fern}/customers`)
  await expect(other.getByRole('row', { name: /Only of Fern/ })).toBeVisible()
  await switcher(other).click()
  await expectAccessible(other, info, 'switcher')
  await other.getByRole('banner').getByRole('link', { name: NORTHWIND }).click()
  await expect(other).toHaveURL(/\/b\/[\w~-]+\/customers$/)
  await shows(other, NORTHWIND)
  const northwind = businessOf(other)
  expect(northwind).not.toBe(fern)
  await expect(other.getByRole('row', { name: /Only of Fern/ })).toHaveCount(0)
  await addCustomer(other, 'Only of Northwind')

  // One record of each business is open, and stays open.
  await open(page, `${fern}/customers`)
  await page.getByRole('link', { name: 'Only of Fern' }).click()
  await expect(heading(page, 'Only of Fern')).toBeVisible()
  await open(other, `${northwind}/customers/new`)
  await other.getByLabel('Name', { exact: true }).fill('Half a name')

  // A change of one business is sent to all tabs, and each reads the session again.
  const read = page.waitForResponse((response) => response.url().endsWith('/api/session'))
  const third = await context.newPage()
  await open(third, `${northwind}/settings/connection`)
  await main(third)
    .getByRole('link', { name: `Disconnect ${NORTHWIND}` })
    .click()
  await main(third)
    .getByRole('button', { name: `Disconnect ${NORTHWIND}` })
    .click()
  await expect(heading(third, `Disconnected from ${NORTHWIND}`)).toBeVisible()
  await third.close()
  await read
  await expect(heading(page, 'Only of Fern')).toBeVisible()
  await shows(page, FERN)
  await expect(heading(other, NORTHWIND)).toBeVisible()
  await main(other).getByRole('button', { name: 'Connect again' }).first().click()
  await allow(other)
  await expect(heading(other, `Connected to ${NORTHWIND}`)).toBeVisible()
  expect(businessOf(other)).toBe(northwind)

  // A half-typed form belongs to its business, and is restored there.
  await open(other, `${fern}/customers/new`)
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('')
  await open(other, `${northwind}/customers/new`)
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Half a name')
  await switcher(other).click()
  await other.getByRole('banner').getByRole('link', { name: FERN }).click()
  await expect(heading(other, FERN)).toBeVisible()
  await other.goBack()
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Half a name')
  await page.reload()
  await expect(heading(page, 'Only of Fern')).toBeVisible()
})

test('an address without a business opens the same page of the business used last', async ({
  page,
  makePerson,
}) => {
  await connectBoth(page, await makePerson({ [NORTHWIND]: 'active', [FERN]: 'active' }))
  await open(page, '/invoices?state=late')
  await expect(page).toHaveURL(/\/b\/[\w~-]+\/invoices\?state=late$/)
  await shows(page, FERN)
  const used = page.waitForResponse((response) => response.url().endsWith('/use'))
  await switcher(page).click()
  await page.getByRole('banner').getByRole('link', { name: NORTHWIND }).click()
  await shows(page, NORTHWIND)
  await used
  await open(page, '/customers')
  await shows(page, NORTHWIND)
})

test('a link opens its business, after signing in or connecting if needed', async ({
  browser,
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [FERN]: 'active', 'Quiet Orchard': 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await open(page, '/invoices')
  const northwind = businessOf(page)
  const link = `${northwind}/invoices`

  // The case of a visitor who is not signed in.
  const context = await browser.newContext({ baseURL: stack.appUrl })
  const reader = await context.newPage()
  await open(reader, link)
  await expect(reader.getByText(NORTHWIND)).toHaveCount(0)
  await main(reader).getByRole('button', { name: 'Sign in', exact: true }).click()
  await signIn(reader, person)
  await expect(heading(reader, 'Invoices')).toBeVisible()
  await expect(reader).toHaveURL(link)
  await shows(reader, NORTHWIND)
  expect(await findWithAxe(reader, 'every')).toEqual([])

  // The case of another connected business of the same person.
  const uuid = person.businesses[FERN] ?? ''
  const fern = Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
  await open(reader, `/b/${fern}/customers`)
  await expect(heading(reader, 'This business isn’t connected')).toBeVisible()
  await expectAccessible(reader, info, 'not-connected')
  await main(reader).getByRole('button', { name: 'Connect this business' }).click()
  await expect(reader.getByRole('radio', { name: FERN })).toBeChecked()
  await reader.getByRole('button', { name: 'Allow access' }).click()
  await expect(heading(reader, `Connected to ${FERN}`)).toBeVisible()
  await expect(reader).toHaveURL(new RegExp(`/b/${fern}/customers$`))
  await context.close()
})

test('all businesses are on one page, each with its own figures, which link to its own rows', async ({
  page,
  makePerson,
}, info) => {
  await connectBoth(page, await makePerson({ [NORTHWIND]: 'active', [FERN]: 'active' }))
  await open(page, '/businesses')
  const figures = (name: string) => main(page).getByRole('listitem').filter({ hasText: name }).locator('dl')
  await expect(figures(NORTHWIND)).toContainText(/Cash\$/)
  await expect(figures(FERN)).toContainText(/Owed to you\$0/)
  await expectAccessible(page, info, 'businesses')
  await figures(NORTHWIND)
    .getByRole('link', { name: /^\$[\d,.]+: Cash/ })
    .click()
  await shows(page, NORTHWIND)
  await expect(heading(page, 'Accounts')).toBeVisible()
})
