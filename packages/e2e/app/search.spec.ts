import { connectUnseen, expect, takenOver, test } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

/** One search over customers, products and invoices, by keyboard alone. */

const NORTHWIND = 'Northwind Trading'
const READS = 'user:read business:read account:read customer:read invoice:read product:read'

test.use({ stackOptions: { bff: { BFF_PROVIDER_SCOPES: `${READS} customer:write` } } })

test('"/" finds a customer, Enter opens it, and Back finds it again', async ({ page, makePerson }, info) => {
  await connectUnseen(page, await makePerson({ [NORTHWIND]: 'active' }), NORTHWIND)
  const main = page.getByRole('main')
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('Müller & Söhne')
  await page.getByLabel('Notes only you see (optional)').fill('Key under the pot')
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
  await expect(main.getByRole('link', { name: 'Müller & Söhne', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Müller & Söhne' })).toBeVisible()
  await page.goBack()
  await expect(main.getByRole('link', { name: 'Müller & Söhne', exact: true })).toBeVisible()

  await main.getByRole('link', { name: 'New invoice: Müller & Söhne' }).click()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Müller & Söhne')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('1')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('muller')

  await page.getByRole('searchbox').fill('THE POT')
  await expect(main.getByText('Key under the pot')).toBeVisible()

  await page.getByRole('searchbox').fill('4711')
  await expect(
    main.getByText(
      'Nothing found for “4711” among customers and notes about them, products you sell, invoice numbers and amounts due.',
    ),
  ).toBeVisible()
  await expectAccessible(page, info, 'search-nothing')
})
