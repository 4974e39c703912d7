import { connectUnseen, expect, takenOver, test } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

/** One search over customers, products and invoices, by keys alone. */

const NORTHWIND = 'Northwind Trading'
const READS = 'user:read business:read account:read customer:read invoice:read product:read'

test.use({ stackOptions: { bff: { BFF_PROVIDER_SCOPES: `${READS} customer:write` } } })

test('"/" finds a customer, Enter opens it, and Back finds it again', async ({ page, makePerson }, info) => {
  await connectUnseen(page, await makePerson({ [NORTHWIND]: 'active' }), NORTHWIND)
  const main = page.getByRole('main')
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('Müller & Söhne')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Customer Müller & Söhne: saved in Harbour' })).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('muller')
  await expect(main.getByText('1 found.')).toBeVisible()
  await expectAccessible(page, info, 'search')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(main.getByRole('link', { name: 'Müller & Söhne' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Müller & Söhne' })).toBeVisible()
  await page.goBack()
  await expect(main.getByRole('link', { name: 'Müller & Söhne' })).toBeVisible()

  await page.getByRole('searchbox').fill('4711')
  await expect(
    main.getByText(
      'Nothing found for “4711” among customers, products you sell, invoice numbers and amounts due.',
    ),
  ).toBeVisible()
  await expectAccessible(page, info, 'search-nothing')
})
