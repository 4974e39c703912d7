import { readFile } from 'node:fs/promises'
import { allow, DEMO_PASSWORD, expect, signIn, test } from '../fixtures.ts'
import { HEAD_HEARD, PICTURES_HEARD } from './heard.ts'
import { expectAccessible } from './accessibility.ts'

const PERSON = { email: 'many@harbour.example', password: DEMO_PASSWORD }
const TITLES = [
  'Coming up',
  'Payment habits',
  'Best customers',
  'Where invoices get stuck',
  'What sells',
  'Assets and debts',
]
const DAY_MS = 86_400_000

test.use({ stackOptions: { provider: { PROVIDER_SEED: 'demo' } } })

test('the further charts are one press away, each with its summary and table, and the next visit begins with the changes', async ({
  page,
  stack,
}, info) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, PERSON)
  await allow(page, 'Northwind Trading')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Trading' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Since you last looked/ })).toHaveCount(0)

  const more = page.getByRole('region', { name: 'More charts' })
  await more.getByRole('button', { name: 'More charts' }).click()
  const picture = (name: string) => more.getByRole('region', { name })
  for (const name of TITLES) await expect(picture(name)).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(HEAD_HEARD)
  for (const [name, heard] of Object.entries(PICTURES_HEARD)) {
    const heading = `\n- region "${name}":\n  - heading "${name}" [level=2]`
    await expect.soft(page.getByRole('region', { name, exact: true })).toMatchAriaSnapshot(heading + heard)
  }
  await expect(picture('Payment habits')).toContainText(/usually \d+ days? late/)
  await expect(picture('Best customers')).toContainText(/brings? \d+% of what was invoiced/)
  await expect(picture('What sells')).toContainText(/earns most: \d+%/)
  await expect(picture('Where invoices get stuck')).toContainText(/Sent\d+/)
  await expect(picture('Assets and debts')).toContainText('is left.')
  await expect(picture('Assets and debts')).not.toContainText('Difference')
  await expectAccessible(page, info, 'more-pictures')

  const asTable = picture('Best customers').getByRole('button', { name: /^Show as table/ })
  await asTable.focus()
  await page.keyboard.press('Enter')
  const table = picture('Best customers').getByRole('table', { name: 'Best customers' })
  await expect(table.getByRole('row').last()).toContainText('Total')
  await expect(picture('Best customers').getByRole('button', { name: /^Show as chart/ })).toBeFocused()
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    picture('Best customers')
      .getByRole('button', { name: /^Save as CSV/ })
      .click(),
  ])
  expect(csv.suggestedFilename()).toMatch(/^Northwind Trading Best customers \d{4}-\d\d-\d\d\.csv$/)
  const text = (await readFile(await csv.path())).toString()
  expect(text).toMatch(/^\uFEFFCustomer,Share,Amount,Currency\r\n/)
  expect(text).toMatch(/\r\nTotal,,\d+\.\d\d,CAD\r\n$/)
  const [image] = await Promise.all([
    page.waitForEvent('download'),
    picture('Payment habits')
      .getByRole('button', { name: /^Save as PNG/ })
      .click(),
  ])
  const bytes = await readFile(await image.path())
  const box = await picture('Payment habits').boundingBox()
  // The width of a PNG is in its first chunk.
  expect(bytes.readUInt32BE(16)).toBe(Math.ceil(2 * (box?.width ?? 0)))
  await info.attach('payment-habits.png', { body: bytes, contentType: 'image/png' })

  await picture('Assets and debts').getByText('Assets', { exact: true }).click()
  await expect(picture('Assets and debts').getByRole('listitem').first()).toBeVisible()

  // Days pass without a visit: newly overdue invoices are reported at the next one.
  await stack.advance(40 * DAY_MS)
  await page.goto('/')
  const news = page.getByRole('region', { name: /^Since you last looked/ })
  await expect(news.getByRole('listitem').first()).toContainText(/became late/)
})
