import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The result editor, in which Monaco splits its text into many small elements. */
const RESULT = '.result-window'

test('a developer opens the endpoint, reads the documentation, and runs a query with a personal token', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const { token } = (await stack.harbour('token', 'create', '--user', person.email)) as { token: string }
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.graphqlUrl)) elsewhere.push(request.url())
  })

  await page.goto(stack.graphqlUrl)
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await expect(page.locator(RESULT)).toContainText(person.email)
  await expect(page.locator(RESULT)).toContainText('Northwind')

  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.getByRole('link', { name: 'Query', exact: true }).first().click()
  await expect(page.getByText('Where every reading operation starts.')).toBeVisible()

  expect(elsewhere).toEqual([])
  expect(page.url()).toBe(stack.graphqlUrl)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(kept).not.toContain(token)
  expect(await stack.logs()).not.toContain(token)
})

test('on a phone at 200 % text size everything of the explorer is reachable, and the answer is below the query', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const { token } = (await stack.harbour('token', 'create', '--user', person.email)) as { token: string }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(stack.graphqlUrl)
  await page.getByLabel('Access token').fill(token)
  expect(await outOfReach(page, info.outputPath('explorer-200.png'))).toEqual([])
  await page.getByRole('button', { name: /^Execute query/ }).click()
  // In a narrow editor long values are wrapped.
  await expect(page.locator(RESULT)).toContainText('"CAD"')
  const query = await page.locator('.graphiql-editors').boundingBox()
  const answer = await page.locator(RESULT).boundingBox()
  expect(answer?.y).toBeGreaterThanOrEqual((query?.y ?? 0) + (query?.height ?? 0))
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await expect(page.getByRole('link', { name: 'Query', exact: true }).first()).toBeVisible()
  expect(await outOfReach(page, info.outputPath('explorer-documentation-200.png'))).toEqual([])
})

/**
 * Returns the parts of a page at 200 % text size beyond the right edge of the window: the page itself, if it scrolls, or a control.
 */
async function outOfReach(page: Page, picture: string): Promise<readonly string[]> {
  const found = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const reached = document.querySelectorAll('button, input, a, .graphiql-editors, .graphiql-response')
    const outside = [...reached]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth)
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.className}`)
    return document.documentElement.scrollWidth > innerWidth ? ['the page', ...outside] : outside
  })
  await page.screenshot({ path: picture, fullPage: true })
  return found
}
